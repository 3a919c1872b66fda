/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which bytes of blocks have been touched: a bit for each, kept from a block's first access on. Blocks are told apart
 * by number and birth, so nobody has to say that one has gone: the next one with its number takes the place. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_TOUCHED_BYTES_H
#define SEEP_MEMCHECK_PURE_BLOCKS_TOUCHED_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct touched;

struct touched *touched_create(void);
void touched_destroy(struct touched *touched);

/* A block as it is now; its size may have changed. */
struct touched_block {
  uint32_t id;
  uint64_t birth; /* not 0 */
  uint64_t size_bytes;
};

/* The block's bits, the first byte's lowest. Good until it has another size, or another block its number. */
uint64_t *touched_bits(struct touched *touched, struct touched_block block);

/* Bytes [offset, offset + bytes) of a block, which has them, are touched; returns how many were not before. */
uint64_t touched_mark(uint64_t *bits, uint64_t offset, uint64_t bytes);

/* The first `bytes` of `from` have become those of `to`, of which none was touched yet; returns how many now are. */
uint64_t touched_copy(struct touched *touched, struct touched_block to, struct touched_block from, uint64_t bytes);

#endif
