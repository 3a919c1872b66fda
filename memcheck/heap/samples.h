/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SAMPLE, SITE and MARK frames: when the heap is sampled, and what is sent. Without guest.sites all but marks do
 * nothing. */
#ifndef SEEP_MEMCHECK_HEAP_SAMPLES_H
#define SEEP_MEMCHECK_HEAP_SAMPLES_H

#include <stdint.h>

#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/blocks/block_sites.h"

#include "pub_tool_basics.h"

/* A stream begins: the process's first one, or that of a forked child, which has inherited all counters. */
void samples_begin(void);

/* Take a sample if it is time to. */
void samples_tick(void);

/* A sample. For --fail-alloc also what all sites have done so far, as it may be the end, and the places are wanted. */
void samples_before_exec(void);

/* The last sample, and what all sites have ever done. */
void samples_end(void);

/* Name this moment (MARK). */
void samples_mark(ThreadId tid, const HChar *name);

/* --- peaks --- */

/* When the heap begins to shrink it is sampled if it has more live bytes than this, and not before this cycle of the
 * processor. */
extern uint64_t samples_peak_bytes, samples_peak_cycles;

/* Takes a sample of the heap at a peak, or puts the next one off if peaks have cost too much of the time. */
void samples_take_peak(void);

/* The heap begins to shrink. */
static inline void samples_before_free(const struct sites *sites)
{
  if (block_sites_live_bytes(sites) > samples_peak_bytes && clock_cycles() >= samples_peak_cycles)
    samples_take_peak();
}

#endif
