/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SAMPLE, SITE and MARK frames: when the heap is looked at, and what is told of it. All do nothing with --growth=no,
 * but for marks. */
#ifndef SEEP_MEMCHECK_HEAP_SAMPLES_H
#define SEEP_MEMCHECK_HEAP_SAMPLES_H

#include <stdint.h>

#include "memcheck/base/clock.h"
#include "memcheck/blocks/block_sites.h"

#include "pub_tool_basics.h"

/* A stream begins: the process's own, or a forked child's, which inherits all counters. */
void samples_begin(void);

/* Take a sample if it is time to. */
void samples_tick(void);

/* Take one now. */
void samples_take(void);

/* The last sample, and what all sites have ever done. */
void samples_end(void);

/* A moment that has a name. */
void samples_mark(ThreadId tid, const HChar *name);

/* --- peaks --- */

/* Above so many live bytes the heap's beginning to shrink is worth a sample, from that tick on. */
extern uint64_t samples_peak_bytes, samples_peak_cycles;

void samples_take_peak(void);

/* The heap begins to shrink. */
static inline void samples_before_free(const struct sites *sites)
{
  if (block_sites_live_bytes(sites) > samples_peak_bytes && clock_cycles() >= samples_peak_cycles)
    samples_take_peak();
}

#endif
