/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshots.h"

#include "coregrind-glue/channel.h"
#include "coregrind-glue/core.h"
#include "memcheck/env.h"
#include "memcheck/heap.h"
#include "memcheck/instrument.h"
#include "memcheck/process.h"
#include "memcheck/roots.h"
#include "memcheck/snapshot_capture.h"
#include "memcheck/snapshot_file.h"
#include "memcheck/snapshot_threads.h"
#include "memcheck/snapshot_triggers.h"
#include "memcheck/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

enum { LABEL_BYTES = 256, PROBLEM_BYTES = 256, FRAME_BYTES = 1 << 17 };

static struct {
  uint64_t last_id;
  uint64_t largest_bytes; /* of the files so far */
  struct snapshot_file file;
  struct record_snapshot frame;
  HChar label[LABEL_BYTES], problem[PROBLEM_BYTES];
  unsigned char bytes[FRAME_BYTES]; /* of small frames; HEAP_THREAD has at most 500 + 4096 numbers */
} snapshots;

/* --- small frames --- */

/* Put a frame into the file. */
#define WRITE_FRAME(name, frame)                                                                     \
  do {                                                                                               \
    struct record_encoder encoder = {.data = snapshots.bytes, .capacity = sizeof snapshots.bytes};   \
    record_put_##name(&encoder, frame);                                                              \
    ENV_ASSERT(encoder.size <= encoder.capacity);                                                    \
    snapshot_file_write(&snapshots.file, encoder.data, encoder.size);                                \
  } while (0)

static void write_header(void)
{
  struct record_encoder encoder = {.data = snapshots.bytes, .capacity = sizeof snapshots.bytes};
  record_put_header(&encoder);
  snapshot_file_write(&snapshots.file, encoder.data, encoder.size);
}

static void write_thread(void *context, const struct record_heap_thread *frame)
{
  WRITE_FRAME(heap_thread, frame);
}

/* --- the capture --- */

static void use_stack(void *context, uint32_t stack)
{
  traces_send(stack);
}

static bool write_frames(void *context, const unsigned char *data, size_t size)
{
  return snapshot_file_write(&snapshots.file, data, size);
}

static void capture(bool at_exit, bool has_verdicts, struct snapshot_counts *ret)
{
  struct snapshot_source source = {
    .blocks = heap_blocks(),
    .memory = &roots_memory,
    .has_verdicts = has_verdicts,
    .use_stack = use_stack,
    .write = write_frames,
  };
  struct leak_root *roots;
  roots_collect(at_exit, &roots, &source.root_count);
  source.roots = roots;
  snapshot_capture(&source, ret);
  roots_release(roots);
}

static void write_all(bool at_exit, bool has_verdicts, uint64_t began_ns)
{
  struct record_snapshot *frame = &snapshots.frame;
  struct snapshot_counts counts;
  write_header();
  WRITE_FRAME(snapshot, frame);
  snapshot_threads_tell(write_thread, NULL);
  capture(at_exit, has_verdicts, &counts);
  frame->blocks = counts.blocks;
  frame->bytes = counts.bytes;
  frame->edges = counts.edges;
  frame->pause_ns = core_monotonic_ns() - began_ns;
  WRITE_FRAME(snapshot_end, (&(struct record_snapshot_end){.blocks = counts.blocks,
                                                           .bytes = counts.bytes,
                                                           .edges = counts.edges,
                                                           .root_pointers = counts.root_pointers,
                                                           .pause_ns = frame->pause_ns}));
}

/* --- one snapshot --- */

static void set_problem(const HChar *what, int errno_value)
{
  VG_(snprintf)(snapshots.problem, sizeof snapshots.problem, "%s%s%s", what, errno_value ? ": " : "",
                errno_value ? core_error_text(errno_value) : "");
  snapshots.frame.problem = core_string(snapshots.problem);
}

/* Without a record nobody knows its stacks. */
static bool open_file(void)
{
  bool is_wanted;
  const HChar *record = channel_record_path(&is_wanted);
  snapshots.frame.id = ++snapshots.last_id;
  if (!record) {
    set_problem(is_wanted ? "the record of this process could not be written"
                          : "there is no place for it, as this run keeps no record (--record=no)", 0);
    return false;
  }
  if (snapshots.frame.reason == RECORD_SNAPSHOT_PERIODIC && !snapshot_file_has_room(record, snapshots.largest_bytes)) {
    set_problem("a twentieth of the disk is to be left free", 0);
    return false;
  }
  if (!snapshot_file_create(&snapshots.file, record, &snapshots.last_id)) {
    set_problem("its file cannot be made", snapshots.file.errno_value);
    return false;
  }
  snapshots.frame.id = snapshots.last_id;
  snapshots.frame.file = core_string(snapshot_file_name(&snapshots.file));
  return true;
}

static void close_file(void)
{
  if (snapshots.file.bytes > snapshots.largest_bytes)
    snapshots.largest_bytes = snapshots.file.bytes;
  if (snapshot_file_close(&snapshots.file))
    return;
  snapshots.frame.file.size = 0;
  set_problem("its file could not be written", snapshots.file.errno_value);
}

static void begin(ThreadId tid, unsigned reason, struct record_string label)
{
  const size_t size = label.size < LABEL_BYTES ? label.size : LABEL_BYTES;
  VG_(memcpy)(snapshots.label, label.data, size);
  snapshots.frame = (struct record_snapshot){
    .pid = (uint64_t)VG_(getpid)(),
    .start_time_ns = process_start_time_ns(),
    .generation = process_generation(),
    .reason = reason,
    .tid = tid,
    .elapsed_ns = process_elapsed_ns(),
    .allocations = heap_allocations(),
    .instructions = instrument_instructions(),
    .label = {snapshots.label, size},
  };
}

static const struct record_snapshot *take(ThreadId tid, unsigned reason, struct record_string label, bool has_verdicts)
{
  const uint64_t began_ns = core_monotonic_ns();
  const bool at_exit = reason == RECORD_SNAPSHOT_AT_EXIT;
  begin(tid, reason, label);
  if (open_file()) {
    if (!at_exit)
      snapshot_threads_note();
    write_all(at_exit, has_verdicts, began_ns);
    close_file();
  }
  channel_send_snapshot(&snapshots.frame);
  channel_flush();
  return &snapshots.frame;
}

const struct record_snapshot *snapshots_take(ThreadId tid, unsigned reason, struct record_string label)
{
  return take(tid, reason, label, false);
}

const char *snapshots_path(void)
{
  return snapshots.file.path;
}

void snapshots_note_threads(void)
{
  if (snapshot_triggers_at_exit())
    snapshot_threads_note();
}

void snapshots_at_exit(bool has_verdicts)
{
  if (snapshot_triggers_at_exit())
    take(VG_(get_running_tid)(), RECORD_SNAPSHOT_AT_EXIT, core_string(""), has_verdicts);
}

void snapshots_remove(uint64_t id)
{
  bool is_wanted;
  const HChar *record = channel_record_path(&is_wanted);
  if (record)
    snapshot_file_remove(record, id);
}

void snapshots_forget(void)
{
  snapshots.last_id = 0;
  snapshot_triggers_forget();
}
