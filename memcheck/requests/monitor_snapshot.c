/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep snapshot PID` reads these answers: the first word tells whether it worked. A user of gdb has the program
 * stopped anyway, and waits for the file; `seep snapshot` lets it go on, and asks again until the file is written. */
#include "memcheck/requests/monitor.h"

#include "memcheck/snapshot/snapshots.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"

enum { NANOSECONDS_OF_MILLISECOND = 1000000 };

static void tell_written(const struct record_snapshot *snapshot)
{
  VG_(gdb_printf)("snapshot %llu: %'llu blocks, %'llu bytes, %'llu pointers, program stopped for %'llu ms",
                  (ULong)snapshot->id, (ULong)snapshot->blocks, (ULong)snapshot->bytes, (ULong)snapshot->edges,
                  (ULong)(snapshot->pause_ns / NANOSECONDS_OF_MILLISECOND));
  if (snapshot->written_ns > 0)
    VG_(gdb_printf)(", written in %'llu ms", (ULong)(snapshot->written_ns / NANOSECONDS_OF_MILLISECOND));
  VG_(gdb_printf)("\nin %s\n", snapshots_path());
}

static void tell_snapshot(const struct record_snapshot *snapshot)
{
  if (snapshot->problem.size > 0)
    VG_(gdb_printf)("no snapshot: %s\n", snapshot->problem.data);
  else if (snapshots_are_being_written())
    VG_(gdb_printf)("begun %llu: program stopped for %'llu ms\nin %s\n", (ULong)snapshot->id,
                    (ULong)(snapshot->pause_ns / NANOSECONDS_OF_MILLISECOND), snapshots_path());
  else
    tell_written(snapshot);
}

static struct record_string rest_of_words(HChar **words)
{
  const HChar *label = VG_(strtok_r)(NULL, "", words);
  while (label && *label == ' ')
    label++;
  return (struct record_string){label ? label : "", label ? VG_(strlen)(label) : 0};
}

void monitor_snapshot(ThreadId tid, HChar **words)
{
  tell_snapshot(snapshots_take_whole(tid, RECORD_SNAPSHOT_BY_MONITOR, rest_of_words(words)));
}

static void tell_end(uint64_t id)
{
  const struct record_snapshot *last = snapshots_last();
  if (last->id == id)
    tell_snapshot(last);
  else
    VG_(gdb_printf)("snapshot %llu: the report tells of it\n", (ULong)id);
}

void monitor_snapshot_in_parts(ThreadId tid, HChar **words)
{
  const HChar *part = VG_(strtok_r)(NULL, " ", words);
  if (part && VG_(strcmp)(part, "begin") == 0)
    tell_snapshot(snapshots_take(tid, RECORD_SNAPSHOT_BY_MONITOR, rest_of_words(words)));
  else if (part && VG_(strcmp)(part, "end") == 0)
    tell_end((uint64_t)VG_(strtoull10)(rest_of_words(words).data, NULL));
  else
    VG_(gdb_printf)("no snapshot: neither begin nor end\n");
}
