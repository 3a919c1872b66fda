/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is a file still the one that it was? Its time of change cannot be set, so a file with all of these numbers has not
 * been written to, unless within the same tick of the kernel's clock: who keeps an identity sees to it that the file
 * had been left alone for longer (file_identity_is_settled()). One with other numbers may have the same contents, as
 * after a fresh checkout and build. Freestanding. */
#ifndef SEEP_HOST_SUITE_PRELOAD_FILE_IDENTITY_H
#define SEEP_HOST_SUITE_PRELOAD_FILE_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file_identity {
  uint64_t device, inode, bytes, mtime_ns, ctime_ns;
};

/* Links are followed. False: there is no such file, or it is not a regular one. */
bool file_identity_of(const char *path, struct file_identity *ret);

/* All numbers are. */
bool file_identity_is_equal(const struct file_identity *a, const struct file_identity *b);

/* Has nobody changed it since, and for so long before that time that the clock of its file system would have told? */
bool file_identity_is_settled(const struct file_identity *identity, uint64_t time_ns);

/* The sum of the contents of a file of that identity; false: it could not be read, is another one by now, or has
 * more than 4 GiB. */
bool file_identity_sum(const char *path, const struct file_identity *identity, uint64_t *ret);

/* Is the file at the path of this identity, or at least of these contents? */
bool file_identity_holds(const char *path, const struct file_identity *identity, uint64_t sum);

/* The parts of an argument that may name a file: all of it, and what stands behind its first '='. */
enum { FILE_ARGUMENT_PARTS = 2 };

/* The path of the regular file that a part of an argument names to a process in that directory. False: it names none.
 */
bool file_of_argument(const char *directory, const char *argument, unsigned part, char *path, size_t size);

#endif
