/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot/snapshot_peaks.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/blocks/block_sites.h"
#include "memcheck/heap/peaks.h"
#include "memcheck/snapshot/snapshots.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"

enum { NAME_BYTES = 256 };

static struct {
  struct record_snapshot frame; /* id 0: there is none */
  HChar file[NAME_BYTES];
  bool is_told;
} kept;

static void take(uint64_t live_bytes, bool may_leave)
{
  const uint64_t began_ns = core_monotonic_ns();
  const ThreadId tid = VG_(get_running_tid)();
  peak_plan_take(&peaks, live_bytes);
  if (may_leave)
    snapshots_take(tid, RECORD_SNAPSHOT_PEAK_SO_FAR, core_string(""));
  else
    snapshots_take_whole(tid, RECORD_SNAPSHOT_PEAK_SO_FAR, core_string(""));
  peaks.cost_ns += core_monotonic_ns() - began_ns;
}

static void at_peak(uint64_t live_bytes)
{
  snapshots_tick();
  if (peak_plan_is_worth(&peaks, live_bytes, clock_elapsed_ns(), snapshots_are_being_written()))
    take(live_bytes, true);
}

/* After a failure there are no more. */
static void note_taken(const struct record_snapshot *snapshot)
{
  if (snapshot->problem.size > 0) {
    peak_plan_end(&peaks);
    return;
  }
  if (kept.frame.id != 0)
    snapshots_remove(kept.frame.id);
  const size_t size = snapshot->file.size < NAME_BYTES ? snapshot->file.size : NAME_BYTES;
  VG_(memcpy)(kept.file, snapshot->file.data, size);
  kept.frame = *snapshot;
  kept.frame.file = (struct record_string){kept.file, size};
  kept.frame.label = kept.frame.problem = core_string("");
  peaks.cost_ns += snapshot->written_ns;
  kept.is_told = false;
}

void snapshot_peaks_watch(void)
{
  snapshots_when_done(RECORD_SNAPSHOT_PEAK_SO_FAR, note_taken);
  peaks_watch(at_peak);
}

void snapshot_peaks_before_end(void)
{
  if (!peak_plan_is_on(&peaks) || !guest.sites)
    return;
  const uint64_t live_bytes = block_sites_live_bytes(guest.sites);
  if (live_bytes > peaks.taken_bytes || kept.frame.id == 0)
    take(live_bytes, false);
  /* What the C library frees from now on is freed for the tool alone, on a stack that is no longer the program's. */
  peaks.due_bytes = UINT64_MAX;
}

void snapshot_peaks_tell(void)
{
  if (kept.frame.id == 0 || kept.is_told)
    return;
  struct record_snapshot frame = kept.frame;
  frame.reason = RECORD_SNAPSHOT_PEAK;
  channel_send_snapshot(&frame);
  channel_flush();
  kept.is_told = true;
}

void snapshot_peaks_in_child(void)
{
  if (peak_plan_is_on(&peaks))
    peaks_watch(at_peak);
  kept.frame.id = 0;
}
