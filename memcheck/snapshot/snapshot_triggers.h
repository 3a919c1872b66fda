/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When snapshots are taken: what --snapshot asks for, and what the program or a monitor command does. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_TRIGGERS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_TRIGGERS_H

#include <stdbool.h>

#include "record/record.h"

#include "pub_tool_basics.h"

/* A value of --snapshot. */
void snapshot_triggers_add(const HChar *value);

/* Is one wanted at exit? */
bool snapshot_triggers_at_exit(void);

/* The guest is about to go on: is one due? While one is being written it waits. */
void snapshot_triggers_tick(ThreadId tid);

/* A periodic one has been written, or was not. */
void snapshot_triggers_note_periodic(const struct record_snapshot *snapshot);

/* A signal has come to a thread; true: it was for a snapshot only, for the guest has no handler. */
bool snapshot_triggers_on_signal(ThreadId tid, Int number);

/* A forked child counts its own. */
void snapshot_triggers_in_child(void);

#endif
