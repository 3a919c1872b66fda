/* SPDX-License-Identifier: GPL-2.0-or-later */
/* By which calls the blocks of each allocation stack have ended: most leaks are one way of many that blocks of a place
 * go, so those that were freed tell what should have become of the lost one.
 *
 * A block ends when it is freed, and when realloc() resizes it: it goes on as a block of that call's stack. A stack and
 * a call by which its blocks ended cost 16 bytes together; there is room for 2, 6 or 16 calls of a stack. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_BLOCK_ENDS_H
#define SEEP_MEMCHECK_PURE_BLOCKS_BLOCK_ENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls that are told apart for one allocation stack: the first that there were. Blocks that ended by others are
 * counted together. */
enum { BLOCK_ENDS_CALLS_MAX = 16 };

struct block_ends;

struct block_ends *block_ends_create(void);
void block_ends_destroy(struct block_ends *ends);

/* So many blocks of the stack `site` (0: not known, then nothing is kept) ended by a call with the stack `call` (0: not
 * known, then they are counted with the others). */
void block_ends_note(struct block_ends *ends, uint32_t site, uint32_t call, bool is_resized, uint64_t blocks);

/* Nothing has ended yet. */
void block_ends_forget(struct block_ends *ends);

struct block_ends_call {
  uint32_t stack_id; /* 0: all others */
  bool is_resized;
  uint64_t blocks;
};

/* What is known of a stack, each call once, in no order; returns how many. */
size_t block_ends_of(const struct block_ends *ends, uint32_t site,
                     struct block_ends_call ret[BLOCK_ENDS_CALLS_MAX + 1]);

/* The ids of all stacks of which something is known are lower. */
uint32_t block_ends_limit(const struct block_ends *ends);

#endif
