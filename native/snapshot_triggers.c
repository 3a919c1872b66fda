/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/snapshot_triggers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "memcheck/pure/snapshot/snapshot_periods.h"
#include "native/forks.h"
#include "native/locks.h"
#include "native/process_private.h"
#include "native/snapshot_peaks.h"
#include "native/snapshot_signals.h"
#include "native/snapshots.h"

static struct snapshot_periods periods; /* under LOCK_SITES, or while all threads stand still */
static bool has_clock, has_bytes;
static _Atomic bool is_due;

void snapshot_triggers_begin(void)
{
  periods = (struct snapshot_periods){.count = 0};
  has_clock = has_bytes = false;
  snapshot_peaks_watch(false);
  snapshot_signals_want_none();
}

void snapshot_triggers_add(const char *value)
{
  enum snapshot_clock clock;
  uint64_t every;
  if (strcmp(value, "peak") == 0)
    snapshot_peaks_watch(true);
  if (snapshot_signals_want(value))
    return;
  if (!snapshot_period_parse(value, &clock, &every))
    return;
  snapshot_periods_add(&periods, clock, every);
  has_clock |= clock == SNAPSHOT_NANOSECONDS;
  has_bytes |= clock == SNAPSHOT_BYTES;
}

bool snapshot_triggers_are_set(void)
{
  return periods.count > 0;
}

static uint64_t allocated_bytes(void)
{
  uint64_t bytes = 0;
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next)
    bytes += thread->allocated_bytes;
  return bytes;
}

void snapshot_triggers_tick(struct watched_thread *thread)
{
  locks_take(LOCK_SITES);
  if (has_clock && snapshot_periods_due(&periods, SNAPSHOT_NANOSECONDS, process_elapsed_ns()))
    is_due = true;
  if (has_bytes && snapshot_periods_due(&periods, SNAPSHOT_BYTES, allocated_bytes()))
    is_due = true;
  if (snapshot_periods_due(&periods, SNAPSHOT_ALLOCATIONS, forks_births()))
    is_due = true;
  locks_release(LOCK_SITES);
  if (is_due)
    watched_thread_ask(thread);
}

bool snapshot_triggers_take_due(void)
{
  return atomic_exchange(&is_due, false);
}

static void thin(void)
{
  uint64_t ids[SNAPSHOTS_KEPT_MAX];
  char text[200];
  const size_t count = snapshot_periods_thin(&periods, ids);
  for (size_t i = 0; i < count; i++)
    snapshots_remove(ids[i]);
  if (count == 0 || process.settings.is_quiet)
    return;
  snprintf(text, sizeof text,
           "Seep: every second periodic snapshot was removed, so that no more than %d are kept; from now on the time "
           "between two is twice as long\n",
           SNAPSHOTS_KEPT_MAX);
  output_send(&process.output, RECORD_MESSAGE,
              &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
}

static void note_taken(const struct record_snapshot *snapshot)
{
  locks_take(LOCK_SITES);
  if (snapshot->problem.size == 0)
    snapshot_periods_keep(&periods, snapshot->id);
  else
    snapshot_periods_double(&periods);
  locks_release(LOCK_SITES);
}

void snapshot_triggers_take(struct standstill *still, struct watched_thread *thread)
{
  snapshots_when_done(RECORD_SNAPSHOT_PERIODIC, note_taken);
  thin();
  (void)snapshots_take(
    still, &(struct snapshot_order){.reason = RECORD_SNAPSHOT_PERIODIC, .tid = thread->number, .label = {"", 0}});
}

void snapshot_triggers_in_child(void)
{
  is_due = false;
  snapshot_periods_forget(&periods);
  snapshot_peaks_in_child();
}
