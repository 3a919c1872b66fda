/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots of the running guest's heap: taking one, and what has become of it. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOTS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/record/record.h"

#include "pub_tool_basics.h"

/* Take one now; `reason`: enum record_snapshot_reason. Returns the frame that tells of it, with strings that are valid
 * until the next one is taken; `problem` says why it failed, or is empty. The file may still be being written, while
 * the guest goes on: then the numbers of blocks and pointers, and a failure, are known later (snapshots_last()). */
const struct record_snapshot *snapshots_take(ThreadId tid, unsigned reason, struct record_string label);

/* The same, but the file is complete when this returns. */
const struct record_snapshot *snapshots_take_whole(ThreadId tid, unsigned reason, struct record_string label);

/* Is one being written, as far as its writer has been heard of? */
bool snapshots_are_being_written(void);

/* The guest is about to go on: has the writer reported? */
void snapshots_tick(void);

/* Wait until none is being written. A writer that makes no progress is given up. */
void snapshots_finish(void);

/* The frame of the last one, with what is known of it now. */
const struct record_snapshot *snapshots_last(void);

/* The file of the last one. */
const char *snapshots_path(void);

/* The same at the end, after the leak check if there was one. */
void snapshots_take_last(bool has_verdicts);

/* Who asked for snapshots of that reason is told how each went: it was written, or has failed (`problem`). */
typedef void snapshot_done_fn(const struct record_snapshot *snapshot);
void snapshots_when_done(unsigned reason, snapshot_done_fn *done);

/* Remove the file of one. */
void snapshots_remove(uint64_t id);

/* A forked child counts its own. */
void snapshots_in_child(void);

#endif
