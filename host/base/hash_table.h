/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of libiberty, whose items are hashed and compared by expressions of the items `x` and `y`:
 *
 *   HASHED(site, struct site, htab_hash_pointer(x->stack) ^ x->line, SAME(stack) && SAME(line))
 *   htab_t sites = HASH_TABLE(site, 64, free);
 *
 * The last argument is called for each item at the end, NULL: none is. HASH_TABLE(plain_text, 64, free) is one of
 * texts. */
#ifndef SEEP_HOST_BASE_HASH_TABLE_H
#define SEEP_HOST_BASE_HASH_TABLE_H

#include <stddef.h>

#include <libiberty/hashtab.h> /* needs the one above */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

#define HASH(key, hash) iterative_hash(&x->key, sizeof x->key, hash) /* of a number or pointer, and another hash */
#define HASH_TEXT(key)  htab_hash_string(x->key)
#define SAME(key)       (x->key == y->key)
#define SAME_TEXT(key)  (strcmp(x->key, y->key) == 0)

#define HASHED(name, type, hash, is_same)                         \
  static hashval_t hash_##name(const void *x_item)                \
  {                                                               \
    const type *x = x_item;                                       \
    return hash;                                                  \
  }                                                               \
                                                                  \
  static int equal_##name(const void *x_item, const void *y_item) \
  {                                                               \
    const type *x = x_item, *y = y_item;                          \
    return is_same;                                               \
  }

#define HASH_TABLE(name, size, release) htab_create_alloc(size, hash_##name, equal_##name, release, memory_zeroed, free)

/* NULL may be deleted, too. */
static inline void hash_table_delete(htab_t table)
{
  if (table)
    htab_delete(table);
}

static inline int equal_plain_text(const void *x, const void *y)
{
  return strcmp(x, y) == 0;
}
#define hash_plain_text htab_hash_string

#endif
