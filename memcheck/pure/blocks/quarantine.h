/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks that were freed but are kept out of use for a while, so that late accesses to them are noticed.
 *
 * Oldest first out, bounded by bytes (--freelist-vol). Big blocks (--freelist-big-blocks) queue by themselves and leave
 * before any small one does, so that one huge block does not drive out thousands of small ones. The queues run through
 * the blocks' queue_next. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_QUARANTINE_H
#define SEEP_MEMCHECK_PURE_BLOCKS_QUARANTINE_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/blocks.h"

struct quarantine_queue {
  block_id first, last;
};

struct quarantine {
  uint64_t limit_bytes;     /* may be changed at any time */
  uint64_t big_block_bytes; /* may be changed at any time: blocks stay in the queue they are in */
  uint64_t bytes, count;    /* now in quarantine */
  struct quarantine_queue big, small;
};

void quarantine_init(struct quarantine *quarantine, uint64_t limit_bytes, uint64_t big_block_bytes);

/* Put a live block in; it becomes BLOCK_QUARANTINED. One that is too large for the whole quarantine becomes the first
 * to leave. Nothing leaves by this alone: Memcheck, too, waits until the next allocation, to keep dangling pointers
 * dangling. */
void quarantine_add(struct quarantine *quarantine, struct blocks *blocks, block_id id);

/* While there is more in quarantine than the limit: take the block out that must go next and return it, for the caller
 * to give its memory back and blocks_remove() it. 0: the rest may stay. */
block_id quarantine_take_excess(struct quarantine *quarantine, struct blocks *blocks);

/* For tests: do all its parts agree with each other? */
bool quarantine_is_valid(const struct quarantine *quarantine, const struct blocks *blocks);

#endif
