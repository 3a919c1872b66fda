/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small heap is written by the thread that takes the snapshot, while all others stand still; a large one by a second
 * process (native/snapshot_writer.h), while the program goes on. Stacks and modules are those of the record, so there
 * is none without a record, and all that a second process may name is sent before. Whether that is done is looked at
 * when the program allocates, takes the next one or ends. */
#include "native/snapshots.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/snapshot/snapshot_capture.h"
#include "native/check.h"
#include "native/forks.h"
#include "native/live_blocks.h"
#include "native/memory_view.h"
#include "native/process_private.h"
#include "native/snapshot_files.h"
#include "native/snapshot_writer.h"
#include "native/stopped_stacks.h"
#include "native/call_stacks.h"

enum {
  LABEL_BYTES = 256,
  PROBLEM_BYTES = 256,
  FRAME_BYTES = 1 << 17, /* of small frames; HEAP_THREAD has at most 500 + 4096 numbers */
  CONTENTS_MAX = 4096,
  BYTE_BITS = 8,
  LARGE_BLOCKS = 20000, /* writing these takes about as long as copying the process */
  LARGE_BYTES = 32 << 20,
  WRITER_LOOK_MS = 500, /* while it is waited for */
  LOOKS_UNTIL_TOLD = 6,
  LOOKS_WITHOUT_PROGRESS = 120, /* then it is given up */
};

static struct {
  uint64_t last_id;
  uint64_t largest_bytes; /* of the files so far */
  struct snapshot_file file;
  struct record_snapshot frame;
  char label[LABEL_BYTES], problem[PROBLEM_BYTES];
  unsigned char bytes[FRAME_BYTES];
} snapshots;

/* --- what is told --- */

static const char *error_text(int number)
{
  static const struct {
    int number;
    const char *text;
  } texts[] = {
#define ERROR_TEXT(number, text) {number, text},
#include "shared/base/error_texts.def"
  };
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i].number == number)
      return texts[i].text;
  return "unexpected error";
}

static void set_problem(const char *what, int errno_value)
{
  snprintf(snapshots.problem, sizeof snapshots.problem, "%s%s%s", what, errno_value ? ": " : "",
           errno_value ? error_text(errno_value) : "");
  snapshots.frame.problem = process_string(snapshots.problem);
}

static snapshot_done_fn *when_done[RECORD_SNAPSHOT_PEAK + 1]; /* NULL: nobody asks */

void snapshots_when_done(unsigned reason, snapshot_done_fn *done)
{
  when_done[reason] = done;
}

static void send_snapshot(void)
{
  output_send(&process.output, RECORD_SNAPSHOT, &snapshots.frame);
  output_flush(&process.output);
  if (when_done[snapshots.frame.reason])
    when_done[snapshots.frame.reason](&snapshots.frame);
}

static void tell_asker(const struct snapshot_order *order)
{
  if (order->tell)
    order->tell(order->context, &snapshots.frame);
}

static void note_counts(const struct snapshot_counts *counts, uint64_t file_bytes)
{
  snapshots.frame.blocks = counts->blocks;
  snapshots.frame.bytes = counts->bytes;
  snapshots.frame.edges = counts->edges;
  if (file_bytes > snapshots.largest_bytes)
    snapshots.largest_bytes = file_bytes;
}

static void set_failure(const char *what, int errno_value)
{
  snapshots.frame.file.size = 0;
  set_problem(what, errno_value);
}

/* --- the file --- */

/* Put a frame into the file. */
static void write_frame(enum record_kind kind, const void *frame)
{
  struct record_encoder encoder = {.data = snapshots.bytes, .capacity = sizeof snapshots.bytes};
  record_put(&encoder, kind, frame);
  ENV_ASSERT(encoder.size <= encoder.capacity);
  snapshot_file_write(&snapshots.file, encoder.data, encoder.size);
}

static void write_header(void)
{
  struct record_encoder encoder = {.data = snapshots.bytes, .capacity = sizeof snapshots.bytes};
  record_put_header(&encoder);
  snapshot_file_write(&snapshots.file, encoder.data, encoder.size);
}

static void write_thread(void *context, const struct record_heap_thread *frame)
{
  (void)context;
  write_frame(RECORD_HEAP_THREAD, frame);
}

static void use_stack(void *context, uint32_t stack)
{
  (void)context;
  walks_send(&process.output, stack);
}

static bool write_frames(void *context, const unsigned char *data, size_t size)
{
  (void)context;
  return snapshot_file_write(&snapshots.file, data, size);
}

/* Bytes that cannot be read count as undefined. Of the others nothing is known. */
static void write_contents(const struct block *block, size_t bytes)
{
  static char copy[CONTENTS_MAX], undefined[CONTENTS_MAX / BYTE_BITS];
  const size_t readable = memory_view_copy(copy, block->start, bytes);
  memset(copy + readable, 0, bytes - readable);
  memset(undefined, 0, sizeof undefined);
  for (size_t i = readable; i < bytes; i++)
    undefined[i / BYTE_BITS] |= (char)(1 << i % BYTE_BITS);
  write_frame(RECORD_HEAP_CONTENTS, &(struct record_heap_contents){
                                      .start = block->start,
                                      .bytes = {copy, bytes},
                                      .undefined = {undefined, readable < bytes ? (bytes + 7) / BYTE_BITS : 0},
                                    });
}

static void write_all_contents(const struct blocks *blocks)
{
  const uint64_t wanted = process.settings.snapshot_contents;
  const uint64_t limit = wanted < CONTENTS_MAX ? wanted : CONTENTS_MAX;
  for (block_id id = 1; limit > 0 && id < blocks_limit(blocks); id++) {
    const struct block *const block = blocks_at(blocks, id);
    if (block->state == BLOCK_LIVE && block->size_bytes > 0)
      write_contents(block, block->size_bytes < limit ? block->size_bytes : limit);
  }
}

static void write_beginning(void)
{
  write_header();
  write_frame(RECORD_SNAPSHOT, &snapshots.frame);
  stopped_stacks_visit(&process.output, write_thread, NULL);
}

static void write_blocks(struct standstill *still, bool has_verdicts, bool is_copy, struct snapshot_counts *ret)
{
  const struct snapshot_source source = {
    .blocks = standstill_blocks(still),
    .worker_count = 1,
    .memories = &memory_view,
    .roots = memory_view_roots,
    .root_count = memory_view_root_count,
    .has_verdicts = has_verdicts,
    .use_stack = is_copy ? NULL : use_stack,
    .write = write_frames,
  };
  if (snapshot_capture(&source, ret))
    write_all_contents(source.blocks);
}

static void write_end(const struct snapshot_counts *counts)
{
  write_frame(RECORD_SNAPSHOT_END, &(struct record_snapshot_end){.blocks = counts->blocks,
                                                                 .bytes = counts->bytes,
                                                                 .edges = counts->edges,
                                                                 .root_pointers = counts->root_pointers,
                                                                 .pause_ns = snapshots.frame.pause_ns});
}

static void close_file(const struct snapshot_counts *counts)
{
  note_counts(counts, snapshots.file.bytes);
  if (!snapshot_file_close(&snapshots.file))
    set_failure("its file could not be written", snapshots.file.errno_value);
}

static void write_in_place(struct standstill *still, const struct snapshot_order *order)
{
  struct snapshot_counts counts;
  write_blocks(still, order->has_verdicts, false, &counts);
  snapshots.frame.pause_ns = process_now_ns(CLOCK_MONOTONIC) - still->began_ns;
  write_end(&counts);
  close_file(&counts);
  tell_asker(order);
}

/* --- written by a second process --- */

struct size {
  uint64_t blocks, bytes;
};

/* The stacks of live blocks, most of which have been sent already. */
static void look_at_block(void *context, uint64_t start, const struct live_block *block)
{
  struct size *const size = context;
  (void)start;
  size->blocks++;
  size->bytes += block->size_bytes;
  walks_send(&process.output, block->stack_id);
}

static bool is_large(void)
{
  struct size size = {0, 0};
  live_blocks_visit(look_at_block, &size);
  for (size_t i = 0; i < memory_view_root_count; i++)
    if (!memory_view_roots[i].words)
      size.bytes += memory_view_roots[i].end - memory_view_roots[i].start;
  return size.blocks > LARGE_BLOCKS || size.bytes > LARGE_BYTES;
}

/* In the writer. */
static __attribute__((noreturn)) void run_writer(struct standstill *still, const struct snapshot_order *order)
{
  struct snapshot_written written = {.bytes = 0};
  write_blocks(still, false, true, &written.counts);
  snapshots.frame.pause_ns = snapshot_writer_learn_pause();
  write_end(&written.counts);
  close_file(&written.counts);
  written.bytes = snapshots.file.bytes;
  written.errno_value = snapshots.file.errno_value;
  written.written_ns = process_now_ns(CLOCK_MONOTONIC) - still->began_ns;
  snapshots.frame.written_ns = written.written_ns;
  tell_asker(order);
  snapshot_writer_end(&written);
}

static void send_begun(void)
{
  const struct record_snapshot *const frame = &snapshots.frame;
  output_send(&process.output, RECORD_SNAPSHOT_BEGUN,
              &(struct record_snapshot_begun){.id = frame->id,
                                              .reason = frame->reason,
                                              .tid = frame->tid,
                                              .elapsed_ns = frame->elapsed_ns,
                                              .pause_ns = frame->pause_ns,
                                              .file = frame->file,
                                              .label = frame->label});
  output_flush(&process.output);
}

/* False: there is none, and nothing of blocks has been written. */
static bool start_writer(struct standstill *still, const struct snapshot_order *order)
{
  output_flush(&process.output);
  snapshot_file_lock(&snapshots.file);
  switch (snapshot_writer_start(snapshots.file.fd, order->tell ? order->kept_fd : -1)) {
  case SNAPSHOT_SIDE_FAILED:
    return false;
  case SNAPSHOT_SIDE_COPY:
    run_writer(still, order);
  case SNAPSHOT_SIDE_ORIGINAL:
    break;
  }
  snapshot_file_leave_to_writer(&snapshots.file);
  snapshots.frame.pause_ns = process_now_ns(CLOCK_MONOTONIC) - still->began_ns;
  snapshot_writer_tell_pause(snapshots.frame.pause_ns);
  send_begun();
  return true;
}

/* Is it over? */
static bool look_at_writer(unsigned wait_ms)
{
  struct snapshot_written written;
  switch (snapshot_writer_look(wait_ms, &written)) {
  case SNAPSHOT_WRITER_AT_WORK:
    return false;
  case SNAPSHOT_WRITER_DONE:
    note_counts(&written.counts, written.bytes);
    snapshots.frame.written_ns = written.written_ns;
    if (written.errno_value != 0)
      set_failure("its file could not be written", written.errno_value);
    break;
  case SNAPSHOT_WRITER_GONE:
    snapshot_file_unlink(&snapshots.file);
    set_failure("the process that wrote it was killed, perhaps as memory ran out", 0);
    break;
  }
  send_snapshot();
  return true;
}

static void tell_still_writing(uint64_t bytes)
{
  char text[LABEL_BYTES];
  if (process.settings.is_quiet)
    return;
  snprintf(text, sizeof text, "Seep: snapshot %lu is still being written, %lu MB so far\n",
           (unsigned long)snapshots.frame.id, (unsigned long)(bytes / 1000000));
  output_send(&process.output, RECORD_MESSAGE,
              &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
  output_flush(&process.output);
}

void snapshots_finish(void)
{
  uint64_t bytes = 0;
  for (unsigned looks = 0, idle = 0; snapshot_writer_is_there() && !look_at_writer(WRITER_LOOK_MS);) {
    const uint64_t before = bytes;
    bytes = snapshot_file_size(&snapshots.file);
    idle = bytes > before ? 0 : idle + 1;
    if (++looks % LOOKS_UNTIL_TOLD == 0)
      tell_still_writing(bytes);
    if (idle < LOOKS_WITHOUT_PROGRESS)
      continue;
    snapshot_writer_leave();
    set_failure("nothing more of it was written for a minute", 0);
    send_snapshot();
  }
}

bool snapshots_are_being_written(void)
{
  return snapshot_writer_is_there();
}

void snapshots_tick(void)
{
  if (snapshot_writer_is_there())
    (void)look_at_writer(0);
}

/* --- one snapshot --- */

static bool open_file(void)
{
  const char *const record = output_record_path(&process.output);
  snapshots.frame.id = ++snapshots.last_id;
  if (!record) {
    set_problem(process.settings.run_dir ? "the record of this process could not be written"
                                         : "there is no place for it, as this run keeps no record (--record=no)",
                0);
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
  snapshots.frame.file = process_string(snapshot_file_name(&snapshots.file));
  return true;
}

static uint64_t count_allocations(void)
{
  uint64_t count = 0;
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next)
    count += thread->allocations;
  return count;
}

static void begin_frame(const struct snapshot_order *order)
{
  const size_t size = order->label.size < LABEL_BYTES ? order->label.size : LABEL_BYTES;
  if (size > 0)
    memcpy(snapshots.label, order->label.data, size);
  snapshots.frame = (struct record_snapshot){
    .pid = (uint64_t)process_pid(),
    .start_time_ns = process.stream_start_ns,
    .generation = forks_generation(),
    .reason = order->reason,
    .tid = order->tid,
    .elapsed_ns = process_now_ns(CLOCK_MONOTONIC) - process.began_ns,
    .allocations = count_allocations(),
    .label = {snapshots.label, size},
  };
}

/* Of a process in which not all stand still, a second one would be noticed by those. */
static bool may_leave(const struct standstill *still, const struct snapshot_order *order)
{
  return !order->is_whole && !order->has_verdicts && still->moving == 0 && is_large();
}

const struct record_snapshot *snapshots_take(struct standstill *still, const struct snapshot_order *order)
{
  snapshots_finish();
  begin_frame(order);
  if (!still->has_roots) {
    snapshots.frame.id = ++snapshots.last_id;
    set_problem("/proc/self/maps cannot be read", 0);
    tell_asker(order);
  } else if (!open_file()) {
    tell_asker(order);
  } else {
    write_beginning();
    if (may_leave(still, order) && start_writer(still, order))
      return &snapshots.frame;
    write_in_place(still, order);
  }
  send_snapshot();
  return &snapshots.frame;
}

const struct record_snapshot *snapshots_take_now(struct watched_thread *own, const struct snapshot_order *order)
{
  struct standstill still;
  standstill_begin(&still, own, 0);
  standstill_tell(&still);
  const struct record_snapshot *const snapshot = snapshots_take(&still, order);
  standstill_end(&still);
  watched_threads_go_on();
  return snapshot;
}

const char *snapshots_path(void)
{
  return snapshots.file.path;
}

void snapshots_remove(uint64_t id)
{
  const char *const record = output_record_path(&process.output);
  if (record)
    snapshot_file_remove(record, id);
}

void snapshots_in_child(void)
{
  snapshots.last_id = 0;
  snapshot_writer_leave();
}
