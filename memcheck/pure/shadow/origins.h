/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where undefined values in memory came from, when that is not where they lie.
 *
 * Fresh undefined memory needs no entry: the block or stack frame it lies in is its origin, and is found when it is
 * asked for. Only an undefined value that was stored elsewhere carries a tag of its own. Tags are kept per aligned
 * group of four bytes. The table is bounded: when it is full, old entries are forgotten and the group's own place
 * answers again.
 *
 * A tag means something only while its group has undefined bits, so defined data may be stored over it without a word.
 * But whoever makes memory undefined other than by storing must drop what is there, or an old tag would come to life
 * again. */
#ifndef SEEP_MEMCHECK_PURE_SHADOW_ORIGINS_H
#define SEEP_MEMCHECK_PURE_SHADOW_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Four times the number of a stack (stacks.h) plus an enum record_origin; 0: nothing known. */
typedef uint32_t origin_tag;

enum {
  ORIGINS_GROUP_BYTES = 4,
  ORIGINS_LINE_BITS = 8,                         /* log2 of the bytes of a line, which is what is looked up */
  ORIGINS_GRANULE_BITS = ORIGINS_LINE_BITS + 6,  /* 64 lines */
};

struct origins {
  uint64_t
    *tagged; /* a bit per line, a word per granule: zero when there is no tag, by address from 0 to SHADOW_NEAR_LIMIT */
  struct origins_table *table;
};

/* `words_max`: how many words may have tags of their own at once, about; with more, old ones are forgotten. */
struct origins *origins_create(size_t words_max);
void origins_destroy(struct origins *origins);

/* The tag of the groups in [start, start + bytes), replacing what was there. */
void origins_set(struct origins *origins, uint64_t start, uint64_t bytes, origin_tag tag);
/* The same for some of the groups from `start` on, which is a multiple of 4: a bit for each. For stores. */
void origins_set_groups(struct origins *origins, uint64_t start, uint32_t groups, origin_tag tag);
/* One tag for a large range (a client request); as many ranges as fit a fixed table, the oldest is forgotten. */
void origins_set_range(struct origins *origins, uint64_t start, uint64_t bytes, origin_tag tag);
/* 0: none, the group's own place is the origin. */
origin_tag origins_get(const struct origins *origins, uint64_t address);

/* [start, start + bytes) holds something new. Costs little where there are no tags. */
void origins_drop(struct origins *origins, uint64_t start, uint64_t bytes);
/* Data was copied along with its V bits; the ranges may overlap. */
void origins_copy(struct origins *origins, uint64_t to, uint64_t from, uint64_t bytes);

/* The lowest tagged address in [start, end), or UINT64_MAX. */
uint64_t origins_lowest_in(const struct origins *origins, uint64_t start, uint64_t end);

/* Show each group that has this tag, but for those of large ranges: its address. */
void origins_visit(const struct origins *origins, origin_tag tag, void (*visit)(void *context, uint64_t address),
                   void *context);

/* Every structural promise of this table. */
bool origins_is_valid(const struct origins *origins);

/* For hot paths: false when [start, start + bytes) has no tags for sure. At most one granule long, below
 * SHADOW_NEAR_LIMIT. */
static inline bool origins_may_be_in(const struct origins *origins, uint64_t start, uint64_t bytes)
{
  const uint64_t first = start >> ORIGINS_LINE_BITS, last = (start + bytes - 1) >> ORIGINS_LINE_BITS;
  const uint64_t from_first = ~UINT64_C(0) << (first & 63), to_last = ~UINT64_C(0) >> (63 - (last & 63));
  const uint64_t *tagged = origins->tagged;
  if (first >> 6 == last >> 6)
    return (tagged[first >> 6] & from_first & to_last) != 0;
  return ((tagged[first >> 6] & from_first) | (tagged[last >> 6] & to_last)) != 0;
}

#endif
