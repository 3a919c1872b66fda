/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adding blocks to a file (shared/cache/code_file.h). The writer must hold the file's lock; others may read the file
 * meanwhile, and the writer may die at any moment. */
#ifndef SEEP_SHARED_CACHE_CODE_WRITER_H
#define SEEP_SHARED_CACHE_CODE_WRITER_H

#include "shared/cache/code_file.h"

/* A file that is open for reading and writing. Both do all or return false. */
struct code_disk {
  void *context;
  bool (*read)(void *context, uint64_t offset, void *data, size_t bytes);
  bool (*write)(void *context, uint64_t offset, const void *data, size_t bytes);
};

/* Sealed entries. */
struct code_batch {
  struct code_entry_head *const *entries;
  size_t count;
};

enum code_written {
  CODE_WRITTEN,
  CODE_NOTHING_NEW, /* every entry is there already */
  CODE_TOO_SMALL,   /* the file has too few slots: grow it */
  CODE_UNUSABLE,    /* damaged, or of another identity: replace it */
  CODE_FAILED,      /* the system refused; what was written is garbage after the old end of the file */
};

/* Add what is not there yet. `bytes` is the file's size, and set to the new one. */
enum code_written code_file_append(const struct code_disk *disk, uint64_t *bytes, const struct code_identity *identity,
                              const struct code_batch *batch);

/* Create a file without entries and with slots for `entry_count`; *ret_bytes is its size. */
bool code_file_create(const struct code_disk *disk, const struct code_identity *identity, const char *path,
                      size_t entry_count, uint64_t *ret_bytes);

/* Copy a file of `bytes` bytes into an empty one, with slots for `more_entries` more. */
bool code_file_grow(const struct code_disk *from, uint64_t bytes, const struct code_disk *to, size_t more_entries,
               uint64_t *ret_bytes);

#endif
