/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of heap blocks: every block the guest has, and those in quarantine, found by address in constant time.
 *
 * A two-level map of 64-byte granules leads from a block's start to its entry; blocks that start in one granule are
 * chained. Entries are numbered so that the map and the leak scan can refer to them in 4 bytes.
 *
 * Blocks may lie inside one another: a custom allocator carves blocks out of one it got from malloc, and may tell so
 * for several levels. Two blocks may even start at the same address. So every search says which kinds it means. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_BLOCKS_H
#define SEEP_MEMCHECK_PURE_BLOCKS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t block_id; /* 0: none */

enum block_state { BLOCK_UNUSED = 0, BLOCK_LIVE, BLOCK_QUARANTINED };

/* Who made a block. The last three have RECORD_ALLOCATOR_CUSTOM. */
enum block_kind {
  BLOCK_HEAP = 0, /* malloc, new and their like */
  BLOCK_CUSTOM,   /* MALLOCLIKE_BLOCK */
  BLOCK_POOL,     /* MEMPOOL_ALLOC */
  BLOCK_METAPOOL, /* MEMPOOL_ALLOC of a METAPOOL: a superblock out of which others are carved */
};
enum {
  BLOCK_KINDS_FREEABLE = 1 << BLOCK_HEAP | 1 << BLOCK_CUSTOM, /* what free() and FREELIKE_BLOCK look for */
  BLOCK_KINDS_POOL = 1 << BLOCK_POOL | 1 << BLOCK_METAPOOL,
  BLOCK_KINDS_ALL = BLOCK_KINDS_FREEABLE | BLOCK_KINDS_POOL,
};

enum {
  BLOCKS_ADDRESS_BITS = 47,  /* user addresses of amd64 */
  BLOCKS_SLOP_MAX = 1 << 20, /* bytes; a larger slop is taken as this one */
  BLOCK_BIRTH_BITS = 44,
  BLOCK_TID_BITS = 20,
};

struct block {
  uint64_t start : 48;          /* guest address; change it and the size by blocks_move() only */
  uint64_t state : 2;           /* enum block_state */
  uint64_t kind : 2;            /* enum block_kind */
  uint64_t allocator : 2;       /* enum record_allocator */
  uint64_t alignment_log : 6;   /* log2 of the alignment that the guest asked for, and 1; 0: for none */
  uint64_t size_bytes : 48;     /* as the guest asked */
  uint64_t leak_kind : 3;       /* verdict of the last leak check: enum record_leak_kind, 0: none yet */
  uint64_t leak_root_class : 3; /* of that check, when it is reachable: enum record_root_class */
  uint64_t leak_heuristic : 3;  /* of that check: enum record_heuristic */
  uint64_t birth : BLOCK_BIRTH_BITS; /* how many allocations there had been with this one */
  uint64_t tid : BLOCK_TID_BITS;     /* the thread that made it */
  uint32_t alloc_stack_id;
  uint32_t free_stack_id;       /* 0 while it is live */
  block_id next;                /* in the granule's chain, or in the list of unused entries */
  union {
    block_id queue_next;        /* in the quarantine, oldest first */
    block_id leak_leader;       /* of a live block that the last leak check found indirectly lost: who leads there */
  };
  uint32_t generation;          /* forks before it was allocated */
  uint32_t pool_id;             /* of a live pool block; pools.c's own */
};

struct blocks;

struct blocks *blocks_create(void);
void blocks_destroy(struct blocks *blocks);

/* Add a live block of a kind (enum block_kind); the other fields begin as 0. Returns 0 and does nothing when
 * [start, start + size_bytes) is not within the user's address space, as a client request may claim. */
block_id blocks_add(struct blocks *blocks, unsigned kind, uint64_t start, uint64_t size_bytes);

/* Forget a block. It must not be in quarantine's list any more. */
void blocks_remove(struct blocks *blocks, block_id id);

/* Give a block another place or size. Returns false and does nothing when blocks_add() would refuse it. */
bool blocks_move(struct blocks *blocks, block_id id, uint64_t start, uint64_t size_bytes);

/* The block that free() of `start` means: BLOCK_KINDS_FREEABLE only, a live one before a quarantined one, and of
 * several the one that was added last; 0: none. */
block_id blocks_find(const struct blocks *blocks, uint64_t start);

/* The same for any set of 1 << enum block_kind. */
block_id blocks_find_kinds(const struct blocks *blocks, uint64_t start, unsigned kinds);

/* The block in `state` and of one of `kinds` whose [start - slop, end + slop) holds the address, the nearest first: one
 * that holds it without slop, the innermost of these, then by distance; 0: none. For describing bad addresses. */
block_id blocks_find_containing_kinds(const struct blocks *blocks, uint64_t address, uint64_t slop_bytes,
                                      enum block_state state, unsigned kinds);

/* The block of one of `kinds`, live or quarantined, that is nearest to an address, however far; 0: there is none. Looks
 * at every block. */
block_id blocks_find_nearest(const struct blocks *blocks, uint64_t address, unsigned kinds);

/* The live block of one of `kinds` with the lowest start in [start, end); 0: none. */
block_id blocks_first_live_in(const struct blocks *blocks, uint64_t start, uint64_t end, unsigned kinds);

/* Show `visit` every block, in whatever state, that may hold the address in [start - slop, end + slop), and perhaps
 * others: the highest start first, except for very large blocks. It returns true to be shown no more; whoever has found
 * a block that holds the address itself need not look on, unless it wants a very large one. */
void blocks_visit_near(const struct blocks *blocks, uint64_t address, uint64_t slop_bytes,
                       bool (*visit)(void *context, block_id id), void *context);

/* 0: the address is in the block; 1: it is the first byte before or after it, and so on. */
uint64_t block_distance(const struct block *block, uint64_t address);

/* The entry of a block; valid as long as the block is. */
struct block *blocks_at(const struct blocks *blocks, block_id id);

/* Ids run from 1 to blocks_limit() - 1; entries in between may be unused. */
block_id blocks_limit(const struct blocks *blocks);

/* Was there ever a block of another kind than BLOCK_HEAP? Only such blocks can lie inside others. */
bool blocks_have_custom(const struct blocks *blocks);

/* Every structural promise of this table; for tests and --sanity-level. */
bool blocks_is_valid(const struct blocks *blocks);

#endif
