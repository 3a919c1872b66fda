/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When snapshots are taken without being asked for by the program or a monitor command: what --snapshot says. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_TRIGGERS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_TRIGGERS_H

#include <stdbool.h>

#include "pub_tool_basics.h"

/* A value of --snapshot. */
void snapshot_triggers_add(const HChar *value);

/* The guest is about to end: note its threads, if a snapshot at exit will need them. */
void snapshot_triggers_note_threads(void);

/* At the end, after the leak check if there was one: take the last one, if it is wanted. When this returns nothing is
 * being written any more. */
void snapshot_triggers_at_exit(bool has_verdicts);

/* The guest is about to go on: take one if it is due. While one is being written, none is. */
void snapshot_triggers_tick(ThreadId tid);

/* A signal is about to be delivered. True: it was for a snapshot, and the guest, having no handler, is not to see
 * it. */
bool snapshot_triggers_on_signal(ThreadId tid, Int number);

/* A forked child has snapshots of its own. */
void snapshot_triggers_in_child(void);

#endif
