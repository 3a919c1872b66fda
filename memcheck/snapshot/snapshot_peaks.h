/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot of the heap at its peak, taken when memcheck/pure/blocks/peak_plan.h says so. */
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
