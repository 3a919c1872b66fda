/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks live: a table beside the heap, by address, so that a program which scribbles over its heap cannot damage
 * it. The C library's blocks begin at least 32 bytes apart: so no two share a granule of 32 bytes, and each has an
 * entry of 16 bytes, which belongs to whoever has the block. So threads need no locks, and entries of neighbours are
 * neighbours. The entry of a block that was freed still says what it was. */
#ifndef SEEP_NATIVE_LIVE_BLOCKS_H
#define SEEP_NATIVE_LIVE_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

enum { LIVE_SIZE_BITS = 39, LIVE_BIRTH_BITS = 39, LIVE_TID_BITS = 14 };

/* A larger size counts as this one. */
static const uint64_t LIVE_SIZE_MOST = (UINT64_C(1) << LIVE_SIZE_BITS) - 1;

struct live_block {
  uint32_t stack_id;          /* never 0 */
  uint8_t allocator;          /* enum record_allocator */
  uint32_t tid;               /* as far as LIVE_TID_BITS hold it */
  uint8_t alignment_log;      /* one more than log2 of the alignment that new was told; 0: it was told none */
  bool has_usable_size;       /* which malloc_usable_size() has told, and not what was asked for */
  uint64_t size_bytes, birth;
};

/* This block is about to be added or removed: its entry comes into the processor's cache meanwhile. */
void live_blocks_prefetch(uint64_t start);

/* A block begins at `start`, a multiple of 16; one that was known there is forgotten. */
void live_blocks_add(uint64_t start, const struct live_block *block);

/* The block that begins there is freed, by a call with that stack (0: not known); false: none begins there. */
bool live_blocks_remove(uint64_t start, uint32_t free_stack_id, struct live_block *ret);

/* A block, or what is known of one that was freed, until another begins in the same place. */
struct near_block {
  uint64_t start, size_bytes;
  uint32_t alloc_stack_id, free_stack_id; /* 0: not known */
  uint8_t allocator;
};

/* The live block, or of those that were freed the one, which holds an address or is nearest to it, at most
 * LIVE_NEAR_BYTES away; false: there is none. Others may change the table meanwhile: then either may be found. */
enum { LIVE_NEAR_BYTES = 16 };
bool live_blocks_find_near(uint64_t address, bool is_freed, struct near_block *ret);

/* All of them, by address, while all other threads stand still. */
void live_blocks_visit(void (*visit)(void *context, uint64_t start, const struct live_block *block), void *context);

#endif
