/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tells the contents of a file that has no build-id: the `sum` of MODULE frames. Sums are in records, so they
 * stay as they are. */
#ifndef SEEP_RECORD_FILE_SUM_H
#define SEEP_RECORD_FILE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read `size` bytes at `offset` of the file into `buffer`; false unless all were read. */
typedef bool file_sum_read(void *context, uint64_t offset, void *buffer, size_t size);

/* Of a file of so many bytes; 0: it could not be read. Of a file beyond 64 MiB the beginning and the end are read,
 * which hold most of the code, and the tables of symbols, lines and sections. */
uint64_t file_sum(file_sum_read *read, void *context, uint64_t file_bytes);

#endif
