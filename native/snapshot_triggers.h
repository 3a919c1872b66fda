/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When snapshots are taken without being asked for, as --snapshot says: at the peak (native/snapshot_peaks.h), at
 * signals (native/snapshot_signals.h), and every so many seconds, allocations or bytes. The latter are taken when the
 * program allocates: while it does not, its heap does not grow. */
#ifndef SEEP_NATIVE_SNAPSHOT_TRIGGERS_H
#define SEEP_NATIVE_SNAPSHOT_TRIGGERS_H

#include <stdbool.h>

#include "native/watched_thread.h"

/* No snapshots are wanted, until options say so. */
void snapshot_triggers_begin(void);

/* A value of --snapshot, but for "exit". */
void snapshot_triggers_add(const char *value);

/* Are there periods? Then each allocation is told, by the thread that makes it: if a snapshot is due, it is asked for
 * one (watched_threads_listen()). */
bool snapshot_triggers_are_set(void);
void snapshot_triggers_tick(struct watched_thread *thread);

/* Is one due, and was not taken yet? It counts as taken. */
bool snapshot_triggers_take_due(void);

/* Take it, while the process stands still. */
struct standstill;
void snapshot_triggers_take(struct standstill *still, struct watched_thread *thread);

/* A forked child has taken none. */
void snapshot_triggers_in_child(void);

#endif
