/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the table of blocks lies in memory: for blocks.c, and for what looks up blocks all the time: the leak scan, and
 * allocation.
 *
 * An address is cut into leaf number, granule in the leaf and byte in the granule. A leaf covers 64 MiB of guest memory
 * and is mapped when the first block starts there; only those of its pages that are written take up memory, so that a
 * dense heap costs 4 bytes per 64 and a sparse one next to nothing. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_BLOCKS_LAYOUT_H
#define SEEP_MEMCHECK_PURE_BLOCKS_BLOCKS_LAYOUT_H

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks.h"

enum {
  GRANULE_BITS = 6,
  PAGE_BITS = 12, /* of the leak scan: how far down it looks for the start of a block */
  LEAF_BITS = 26,
  LEAF_GRANULES = 1 << (LEAF_BITS - GRANULE_BITS),
  LEAF_PAGES = 1 << (LEAF_BITS - PAGE_BITS),
  LEAF_COUNT = 1 << (BLOCKS_ADDRESS_BITS - LEAF_BITS),
  SEGMENT_BITS = 16, /* entries are allocated by the segment, so that they never move */
  SEGMENT_ENTRIES = 1 << SEGMENT_BITS,
  SEGMENT_COUNT = 1 << (32 - SEGMENT_BITS),
  LARGE_BITS = 20, /* blocks of this size and more are also listed by themselves */
};

struct blocks_leaf {
  block_id first[LEAF_GRANULES]; /* chain of the blocks that start in a granule, the last added first */
  /* Left by the last leak check, and perhaps out of date: the block that reaches into a page from before it, and one
   * that does so for all pages. */
  block_id page_cover[LEAF_PAGES];
  block_id cover;
};

struct blocks {
  struct blocks_leaf **leaves;   /* LEAF_COUNT */
  uint64_t leaf_first, leaf_end; /* those outside are not mapped */
  struct block **segments;       /* SEGMENT_COUNT */
  block_id limit;                /* ids from here on were never used */
  block_id unused;               /* list of entries to use again */
  block_id *large;               /* in no order */
  uint32_t large_count, large_capacity;
  bool have_custom;
};

static inline struct block *blocks_entry(const struct blocks *blocks, block_id id)
{
  return &blocks->segments[id >> SEGMENT_BITS][id & (SEGMENT_ENTRIES - 1)];
}

/* The leaf for an address below 1 << BLOCKS_ADDRESS_BITS; NULL: no block ever started in it. */
static inline struct blocks_leaf *blocks_leaf_of(const struct blocks *blocks, uint64_t address)
{
  return blocks->leaves[address >> LEAF_BITS];
}

static inline uint32_t blocks_granule_in_leaf(uint64_t address)
{
  return address >> GRANULE_BITS & (LEAF_GRANULES - 1);
}

/* --- hints that something will soon be asked for --- */

/* Where blocks at `start` are noted; NULL: there was never one near. */
static inline const block_id *blocks_place(const struct blocks *blocks, uint64_t start)
{
  const struct blocks_leaf *leaf = start >> BLOCKS_ADDRESS_BITS == 0 ? blocks_leaf_of(blocks, start) : NULL;
  return leaf ? &leaf->first[blocks_granule_in_leaf(start)] : NULL;
}

/* The entry of a block. */
static inline void blocks_prefetch(const struct blocks *blocks, block_id id)
{
  const char *entry = (const char *)blocks_entry(blocks, id);
  env_prefetch(entry);
  env_prefetch(entry + sizeof(struct block) - 1); /* entries do not begin at cache lines */
}

/* The place of blocks at `start`, to add or to remove one. */
static inline void blocks_prefetch_place(const struct blocks *blocks, uint64_t start)
{
  const block_id *place = blocks_place(blocks, start);
  if (place)
    env_prefetch(place);
}

/* The entry of the block that is found there. */
static inline void blocks_prefetch_at(const struct blocks *blocks, uint64_t start)
{
  const block_id *place = blocks_place(blocks, start);
  if (place && *place)
    blocks_prefetch(blocks, *place);
}

/* The leaf for an address, mapped if it was not. */
struct blocks_leaf *blocks_make_leaf(struct blocks *blocks, uint64_t address);

#endif
