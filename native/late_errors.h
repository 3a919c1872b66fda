/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes around blocks and to blocks that were freed, which are found later than they happen: who has written is not
 * known, but to which block, where that is from, and when it was found. */
#ifndef SEEP_NATIVE_LATE_ERRORS_H
#define SEEP_NATIVE_LATE_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "native/live_blocks.h"
#include "native/red_zones.h"
#include "native/thread_quarantine.h"
#include "native/watched_thread.h"

/* Found by a call with that stack, which frees or resizes the block. False: the C library would not survive if it got
 * the block. */
bool late_errors_at_free(struct watched_thread *thread, uint64_t start, const struct live_block *block,
                         const struct damage *damage, stack_id found_by);

/* Found when a block leaves quarantine. */
void late_errors_after_free(struct watched_thread *thread, const struct resting_block *block,
                            const struct damage *damage);

/* In a child after fork: what was written before is its parent's to report. */
void late_errors_in_child(void);

/* Look at all blocks that live, but for those from before the last fork, and at all that were freed. All threads stand
 * still, and memory_view.h is valid. */
void late_errors_at_end(struct watched_thread *thread);

#endif
