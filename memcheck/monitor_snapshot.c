/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The answer is also what `seep snapshot PID` reads: its first word tells success. */
#include "memcheck/monitor.h"

#include "memcheck/snapshots.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"

static void tell(const struct record_snapshot *snapshot)
{
  if (snapshot->problem.size > 0)
    VG_(gdb_printf)("no snapshot: %s\n", snapshot->problem.data);
  else
    VG_(gdb_printf)("snapshot %llu: %'llu blocks, %'llu bytes, %'llu pointers, program stopped for %'llu ms\n"
                    "in %s\n",
                    (ULong)snapshot->id, (ULong)snapshot->blocks, (ULong)snapshot->bytes, (ULong)snapshot->edges,
                    (ULong)(snapshot->pause_ns / 1000000), snapshots_path());
}

void monitor_snapshot(ThreadId tid, HChar **words)
{
  const HChar *label = VG_(strtok_r)(NULL, "", words);
  while (label && *label == ' ')
    label++;
  const struct record_string text = {label ? label : "", label ? VG_(strlen)(label) : 0};
  tell(snapshots_take(tid, RECORD_SNAPSHOT_BY_MONITOR, text));
}
