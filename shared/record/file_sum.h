/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Identifies the contents of a file that has no build-id: the `sum` of MODULE frames. Sums are stored in records, so
 * the algorithm must not change. */
#ifndef SEEP_SHARED_RECORD_FILE_SUM_H
#define SEEP_SHARED_RECORD_FILE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read `size` bytes at `offset` of the file into `buffer`; false unless all were read. */
typedef bool file_sum_read(void *context, uint64_t offset, void *buffer, size_t size);

/* The sum of a file of `file_bytes` bytes; 0: it could not be read. If the file is larger than 64 MiB, only the
 * beginning and the end are read, which contain most of the code, and the tables of symbols, lines and sections. */
uint64_t file_sum(file_sum_read *read, void *context, uint64_t file_bytes);

#endif
