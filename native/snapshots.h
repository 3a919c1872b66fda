/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots of the heap of this process, while it stands still. */
#ifndef SEEP_NATIVE_SNAPSHOTS_H
#define SEEP_NATIVE_SNAPSHOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "native/standstill.h"
#include "shared/record/record.h"

struct snapshot_order {
  unsigned reason; /* enum record_snapshot_reason */
  uint32_t tid;    /* the thread that asks for it; 0: none */
  struct record_string label;
  bool has_verdicts; /* the blocks have those of a leak check */
};

/* Take one, and tell of it. Returns the frame, with strings that are valid until the next one is taken; `problem` says
 * why there is none, or is empty. */
const struct record_snapshot *snapshots_take(const struct standstill *still, const struct snapshot_order *order);

/* The same, in a standstill of its own: `own` is the running thread, which is inside, has claimed it, and is where its
 * registers say. */
const struct record_snapshot *snapshots_take_now(struct watched_thread *own, const struct snapshot_order *order);

/* The file of the last one. */
const char *snapshots_path(void);

/* Remove the file of one. */
void snapshots_remove(uint64_t id);

/* A forked child counts its own. */
void snapshots_in_child(void);

#endif
