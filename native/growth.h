/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each allocation stack has on the heap, and samples of it while the program runs (--growth=yes). Nothing is
 * counted unless that is asked for, or the snapshot of the peak. */
#ifndef SEEP_NATIVE_GROWTH_H
#define SEEP_NATIVE_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/blocks/peak_plan.h"
#include "native/live_blocks.h"

/* For whoever takes a snapshot of the peak; while all threads stand still. */
extern struct peak_plan growth_peaks;
uint64_t growth_live_bytes(void);

/* Is anything counted? Then each block is told: when it comes, before it goes, if it stays after all, and
 * before it has another size. */
extern bool growth_is_counted;
void growth_add(const struct live_block *block);
/* `new_bytes`: that it is resized to, or 0. False: the heap is at a peak, and nothing was counted; not if
 * `whatever_peak`. */
bool growth_remove(const struct live_block *block, uint64_t new_bytes, bool whatever_peak);
void growth_keep(const struct live_block *block);
void growth_resize(const struct live_block *block, uint64_t bytes);

/* Put what is counted into a census that has begun; false: nothing is. Takes memory. */
struct stack_census;
bool growth_census(struct stack_census *census);

/* A stream begins: the process's first one, or that of a forked child, which has inherited all counters. */
void growth_begin(void);

/* Another program is about to be executed: a last sample. */
void growth_before_exec(void);

/* The last sample, and what all stacks have ever done, while all threads stand still; `blocks`: those that live. */
void growth_end(const struct blocks *blocks);

/* What was counted is forgotten, and nothing is counted until growth_begin(). */
void growth_forget(void);

#endif
