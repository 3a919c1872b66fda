/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notices when the heap shrinks from more bytes than it had before, for whoever wants to look at it then. Counted are
 * the live bytes of guest.sites.
 *
 * A heap that rises also shrinks a little at every free. So a peak is noticed when the heap is about to have 0.5 % less
 * than at its largest: no later, even if a single block makes the difference. */
#ifndef SEEP_MEMCHECK_HEAP_PEAKS_H
#define SEEP_MEMCHECK_HEAP_PEAKS_H

#include <stdbool.h>
#include <stdint.h>

enum { PEAKS_DROP_SHARE = 200 };

struct peaks {
  uint64_t high_bytes;  /* the largest heap before a block went */
  uint64_t floor_bytes; /* less a PEAKS_DROP_SHARE; UINT64_MAX: nobody watches */
  uint64_t due_bytes;   /* lower peaks are not told */
};

extern struct peaks peaks;

/* Call `at_peak` at each peak. To be called while options are read, and again to begin anew. NULL: no more. */
void peaks_watch(void (*at_peak)(uint64_t live_bytes));
bool peaks_are_watched(void);

/* From now on, only peaks higher than this. */
static inline void peaks_raise(uint64_t due_bytes)
{
  peaks.due_bytes = due_bytes;
}

/* The heap is about to shrink by so much, and is no lower than the floor. */
void peaks_before_shrinking_near(uint64_t live_bytes, uint64_t gone_bytes);

/* The heap is about to shrink by so much. */
static inline void peaks_before_shrinking(uint64_t live_bytes, uint64_t gone_bytes)
{
  if (live_bytes >= peaks.floor_bytes)
    peaks_before_shrinking_near(live_bytes, gone_bytes);
}

#endif
