/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finding goes up until a word has a member at or behind the place, then down along first bits. Taking out clears bits
 * upwards as long as words become empty. */
#include "memcheck/pure/base/id_set.h"

#include "memcheck/pure/base/bits.h"
#include "memcheck/pure/base/env.h"

static size_t total_bytes(const struct id_set *set)
{
  size_t words = 0;
  for (unsigned level = 0; level < set->level_count; level++)
    words += set->level_words[level];
  return words * sizeof **set->levels;
}

void id_set_init(struct id_set *set, uint32_t limit)
{
  memset(set, 0, sizeof *set);
  uint32_t bits = limit ? limit : 1;
  do {
    bits = bits / 64 + (bits % 64 != 0);
    set->level_words[set->level_count++] = bits;
  } while (bits > 1);
  uint64_t *words = env_map_pages(total_bytes(set));
  for (unsigned level = 0; level < set->level_count; level++) {
    set->levels[level] = words;
    words += set->level_words[level];
  }
}

void id_set_deinit(struct id_set *set)
{
  env_unmap_pages(set->levels[0], total_bytes(set));
}

/* The first member of the subtree under a bit of a level. */
static uint32_t descend(const struct id_set *set, unsigned level, uint32_t bit)
{
  while (level-- > 0)
    bit = bit * 64 + (uint32_t)__builtin_ctzll(set->levels[level][bit]);
  return bit;
}

/* The lowest member that is not below `from`; false: there is none. */
static bool find_member(const struct id_set *set, uint32_t from, uint32_t *ret)
{
  for (unsigned level = 0; level < set->level_count && from / 64 < set->level_words[level]; level++) {
    uint64_t word = set->levels[level][from / 64] & ~UINT64_C(0) << from % 64;
    if (word) {
      *ret = descend(set, level, from / 64 * 64 + (uint32_t)__builtin_ctzll(word));
      return true;
    }
    from = from / 64 + 1;
  }
  return false;
}

static bool has(const struct id_set *set, uint32_t id)
{
  return set->levels[0][id / 64] >> id % 64 & 1;
}

/* Does each level above a number say whether there is a member below? */
static bool is_told_above(const struct id_set *set, uint32_t id)
{
  for (unsigned level = 1; level < set->level_count; level++) {
    id /= 64;
    if ((set->levels[level][id / 64] >> id % 64 & 1) != (set->levels[level - 1][id] != 0))
      return false;
  }
  return true;
}

uint32_t id_set_take(struct id_set *set, uint32_t from)
{
  uint32_t id;
  if (!find_member(set, from, &id)) {
    bool is_found = find_member(set, 0, &id);
    ENV_ASSERT(is_found);
  }
  ENV_CHECK(set->count > 0 && has(set, id));
  set->count--;
  uint32_t bit = id;
  for (unsigned level = 0; level < set->level_count; level++, bit /= 64) {
    uint64_t *word = &set->levels[level][bit / 64];
    *word &= ~(UINT64_C(1) << bit % 64);
    if (*word)
      break;
  }
  ENV_CHECK(!has(set, id) && is_told_above(set, id));
  return id;
}

bool id_set_is_valid(const struct id_set *set)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < set->level_words[0]; i++)
    count += bits_count(set->levels[0][i]);
  for (unsigned level = 1; level < set->level_count; level++)
    for (uint32_t i = 0; i < set->level_words[level - 1]; i++)
      if ((set->levels[level][i / 64] >> i % 64 & 1) != (set->levels[level - 1][i] != 0))
        return false;
  return count == set->count;
}
