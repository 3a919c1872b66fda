/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks belong to the record, not to the snapshot's file: all that a snapshot names must be in the record. A process
 * that writes the file on the side cannot send any, so they go out before it is made. */
#include "memcheck/snapshot/snapshot_contents.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/heap/heap_blocks.h"
#include "memcheck/leak/leak_reader.h"
#include "memcheck/leak/roots.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/snapshot/snapshot_bytes.h"
#include "memcheck/snapshot/snapshot_threads.h"
#include "memcheck/stacks/traces.h"

enum {
  FRAME_BYTES = 1 << 17,      /* of small frames; HEAP_THREAD has at most 500 + 4096 numbers */
  LARGE_BLOCKS = 20000,       /* writing these takes about as long as copying the process */
  LARGE_SCAN_BYTES = 32 << 20,
  CACHE_LINE_BYTES = 64,
};

static unsigned char bytes[FRAME_BYTES];

/* --- beforehand --- */

/* Those of live blocks; of all blocks where nothing is counted by stack. Most of them have been sent already. */
static void send_stacks(void)
{
  struct sites *sites = guest.sites;
  struct site_totals totals;
  if (!sites)
    traces_send_all();
  for (uint32_t id = 1; sites && id < block_sites_limit(sites); id++)
    if (block_sites_totals(sites, id, &totals) && totals.live_blocks > 0)
      traces_send(id);
}

static uint64_t scanned_bytes(const struct snapshot_contents *contents)
{
  uint64_t sum = guest.sites ? block_sites_live_bytes(guest.sites) : clock_allocated_bytes;
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
  return blocks_limit(guest.blocks) > LARGE_BLOCKS || scanned_bytes(contents) > LARGE_SCAN_BYTES;
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

static void prefetch_values(void *context, uint64_t start)
{
  env_prefetch(shadow_v_bits(start));
  env_prefetch(shadow_v_bits(start + CACHE_LINE_BYTES));
}

static void write_bytes(void *context, const struct record_heap_contents *frame)
{
  WRITE_FRAME((struct snapshot_contents *)context, heap_contents, frame);
}

/* --- all of it --- */

void snapshot_contents_write(struct snapshot_contents *contents, const struct record_snapshot *head,
                             struct snapshot_counts *ret)
{
  const struct snapshot_source source = {
    .blocks = guest.blocks,
    .worker_count = contents->is_detached ? detached_worker_count() : 1,
    .memories = leak_reader_memories,
    .roots = contents->roots,
    .root_count = contents->root_count,
    .has_verdicts = contents->has_verdicts,
    .context = contents,
    .expect = prefetch_values,
    .use_stack = contents->is_detached ? NULL : use_stack,
    .write = write_frames,
  };
  write_header(contents);
  WRITE_FRAME(contents, snapshot, head);
  snapshot_threads_visit(write_thread, contents);
  if (snapshot_capture(&source, ret))
    snapshot_bytes_visit(guest.blocks, (uint64_t)settings.snapshot_contents_bytes, write_bytes, contents);
}

void snapshot_contents_end(struct snapshot_contents *contents, const struct snapshot_counts *counts, uint64_t pause_ns)
{
  WRITE_FRAME(contents, snapshot_end, (&(struct record_snapshot_end){.blocks = counts->blocks,
                                                                     .bytes = counts->bytes,
                                                                     .edges = counts->edges,
                                                                     .root_pointers = counts->root_pointers,
                                                                     .pause_ns = pause_ns}));
}
