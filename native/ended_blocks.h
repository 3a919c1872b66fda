/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How blocks of each allocation stack have ended (memcheck/pure/blocks/block_ends.h), where many threads free at once:
 * each counts what it has noted last for itself, so that it seldom waits for others. */
#ifndef SEEP_NATIVE_ENDED_BLOCKS_H
#define SEEP_NATIVE_ENDED_BLOCKS_H

#include "memcheck/pure/blocks/block_ends.h"
#include "memcheck/pure/stacks/stacks.h"
#include "native/live_blocks.h"
#include "native/watched_thread.h"

/* The block was freed or resized by a call with that stack (0: it is not kept, then nothing is counted). The thread is
 * inside. */
void ended_blocks_note(struct watched_thread *thread, const struct live_block *block, stack_id call, bool is_resized);

/* What all threads have counted, while they stand still; `own`: the running one. Theirs until one of them goes on;
 * NULL: nothing. */
const struct block_ends *ended_blocks_all(const struct watched_thread *own);

/* Nothing has ended yet: in a child after fork, for which it is not to tell what became of its parent's blocks, and for
 * a new stream. Locks are free, and no other thread is inside. */
void ended_blocks_forget(void);

#endif
