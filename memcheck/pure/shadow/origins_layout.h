/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How tags lie in memory: for origins.c, and for code that looks for one at nearly each load and store of undefined
 * data. */
#ifndef SEEP_MEMCHECK_PURE_SHADOW_ORIGINS_LAYOUT_H
#define SEEP_MEMCHECK_PURE_SHADOW_ORIGINS_LAYOUT_H

#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/shadow.h"

enum {
  ORIGINS_GROUPS = 64, /* of a line */
  ORIGINS_LINES = 64,  /* of a granule */
  ORIGINS_PLACES = 4,  /* of a set */
  ORIGINS_RANGES_MAX = 64,
  ORIGINS_CHUNK_GRANULES = 1 << 20, /* 16 GiB */
  ORIGINS_CHUNKS = SHADOW_LIMIT / ORIGINS_CHUNK_GRANULES >> ORIGINS_GRANULE_BITS,
};

struct origins_line {
  uint64_t name;    /* line number + 1; 0: the place is free */
  uint64_t present; /* a bit per group */
  origin_tag tags[ORIGINS_GROUPS];
};

struct origins_range {
  uint64_t start, end;
  origin_tag tag;
};

struct origins_table {
  struct origins_line *lines;
  struct origins_line *last;                /* the line that was made or found last */
  const struct origins_line *loaded;        /* the line that a tag was loaded from last */
  unsigned set_bits;                        /* log2 of the number of sets */
  unsigned turn;                            /* which place of a full set is taken next */
  unsigned range_count;
  struct origins_range ranges[ORIGINS_RANGES_MAX]; /* the oldest first; they do not overlap */
  uint64_t granule_first, granule_end;      /* no bit was ever set outside */
  uint64_t *far_tagged[ORIGINS_CHUNKS];     /* as `tagged`, for all else; NULL: no bit was ever set there */
};

/* Of an address below SHADOW_LIMIT. */
static inline uint64_t origins_line_number(uint64_t address)
{
  return address >> ORIGINS_LINE_BITS;
}

static inline unsigned origins_group(uint64_t address)
{
  return address / ORIGINS_GROUP_BYTES % ORIGINS_GROUPS;
}

/* The word of a granule; NULL: it never had a tag. */
static inline uint64_t *origins_word(const struct origins *origins, uint64_t granule)
{
  if (granule < SHADOW_NEAR_LIMIT >> ORIGINS_GRANULE_BITS)
    return &origins->tagged[granule];
  uint64_t *chunk = origins->table->far_tagged[granule / ORIGINS_CHUNK_GRANULES];
  return chunk ? &chunk[granule % ORIGINS_CHUNK_GRANULES] : NULL;
}

static inline bool origins_has_bit(const struct origins *origins, uint64_t number)
{
  const uint64_t *word = origins_word(origins, number / ORIGINS_LINES);
  return word && (*word >> number % ORIGINS_LINES & 1);
}

/* The first places of all sets come first, then all the second ones; neighbours among lines have neighbouring sets. So
 * lines that are asked for one after the other mostly lie so, which is what the processor fetches ahead. */
static inline struct origins_line *origins_place(const struct origins_table *table, uint64_t number, unsigned place)
{
  const uint64_t hash = number + (number >> table->set_bits) * UINT64_C(0x9e3779b1);
  return &table->lines[((uint64_t)place << table->set_bits) + (hash & ((UINT64_C(1) << table->set_bits) - 1))];
}

/* NULL: there is none. */
static inline struct origins_line *origins_find_line(const struct origins_table *table, uint64_t number)
{
  for (unsigned i = 0; i < ORIGINS_PLACES; i++)
    if (origins_place(table, number, i)->name == number + 1)
      return origins_place(table, number, i);
  return NULL;
}

#endif
