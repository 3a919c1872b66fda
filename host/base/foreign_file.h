/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that others may have put there: only regular files are read, and only up to a limit, so that nothing is waited
 * for or read without end, whatever stands under a name: FIFOs, devices, sockets, directories. */
#ifndef SEEP_HOST_BASE_FOREIGN_FILE_H
#define SEEP_HOST_BASE_FOREIGN_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"

/* Open it for reading; *ret_fd is -1 if there is no such file. `most_bytes`: a larger one is refused; 0: no limit, for
 * what is read piece by piece. Every message begins with the path. */
struct error *foreign_file_open(const char *path, uint64_t most_bytes, int *ret_fd);

/* The same as a stream; *ret is NULL if there is no such file. */
struct error *foreign_file_stream(const char *path, uint64_t most_bytes, FILE **ret);

/* All of it, malloc'ed, with a NUL after it, which does not count; *ret is NULL if there is no such file. */
struct error *foreign_file_read(const char *path, size_t most_bytes, char **ret, size_t *ret_size);

/* The first bytes, at most `size`; returns how many there are, 0 also if it cannot be read. */
size_t foreign_file_begin(const char *path, void *ret, size_t size);

#endif
