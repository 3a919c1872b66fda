/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot of the heap at its peak (--snapshot=peak), taken when memcheck/pure/blocks/peak_plan.h says so. Counted
 * are the live bytes of native/growth.h. */
#ifndef SEEP_NATIVE_SNAPSHOT_PEAKS_H
#define SEEP_NATIVE_SNAPSHOT_PEAKS_H

#include <stdbool.h>
#include <stdint.h>

#include "native/standstill.h"

/* Is it asked for? Watching begins anew each time. */
bool snapshot_peaks_are_watched(void);
void snapshot_peaks_watch(bool is_asked_for);

/* The running thread, which is not inside, has met a peak (growth_remove()), and can free nothing until there is a
 * snapshot, which is taken here, or was by another thread meanwhile. False: there can be none now. */
bool snapshot_peaks_take(void);

/* The process is about to end: its heap may be at its largest. Later peaks are none of the program's. */
bool snapshot_peaks_are_due_at_end(void);
void snapshot_peaks_at_end(struct standstill *still, const struct watched_thread *thread);

/* Tell which one is kept, unless that was told already. */
void snapshot_peaks_tell(void);

/* A forked child has a peak of its own, which is no less than what it has inherited. */
void snapshot_peaks_in_child(void);

#endif
