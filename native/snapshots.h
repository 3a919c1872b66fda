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
  bool is_whole;     /* the file is to be complete when it is taken: the process ends */
  /* Who asks for this one, told when it is complete or has failed: here, or in a process that writes it, where
   * `kept_fd` is still open (negative: none is wanted). NULL: nobody. */
  void (*tell)(void *context, const struct record_snapshot *snapshot);
  void *context;
  int kept_fd;
};

/* Take one, and tell of it. Returns the frame, with strings that are valid until the next one is taken; `problem` says
 * why there is none, or is empty. A second process may be writing it still, while the program goes on: then the numbers
 * of blocks and pointers, and a failure, are known later. */
const struct record_snapshot *snapshots_take(struct standstill *still, const struct snapshot_order *order);

/* The same, in a standstill of its own: `own` is the running thread, which is inside, has claimed it, and is where its
 * registers say. */
const struct record_snapshot *snapshots_take_now(struct watched_thread *own, const struct snapshot_order *order);

/* Is one being written? Then look now and then, while nothing else is told, whether it is done. */
bool snapshots_are_being_written(void);
void snapshots_tick(void);

/* Wait until none is, while nothing else is told. A writer that makes no progress is given up. */
void snapshots_finish(void);

/* Who asked for snapshots of that reason is told how each went, when nothing else is told: it was written, or has
 * failed
 * (`problem`). */
typedef void snapshot_done_fn(const struct record_snapshot *snapshot);
void snapshots_when_done(unsigned reason, snapshot_done_fn *done);

/* The file of the last one. */
const char *snapshots_path(void);

/* Remove the file of one. */
void snapshots_remove(uint64_t id);

/* A forked child counts its own. */
void snapshots_in_child(void);

#endif
