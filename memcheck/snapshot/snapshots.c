/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A large heap is written by a second process that has the same memory (detached_process.h), while the guest runs on:
 * it is kept waiting only while threads and roots are found and page tables copied. What belongs into the record is
 * sent before: the stacks, and SNAPSHOT_BEGUN. How it went is told when the writer has reported, which is looked for
 * when the guest goes on or ends.
 *
 * There is one writer at a time; the next snapshot waits for it. When the heap is small, or no writer can be had, the
 * file is written while the guest stands still. */
#include "memcheck/snapshot/snapshots.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/snapshot/snapshot_contents.h"
#include "memcheck/snapshot/snapshot_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_threadstate.h"

enum {
  LABEL_BYTES = 256,
  PROBLEM_BYTES = 256,
  WRITER_POLL_MS = 500,           /* how often the writer is polled while it is waited for */
  POLLS_UNTIL_TOLD = 6,
  POLLS_WITHOUT_PROGRESS = 120, /* then the writer is given up */
  WRITER_POLL_CYCLES = 1 << 24,   /* some milliseconds: how often it is polled while the guest runs */
};

static struct {
  uint64_t last_id;
  uint64_t largest_bytes; /* of the files so far */
  uint64_t began_ns;
  struct snapshot_file file;
  struct record_snapshot frame;
  HChar label[LABEL_BYTES], problem[PROBLEM_BYTES];
  int writer;                /* channel to the process that writes this one; -1: there is none */
  uint64_t last_poll_cycles;
} snapshots = {.writer = -1};

static snapshot_done_fn *when_done[RECORD_SNAPSHOT_PEAK + 1]; /* NULL: nobody asks */

void snapshots_when_done(unsigned reason, snapshot_done_fn *done)
{
  when_done[reason] = done;
}

/* What the writer reports when it is done. */
struct written {
  struct snapshot_counts counts;
  uint64_t bytes, written_ns;
  int errno_value;
};

/* --- what is told --- */

static void set_problem(const HChar *what, int errno_value)
{
  VG_(snprintf)(snapshots.problem, sizeof snapshots.problem, "%s%s%s", what, errno_value ? ": " : "",
                errno_value ? core_error_text(errno_value) : "");
  snapshots.frame.problem = core_string(snapshots.problem);
}

static void set_counts(const struct snapshot_counts *counts)
{
  snapshots.frame.blocks = counts->blocks;
  snapshots.frame.bytes = counts->bytes;
  snapshots.frame.edges = counts->edges;
}

static void note_size(uint64_t bytes)
{
  if (bytes > snapshots.largest_bytes)
    snapshots.largest_bytes = bytes;
}

static void set_failure(const HChar *what, int errno_value)
{
  snapshots.frame.file.size = 0;
  set_problem(what, errno_value);
}

static void send_snapshot(void)
{
  channel_send_snapshot(&snapshots.frame);
  channel_flush();
  if (when_done[snapshots.frame.reason])
    when_done[snapshots.frame.reason](&snapshots.frame);
}

static void send_snapshot_begun(void)
{
  const struct record_snapshot *frame = &snapshots.frame;
  channel_send_snapshot_begun(&(struct record_snapshot_begun){
    .id = frame->id,
    .reason = frame->reason,
    .tid = frame->tid,
    .elapsed_ns = frame->elapsed_ns,
    .pause_ns = frame->pause_ns,
    .file = frame->file,
    .label = frame->label,
  });
  channel_flush();
}

/* --- beginning --- */

/* There is no snapshot without a record, which has its stacks and modules. */
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

static void begin_frame(ThreadId tid, unsigned reason, struct record_string label)
{
  const size_t size = label.size < LABEL_BYTES ? label.size : LABEL_BYTES;
  VG_(memcpy)(snapshots.label, label.data, size);
  snapshots.frame = (struct record_snapshot){
    .pid = (uint64_t)VG_(getpid)(),
    .start_time_ns = clock_stream_start_ns(),
    .generation = clock_generation(),
    .reason = reason,
    .tid = tid,
    .elapsed_ns = clock_elapsed_ns(),
    .allocations = clock_allocations,
    .instructions = clock_instructions,
    .label = {snapshots.label, size},
  };
}

/* --- written here --- */

static void write_in_place(struct snapshot_contents *contents)
{
  struct snapshot_counts counts;
  snapshot_contents_write(contents, &snapshots.frame, &counts);
  set_counts(&counts);
  snapshots.frame.pause_ns = core_monotonic_ns() - snapshots.began_ns;
  snapshot_contents_end(contents, &counts, snapshots.frame.pause_ns);
  note_size(snapshots.file.bytes);
  if (!snapshot_file_close(&snapshots.file))
    set_failure("its file could not be written", snapshots.file.errno_value);
}

/* --- written by another process --- */

/* In the writer. It is told how long the guest was paused, which is known only after it was made. */
static void __attribute__((noreturn)) run_writer(struct snapshot_contents *contents)
{
  struct written written = {0};
  uint64_t pause_ns = 0;
  contents->is_detached = true;
  snapshot_contents_write(contents, &snapshots.frame, &written.counts);
  detached_receive(snapshots.writer, &pause_ns, sizeof pause_ns, -1);
  snapshot_contents_end(contents, &written.counts, pause_ns);
  snapshot_file_close(&snapshots.file);
  written.bytes = snapshots.file.bytes;
  written.errno_value = snapshots.file.errno_value;
  written.written_ns = core_monotonic_ns() - snapshots.began_ns;
  detached_send(snapshots.writer, &written, sizeof written);
  detached_exit();
}

/* False: there is none, and nothing has been written. */
static bool start_writer(struct snapshot_contents *contents)
{
  snapshot_contents_send_stacks();
  channel_flush();
  snapshot_file_lock(&snapshots.file);
  switch (detached_start(snapshots.file.fd, &snapshots.writer)) {
  case DETACHED_FAILED:
    snapshots.writer = -1;
    return false;
  case DETACHED_COPY:
    run_writer(contents);
  case DETACHED_ORIGINAL:
    break;
  }
  snapshot_file_leave_to_writer(&snapshots.file);
  snapshots.frame.pause_ns = core_monotonic_ns() - snapshots.began_ns;
  detached_send(snapshots.writer, &snapshots.frame.pause_ns, sizeof snapshots.frame.pause_ns);
  send_snapshot_begun();
  return true;
}

static void drop_writer(void)
{
  if (snapshots.writer >= 0)
    detached_close(snapshots.writer);
  snapshots.writer = -1;
}

static void note_written(const struct written *written)
{
  set_counts(&written->counts);
  snapshots.frame.written_ns = written->written_ns;
  note_size(written->bytes);
  if (written->errno_value != 0)
    set_failure("its file could not be written", written->errno_value);
}

/* Has the writer reported, or gone? */
static bool poll_writer(int timeout_ms)
{
  struct written written;
  switch (detached_receive(snapshots.writer, &written, sizeof written, timeout_ms)) {
  case DETACHED_SILENT:
    return false;
  case DETACHED_MESSAGE:
    note_written(&written);
    break;
  case DETACHED_GONE:
    snapshot_file_unlink(&snapshots.file);
    set_failure("the process that wrote it was killed, perhaps as memory ran out", 0);
    break;
  }
  drop_writer();
  send_snapshot();
  return true;
}

static void tell_still_writing(uint64_t bytes)
{
  HChar text[LABEL_BYTES];
  if (settings.quiet)
    return;
  VG_(snprintf)(text, sizeof text, "Seep: snapshot %llu is still being written, %llu MB so far\n",
                (ULong)snapshots.frame.id, (ULong)(bytes / 1000000));
  channel_send_message(&(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = core_string(text)});
  channel_flush();
}

void snapshots_finish(void)
{
  uint64_t bytes = 0;
  for (unsigned looks = 0, idle = 0; snapshots.writer >= 0 && !poll_writer(WRITER_POLL_MS);) {
    const uint64_t before = bytes;
    bytes = snapshot_file_size(&snapshots.file);
    idle = bytes > before ? 0 : idle + 1;
    if (++looks % POLLS_UNTIL_TOLD == 0)
      tell_still_writing(bytes);
    if (idle < POLLS_WITHOUT_PROGRESS)
      continue;
    set_failure("nothing more of it was written for a minute", 0);
    drop_writer();
    send_snapshot();
  }
}

bool snapshots_are_being_written(void)
{
  return snapshots.writer >= 0;
}

void snapshots_tick(void)
{
  if (snapshots.writer < 0)
    return;
  const uint64_t now = clock_cycles();
  if (now - snapshots.last_poll_cycles < WRITER_POLL_CYCLES)
    return;
  snapshots.last_poll_cycles = now;
  poll_writer(0);
}

/* --- one snapshot --- */

static void write_snapshot(bool may_leave, bool has_verdicts)
{
  struct snapshot_contents contents = {.file = &snapshots.file, .has_verdicts = has_verdicts};
  snapshot_contents_collect(&contents, snapshots.frame.reason == RECORD_SNAPSHOT_AT_EXIT);
  const bool is_left = may_leave && snapshot_contents_are_large(&contents) && start_writer(&contents);
  if (!is_left)
    write_in_place(&contents);
  snapshot_contents_release(&contents);
}

static const struct record_snapshot *take_snapshot(ThreadId tid, unsigned reason, struct record_string label,
                                                   bool may_leave, bool has_verdicts)
{
  const uint64_t began_ns = core_monotonic_ns();
  snapshots_finish();
  snapshots.began_ns = began_ns;
  begin_frame(tid, reason, label);
  if (open_file())
    write_snapshot(may_leave, has_verdicts);
  if (snapshots.writer < 0)
    send_snapshot();
  return &snapshots.frame;
}

const struct record_snapshot *snapshots_take(ThreadId tid, unsigned reason, struct record_string label)
{
  return take_snapshot(tid, reason, label, true, false);
}

const struct record_snapshot *snapshots_take_whole(ThreadId tid, unsigned reason, struct record_string label)
{
  return take_snapshot(tid, reason, label, false, false);
}

const struct record_snapshot *snapshots_last(void)
{
  if (snapshots.writer >= 0)
    poll_writer(0);
  return &snapshots.frame;
}

const char *snapshots_path(void)
{
  return snapshots.file.path;
}

void snapshots_take_last(bool has_verdicts)
{
  take_snapshot(VG_(get_running_tid)(), RECORD_SNAPSHOT_AT_EXIT, core_string(""), false, has_verdicts);
}

void snapshots_remove(uint64_t id)
{
  bool is_wanted;
  const HChar *record = channel_record_path(&is_wanted);
  if (record)
    snapshot_file_remove(record, id);
}

void snapshots_in_child(void)
{
  drop_writer();
  snapshots.last_id = 0;
}
