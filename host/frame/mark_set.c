/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Marks are hashes already, so two of their bytes serve as bit numbers. With 30 marks in the set, one in 25 others
 * seems to be there. */
#include "host/frame/mark_set.h"

enum { HASHES = 2, HASH_BITS = 8 };

static bool is_set(const struct mark_set *set, unsigned bit)
{
  return set->words[bit / 64] >> bit % 64 & 1;
}

static unsigned bit_of(uint64_t mark, unsigned hash)
{
  return (unsigned)(mark >> hash * HASH_BITS & ((1 << HASH_BITS) - 1));
}

void mark_set_add(struct mark_set *set, uint64_t mark)
{
  for (unsigned i = 0; i < HASHES; i++)
    set->words[bit_of(mark, i) / 64] |= UINT64_C(1) << bit_of(mark, i) % 64;
}

bool mark_set_has(const struct mark_set *set, uint64_t mark)
{
  for (unsigned i = 0; i < HASHES; i++)
    if (!is_set(set, bit_of(mark, i)))
      return false;
  return true;
}

bool mark_set_is_empty(const struct mark_set *set)
{
  uint64_t any = 0;
  for (unsigned i = 0; i < MARK_SET_WORDS; i++)
    any |= set->words[i];
  return any == 0;
}
