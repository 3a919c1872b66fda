/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/periodic.h"

#include "coregrind-glue/core.h"
#include "memcheck/heap/samples.h"
#include "memcheck/instrument.h"
#include "memcheck/sanity.h"
#include "memcheck/snapshot/snapshot_triggers.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

static void on_tick(ThreadId tid, ULong blocks_done)
{
  userfaults_wait(tid);
  unwinder_forget_limits();
  instrument_tick(blocks_done);
  samples_tick();
  snapshot_triggers_tick(tid);
  sanity_tick(tid);
}

/* Counting is cheaper than finding out whether a sample is due, so that is asked once in a while. */
void periodic_before_allocation(ThreadId tid)
{
  enum { ALLOCATIONS = 16 };
  static unsigned count;
  if (++count % ALLOCATIONS == 0)
    samples_tick();
  snapshot_triggers_tick(tid);
}

void periodic_init(void)
{
  VG_(track_start_client_code)(on_tick);
}
