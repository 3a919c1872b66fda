/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each allocation stack has on the heap and has ever had there, and what of that has changed since it was last
 * asked.
 *
 * All blocks count: what a program carves out of another block (pools, MALLOCLIKE_BLOCK) stands beside that block.
 * Times are allocation numbers: how many allocations there have been, this one included. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_BLOCK_SITES_H
#define SEEP_MEMCHECK_PURE_BLOCKS_BLOCK_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  BLOCK_SITES_TIME_BITS = 44,
  /* A block that is freed before so many others were made is short-lived. That is about what one function makes
   * together with those that it calls: such a block could have been on the stack, or in a buffer that is used again. */
  BLOCK_SITES_SHORT_ALLOCATIONS = 64,
};

struct sites;

struct sites *block_sites_create(void);
void block_sites_destroy(struct sites *sites);

/* A block of stack `id` (0: not known) comes, goes, or has another size. `birth`: the number it came with. */
void block_sites_add(struct sites *sites, uint32_t id, uint64_t bytes, uint64_t now);
void block_sites_remove(struct sites *sites, uint32_t id, uint64_t bytes, uint64_t birth, uint64_t now);
void block_sites_resize(struct sites *sites, uint32_t id, uint64_t old_bytes, uint64_t new_bytes);

/* Takes back a block_sites_remove() with the same arguments. */
void block_sites_undo_remove(struct sites *sites, uint32_t id, uint64_t bytes, uint64_t birth, uint64_t now);

/* With --heap-access=yes: what was read and written in blocks of the stack, and how many of their bytes were
 * touched. It is for the caller to count there, as long as the sites are. */
struct site_accesses {
  uint64_t read_bytes, written_bytes, touched_bytes;
};
struct site_accesses *block_sites_accesses(struct sites *sites, uint32_t id);

/* With --xtree-memory=full: what was freed at a stack, whether it has allocated anything or not. */
struct site_frees {
  uint64_t bytes, blocks;
};
void block_sites_note_freed(struct sites *sites, uint32_t id, uint64_t bytes);
struct site_frees block_sites_frees(const struct sites *sites, uint32_t id);

/* The whole heap. */
uint64_t block_sites_live_bytes(const struct sites *sites);
uint64_t block_sites_live_blocks(const struct sites *sites);

/* Up to `capacity` of the sites that live otherwise than when they were last taken here (the first time: than nothing);
 * returns how many. Fewer than `capacity`: that is all. */
size_t block_sites_take_changed(struct sites *sites, size_t capacity, uint64_t *ret_ids, uint64_t *ret_bytes,
                          uint64_t *ret_blocks);

/* Nothing was taken yet: what lives counts as changed. */
void block_sites_forget_taken(struct sites *sites);

struct site_totals {
  uint64_t total_bytes, total_blocks;
  uint64_t peak_bytes, peak_blocks; /* at its own peak of bytes */
  uint64_t live_bytes, live_blocks;
  uint64_t freed_lifetimes;         /* sum over its freed blocks */
  uint64_t short_blocks, short_bytes;
  uint64_t first_allocation, last_allocation;
  struct site_accesses accesses;
};

/* Ids of both run up to block_sites_limit() - 1; false: the stack has never made a block. */
uint32_t block_sites_limit(const struct sites *sites);
bool block_sites_totals(const struct sites *sites, uint32_t id, struct site_totals *ret);

/* Do all sites add up to the whole? For tests and --sanity-level. */
bool block_sites_is_valid(const struct sites *sites);

#endif
