/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set of small numbers from which they are taken in rising order: a bitmap, with bitmaps over it that say where it is
 * not empty, so that the next member is found in a few steps however far it is. */
#ifndef SEEP_MEMCHECK_PURE_BASE_ID_SET_H
#define SEEP_MEMCHECK_PURE_BASE_ID_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ID_SET_LEVELS = 6 }; /* 64^6 > 2^32 */

struct id_set {
  uint64_t *levels[ID_SET_LEVELS];     /* [0]: a bit per number; above: a bit per word below */
  uint32_t level_words[ID_SET_LEVELS]; /* the topmost has one */
  unsigned level_count;
  uint32_t count;
};

/* Begin as the empty set of numbers below `limit`. */
void id_set_init(struct id_set *set, uint32_t limit);
void id_set_deinit(struct id_set *set);

/* Add a number; false: it was in. */
static inline bool id_set_add(struct id_set *set, uint32_t id)
{
  uint64_t *word = &set->levels[0][id / 64], old = *word;
  *word |= UINT64_C(1) << id % 64;
  if (*word == old)
    return false;
  set->count++;
  for (unsigned level = 1; old == 0 && level < set->level_count; level++) {
    id /= 64;
    word = &set->levels[level][id / 64];
    old = *word;
    *word |= UINT64_C(1) << id % 64;
  }
  return true;
}

/* Take out the lowest member that is not below `from`, or else the lowest of all. The set must not be empty. */
uint32_t id_set_take(struct id_set *set, uint32_t from);

/* For tests: do all its parts agree with each other? */
bool id_set_is_valid(const struct id_set *set);

#endif
