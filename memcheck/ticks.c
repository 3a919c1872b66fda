/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/ticks.h"

#include "memcheck/samples.h"
#include "memcheck/snapshot_triggers.h"

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

static void on_tick(ThreadId tid, ULong blocks_done)
{
  samples_tick();
  snapshot_triggers_tick(tid);
}

void ticks_init(void)
{
  VG_(track_start_client_code)(on_tick);
}
