/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers on disk: one file per key, in a folder that only its owner can read. This module sees to it that a file is
 * whole and belongs to its key; what the contents mean is the caller's business. */
#ifndef SEEP_HOST_SYMBOLS_ANSWER_CACHE_H
#define SEEP_HOST_SYMBOLS_ANSWER_CACHE_H

#include "host/base/error.h"
#include "host/symbols/elf/bytes.h"

/* Load what was stored under a key. False when there is nothing usable, for whatever reason. */
bool answer_cache_load(const char *folder, const struct byte_builder *key, struct byte_builder *ret);

/* Store, in place of what was there. The folder is made when it is missing. */
struct error *answer_cache_store(const char *folder, const struct byte_builder *key,
                                 const struct byte_builder *contents);

/* Remove the oldest files until the folder is within its bounds. */
void answer_cache_prune(const char *folder);

/* What a folder holds; nothing when it does not exist. */
struct answer_cache_size {
  size_t files;
  uint64_t bytes;
};
struct error *answer_cache_measure(const char *folder, struct answer_cache_size *ret);

/* Remove all cache files; `ret` is what was there. Other files are left alone. */
struct error *answer_cache_clear(const char *folder, struct answer_cache_size *ret);

#endif
