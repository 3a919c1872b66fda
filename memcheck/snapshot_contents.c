/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot_contents.h"

#include "coregrind-glue/detached.h"
#include "memcheck/env.h"
#include "memcheck/heap.h"
#include "memcheck/roots.h"
#include "memcheck/shadow.h"
#include "memcheck/snapshot_threads.h"
#include "memcheck/traces.h"

enum {
  FRAME_BYTES = 1 << 17,      /* of small frames; HEAP_THREAD has at most 500 + 4096 numbers */
  LARGE_BLOCKS = 20000,       /* about what takes as long as a copy of the process does */
  LARGE_SCAN_BYTES = 32 << 20,
  CACHE_LINE_BYTES = 64,
};

static unsigned char bytes[FRAME_BYTES];

/* --- beforehand --- */

/* A stack is sent once to each stream, and what allocates in the meantime is mostly what has done so before. */
static void send_stacks(void)
{
  struct sites *sites = heap_sites();
  struct site_totals totals;
  if (!sites)
    traces_send_all();
  for (uint32_t id = 1; sites && id < sites_limit(sites); id++)
    if (sites_totals(sites, id, &totals) && totals.live_blocks > 0)
      traces_send(id);
}

static uint64_t scanned_bytes(const struct snapshot_contents *contents)
{
  uint64_t sum = heap_sites() ? sites_live_bytes(heap_sites()) : heap_allocated_bytes();
  for (size_t i = 0; i < contents->root_count; i++)
    if (!contents->roots[i].words)
      sum += contents->roots[i].end - contents->roots[i].start;
  return sum;
}

void snapshot_contents_collect(struct snapshot_contents *contents, bool at_exit)
{
  if (!at_exit)
    snapshot_threads_note();
  roots_collect(at_exit, &contents->roots, &contents->root_count);
}

bool snapshot_contents_are_large(const struct snapshot_contents *contents)
{
  return blocks_limit(heap_blocks()) > LARGE_BLOCKS || scanned_bytes(contents) > LARGE_SCAN_BYTES;
}

void snapshot_contents_send_stacks(void)
{
  snapshot_threads_send_stacks();
  send_stacks();
}

void snapshot_contents_release(struct snapshot_contents *contents)
{
  roots_release(contents->roots);
}

/* --- small frames --- */

/* Put a frame into the file. */
#define WRITE_FRAME(contents, name, frame)                                       \
  do {                                                                           \
    struct record_encoder encoder = {.data = bytes, .capacity = sizeof bytes};   \
    record_put_##name(&encoder, frame);                                          \
    ENV_ASSERT(encoder.size <= encoder.capacity);                                \
    snapshot_file_write((contents)->file, encoder.data, encoder.size);           \
  } while (0)

static void write_header(struct snapshot_contents *contents)
{
  struct record_encoder encoder = {.data = bytes, .capacity = sizeof bytes};
  record_put_header(&encoder);
  snapshot_file_write(contents->file, encoder.data, encoder.size);
}

static void write_thread(void *context, const struct record_heap_thread *frame)
{
  WRITE_FRAME((struct snapshot_contents *)context, heap_thread, frame);
}

/* --- the file --- */

static void use_stack(void *context, uint32_t stack)
{
  traces_send(stack);
}

static bool write_frames(void *context, const unsigned char *data, size_t size)
{
  struct snapshot_contents *contents = context;
  return snapshot_file_write(contents->file, data, size);
}

static void expect_values(void *context, uint64_t start)
{
  env_prefetch(shadow_v_bits(start));
  env_prefetch(shadow_v_bits(start + CACHE_LINE_BYTES));
}

/* --- halves --- */

static void add_counts(struct snapshot_counts *counts, const struct snapshot_counts *more)
{
  counts->blocks += more->blocks;
  counts->bytes += more->bytes;
  counts->edges += more->edges;
  counts->root_pointers += more->root_pointers;
}

static struct snapshot_file rest; /* the second half, until both are there */

/* What the process that writes it says at its end. */
struct written_rest {
  struct snapshot_counts counts;
  uint64_t bytes;
  int errno_value;
};

static enum snapshot_part divide(void *context)
{
  struct snapshot_contents *contents = context;
  if (contents->part == SNAPSHOT_SECOND || !contents->may_divide || !snapshot_file_create_beside(&rest, contents->file))
    return contents->part;
  switch (detached_divide(&contents->other)) {
  case DETACHED_FAILED:
    snapshot_file_leave(&rest);
    break;
  case DETACHED_ORIGINAL:
    contents->part = SNAPSHOT_FIRST;
    break;
  case DETACHED_ITSELF:
    contents->part = SNAPSHOT_SECOND;
    detached_leave(contents->channel);
    snapshot_file_leave(contents->file);
    contents->file = &rest;
    break;
  }
  return contents->part;
}

static void __attribute__((noreturn)) tell_rest(const struct snapshot_contents *contents,
                                                const struct snapshot_counts *counts)
{
  const struct written_rest written = {.counts = *counts, .bytes = rest.bytes, .errno_value = rest.errno_value};
  detached_tell(contents->other, &written, sizeof written);
  detached_end();
}

/* False: the other one has failed, and the second half is still to be written. */
static bool take_rest(struct snapshot_contents *contents, struct snapshot_counts *counts)
{
  struct written_rest written = {0};
  const enum detached_news news = detached_hear(contents->other, &written, sizeof written, -1);
  const bool is_there = news == DETACHED_SAYS && written.errno_value == 0;
  detached_leave(contents->other);
  if (is_there) {
    rest.bytes = written.bytes;
    snapshot_file_append(contents->file, &rest);
    add_counts(counts, &written.counts);
  }
  snapshot_file_leave(&rest);
  return is_there;
}

/* --- all of it --- */

static void write_graph(struct snapshot_contents *contents, struct snapshot_counts *ret)
{
  const struct snapshot_source source = {
    .blocks = heap_blocks(),
    .memory = &roots_memory,
    .roots = contents->roots,
    .root_count = contents->root_count,
    .has_verdicts = contents->has_verdicts,
    .context = contents,
    .part = divide,
    .expect = expect_values,
    .use_stack = use_stack,
    .write = write_frames,
  };
  snapshot_capture(&source, ret);
}

void snapshot_contents_write(struct snapshot_contents *contents, const struct record_snapshot *head,
                             struct snapshot_counts *ret)
{
  write_header(contents);
  WRITE_FRAME(contents, snapshot, head);
  snapshot_threads_tell(write_thread, contents);
  write_graph(contents, ret);
  if (contents->part == SNAPSHOT_SECOND)
    tell_rest(contents, ret);
  if (contents->part == SNAPSHOT_FIRST && !take_rest(contents, ret)) {
    struct snapshot_counts counts;
    contents->part = SNAPSHOT_SECOND;
    write_graph(contents, &counts);
    add_counts(ret, &counts);
  }
}

void snapshot_contents_end(struct snapshot_contents *contents, const struct snapshot_counts *counts, uint64_t pause_ns)
{
  WRITE_FRAME(contents, snapshot_end, (&(struct record_snapshot_end){.blocks = counts->blocks,
                                                                     .bytes = counts->bytes,
                                                                     .edges = counts->edges,
                                                                     .root_pointers = counts->root_pointers,
                                                                     .pause_ns = pause_ns}));
}
