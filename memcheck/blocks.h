/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of heap blocks: every block the guest has, and those in quarantine, found by address in constant time.
 *
 * A two-level map of 32-byte granules leads from a block's start to its entry; blocks that start in one granule are chained.
 * Entries are numbered so that the map and the leak scan can refer to them in 4 bytes. */
#ifndef SEEP_MEMCHECK_BLOCKS_H
#define SEEP_MEMCHECK_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t block_id; /* 0: none */

enum block_state { BLOCK_UNUSED = 0, BLOCK_LIVE, BLOCK_QUARANTINED };

struct block {
  uint64_t start;            /* guest address */
  uint64_t size_bytes;       /* as the guest asked */
  uint32_t alloc_stack_id;
  uint32_t free_stack_id;
  block_id next;             /* in the granule's chain, or in the list of unused entries */
  block_id queue_next;       /* in the quarantine, oldest first */
  uint32_t generation;       /* forks before it was allocated */
  uint8_t state;             /* enum block_state */
  uint8_t allocator;         /* enum record_allocator */
  uint8_t is_pool_superblock; /* a mempool's chunk that holds other blocks (METAPOOL): not scanned, not leaked by itself */
  uint8_t leak_kind;         /* verdict of the last leak check: enum record_leak_kind, 0: none yet */
};

struct blocks;

struct blocks *blocks_create(void);
void blocks_destroy(struct blocks *blocks);

/* Add a live block; there must be none at `start`. */
block_id blocks_add(struct blocks *blocks, uint64_t start, uint64_t size_bytes);

/* Forget a block. */
void blocks_remove(struct blocks *blocks, block_id id);

/* The block, live or quarantined, that starts at `start`; 0: none. A live one is preferred. */
block_id blocks_find(const struct blocks *blocks, uint64_t start);

/* The entry of a block; valid until the next blocks_add(). */
struct block *blocks_at(const struct blocks *blocks, block_id id);

/* Ids run from 1 to blocks_limit() - 1; entries in between may be unused. */
block_id blocks_limit(const struct blocks *blocks);

/* Every structural promise of this table; for tests and --sanity-level. */
bool blocks_is_valid(const struct blocks *blocks);

#endif
