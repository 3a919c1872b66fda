/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A snapshot is written by the thread that takes it, while all others stand still. Its stacks and modules are those of
 * the record, so there is none without a record. */
#include "native/snapshots.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/snapshot/snapshot_capture.h"
#include "native/check.h"
#include "native/forks.h"
#include "native/memory_view.h"
#include "native/process_private.h"
#include "native/snapshot_files.h"
#include "native/stopped_stacks.h"
#include "native/call_stacks.h"

enum {
  LABEL_BYTES = 256,
  PROBLEM_BYTES = 256,
  FRAME_BYTES = 1 << 17, /* of small frames; HEAP_THREAD has at most 500 + 4096 numbers */
  CONTENTS_MAX = 4096,
  BYTE_BITS = 8,
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

static void send_snapshot(void)
{
  output_send(&process.output, RECORD_SNAPSHOT, &snapshots.frame);
  output_flush(&process.output);
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

static void write_all(const struct standstill *still, bool has_verdicts)
{
  struct snapshot_counts counts;
  const struct snapshot_source source = {
    .blocks = still->blocks,
    .worker_count = 1,
    .memories = &memory_view,
    .roots = memory_view_roots,
    .root_count = memory_view_root_count,
    .has_verdicts = has_verdicts,
    .use_stack = use_stack,
    .write = write_frames,
  };
  write_header();
  write_frame(RECORD_SNAPSHOT, &snapshots.frame);
  stopped_stacks_visit(&process.output, write_thread, NULL);
  if (snapshot_capture(&source, &counts))
    write_all_contents(still->blocks);
  snapshots.frame.blocks = counts.blocks;
  snapshots.frame.bytes = counts.bytes;
  snapshots.frame.edges = counts.edges;
  snapshots.frame.pause_ns = process_now_ns(CLOCK_MONOTONIC) - still->began_ns;
  write_frame(RECORD_SNAPSHOT_END, &(struct record_snapshot_end){.blocks = counts.blocks,
                                                                 .bytes = counts.bytes,
                                                                 .edges = counts.edges,
                                                                 .root_pointers = counts.root_pointers,
                                                                 .pause_ns = snapshots.frame.pause_ns});
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

const struct record_snapshot *snapshots_take(const struct standstill *still, const struct snapshot_order *order)
{
  begin_frame(order);
  if (!still->has_roots) {
    snapshots.frame.id = ++snapshots.last_id;
    set_problem("/proc/self/maps cannot be read", 0);
  } else if (open_file()) {
    write_all(still, order->has_verdicts);
    if (snapshots.file.bytes > snapshots.largest_bytes)
      snapshots.largest_bytes = snapshots.file.bytes;
    if (!snapshot_file_close(&snapshots.file)) {
      snapshots.frame.file.size = 0;
      set_problem("its file could not be written", snapshots.file.errno_value);
    }
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
}
