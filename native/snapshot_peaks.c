/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread that is about to free a block at a peak has all others stand still first. These may have come there, too:
 * whoever is the first takes the snapshot for all of them. */
#include "native/snapshot_peaks.h"

#include <string.h>
#include <time.h>

#include "memcheck/pure/blocks/peak_plan.h"
#include "native/growth.h"
#include "native/locks.h"
#include "native/own_stack.h"
#include "native/process_private.h"
#include "native/snapshots.h"

enum { NAME_BYTES = 256 };

static struct {
  struct record_snapshot frame; /* id 0: there is none */
  char file[NAME_BYTES];
  bool is_told;
} kept;

bool snapshot_peaks_are_watched(void)
{
  return peak_plan_is_on(&growth_peaks);
}

void snapshot_peaks_watch(bool is_asked_for)
{
  kept.frame.id = 0;
  if (is_asked_for)
    peak_plan_begin(&growth_peaks);
  else
    peak_plan_end(&growth_peaks);
}

/* After a failure there are no more. */
static void note_taken(const struct record_snapshot *snapshot)
{
  if (snapshot->problem.size > 0) {
    locks_take(LOCK_SITES);
    peak_plan_end(&growth_peaks);
    locks_release(LOCK_SITES);
    return;
  }
  if (kept.frame.id != 0)
    snapshots_remove(kept.frame.id);
  const size_t size = snapshot->file.size < NAME_BYTES ? snapshot->file.size : NAME_BYTES;
  memcpy(kept.file, snapshot->file.data, size);
  kept.frame = *snapshot;
  kept.frame.file = (struct record_string){kept.file, size};
  kept.frame.label = kept.frame.problem = (struct record_string){"", 0};
  kept.is_told = false;
  growth_peaks.cost_ns += snapshot->written_ns;
}

static void take(struct standstill *still, const struct watched_thread *thread, bool is_end)
{
  snapshots_when_done(RECORD_SNAPSHOT_PEAK_SO_FAR, note_taken);
  peak_plan_take(&growth_peaks, growth_live_bytes());
  (void)snapshots_take(
    still, &(struct snapshot_order){
             .reason = RECORD_SNAPSHOT_PEAK_SO_FAR, .tid = thread->number, .label = {"", 0}, .is_whole = is_end});
  growth_peaks.cost_ns += process_now_ns(CLOCK_MONOTONIC) - still->began_ns;
}

/* --- in between --- */

static bool is_due(void)
{
  const uint64_t live_bytes = growth_live_bytes();
  return live_bytes > growth_peaks.due_bytes &&
         peak_plan_is_worth(&growth_peaks, live_bytes, process_elapsed_ns(), snapshots_are_being_written());
}

static void take_if_due(void *argument)
{
  struct watched_thread *const thread = argument;
  struct standstill still;
  standstill_begin(&still, thread, 0);
  if (is_due()) {
    standstill_tell(&still);
    take(&still, thread, false);
  }
  standstill_end(&still);
  watched_threads_go_on();
}

static void take_now(struct watched_thread *thread)
{
  own_stack_run(take_if_due, thread);
}

/* Registers are those of the thread when it is not inside any more. */
bool snapshot_peaks_take(void)
{
  if (!process_is_this() || watched_threads_are_claimed_here())
    return false;
  const uint64_t mask = standstill_claim();
  struct watched_thread *const thread = watched_thread_begin();
  if (thread)
    watched_thread_call_when_out(thread, take_now);
  watched_thread_end(thread);
  standstill_give_back(mask);
  return thread != NULL;
}

/* --- the end --- */

bool snapshot_peaks_are_due_at_end(void)
{
  return peak_plan_is_on(&growth_peaks) && growth_peaks.due_bytes != UINT64_MAX &&
         (growth_live_bytes() > growth_peaks.taken_bytes || kept.frame.id == 0);
}

void snapshot_peaks_at_end(struct standstill *still, const struct watched_thread *thread)
{
  if (snapshot_peaks_are_due_at_end())
    take(still, thread, true);
  if (peak_plan_is_on(&growth_peaks))
    growth_peaks.due_bytes = UINT64_MAX;
}

void snapshot_peaks_tell(void)
{
  if (kept.frame.id == 0 || kept.is_told)
    return;
  struct record_snapshot frame = kept.frame;
  frame.reason = RECORD_SNAPSHOT_PEAK;
  output_send(&process.output, RECORD_SNAPSHOT, &frame);
  output_flush(&process.output);
  kept.is_told = true;
}

void snapshot_peaks_in_child(void)
{
  if (peak_plan_is_on(&growth_peaks))
    peak_plan_begin(&growth_peaks);
  kept.frame.id = 0;
}
