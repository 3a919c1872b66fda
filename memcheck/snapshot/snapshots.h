/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots of the running guest's heap: when they are taken, and how they get into their files. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOTS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/record.h"

#include "pub_tool_basics.h"

/* Take one now; `reason`: enum record_snapshot_reason. Returns the frame that tells of it; its strings are there
 * until the next one. `problem` says why there is none, if so. It may still be being written then, while the guest
 * goes on; how many blocks it has, and whether that has failed, turns out later. */
const struct record_snapshot *snapshots_take(ThreadId tid, unsigned reason, struct record_string label);

/* The same, but it is written when this returns. */
const struct record_snapshot *snapshots_take_whole(ThreadId tid, unsigned reason, struct record_string label);

/* Is one being written? Told by what has been heard by then. */
bool snapshots_are_being_written(void);

/* The guest is about to go on: hear of it. */
void snapshots_tick(void);

/* Wait until none is being written. A writer that does not get on is given up. */
void snapshots_finish(void);

/* The frame of the last one, as far as has been heard of it now. */
const struct record_snapshot *snapshots_last(void);

/* The file of the last one. */
const char *snapshots_path(void);

/* The guest is about to end: note what the core will have forgotten then. */
void snapshots_note_threads(void);

/* After the leak check at the end, if there was one. Nothing is being written any more when this returns. */
void snapshots_at_exit(bool has_verdicts);

/* Remove the file of one. */
void snapshots_remove(uint64_t id);

/* A forked child counts its own. */
void snapshots_in_child(void);

#endif
