/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notices when the heap shrinks from more bytes than it had before, for whoever wants to look at it then
 * (memcheck/pure/blocks/peak_plan.h). Counted are the live bytes of guest.sites. */
#ifndef SEEP_MEMCHECK_HEAP_PEAKS_H
#define SEEP_MEMCHECK_HEAP_PEAKS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/peak_plan.h"

extern struct peak_plan peaks;

/* Call `at_peak` at each peak. To be called while options are read, and again to begin anew. */
void peaks_watch(void (*at_peak)(uint64_t live_bytes));

/* The heap is about to shrink by so much, and is no lower than the floor. */
void peaks_before_shrinking_near(uint64_t live_bytes, uint64_t gone_bytes);

/* The heap is about to shrink by so much. */
static inline void peaks_before_shrinking(uint64_t live_bytes, uint64_t gone_bytes)
{
  if (live_bytes >= peaks.floor_bytes)
    peaks_before_shrinking_near(live_bytes, gone_bytes);
}

#endif
