/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot of the heap at its peak: one is taken when the heap begins to shrink and has exceeded the last peak, and
 * replaces the one before.
 *
 * It is within 1 % of the true peak as long as these snapshots take less than 5 % of the time, else within 5 %: a heap
 * that rises in many waves is not written again for each of them. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_PEAKS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_PEAKS_H

#include "pub_tool_basics.h"

/* --snapshot=peak. */
void snapshot_peaks_watch(void);

/* The process is about to end, and all its threads are still there: its heap may be at its largest. */
void snapshot_peaks_before_end(void);

/* Tell which one is kept, unless that was told already. None is being written. */
void snapshot_peaks_tell(void);

/* A forked child has a peak of its own, which is no less than what it has inherited. */
void snapshot_peaks_in_child(void);

#endif
