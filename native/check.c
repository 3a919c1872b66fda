/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of live blocks becomes the one that the scan works on (memcheck/pure/blocks), which is made anew for each
 * check. */
#include "native/check.h"

#include <string.h>

#include "memcheck/pure/leak/leak_delta.h"
#include "memcheck/pure/leak/leak_doubts.h"
#include "memcheck/pure/leak/leak_frames.h"
#include "memcheck/pure/leak/leak_siblings.h"
#include "native/ended_blocks.h"
#include "native/ended_threads.h"
#include "native/forks.h"
#include "native/live_blocks.h"
#include "native/old_blocks.h"
#include "native/process_private.h"
#include "native/call_stacks.h"

static struct output *output;
static unsigned resolution;
static uint64_t last_id;
static struct leak_result last_result;

static void add_block(void *context, uint64_t start, const struct live_block *live)
{
  struct blocks *const blocks = context;
  const block_id id = blocks_add(blocks, BLOCK_HEAP, start, live->size_bytes);
  if (id == 0)
    return;
  struct block *const block = blocks_at(blocks, id);
  block->allocator = live->allocator & 3;
  block->alloc_stack_id = live->stack_id;
  block->birth = live->birth;
  block->tid = live->tid;
  block->generation = forks_generation_at(live->birth);
}

/* From before Seep came. */
static void add_old_block(void *context, uint64_t start, uint64_t size_bytes)
{
  add_block(context, start,
            &(struct live_block){
              .stack_id = old_blocks_stack(), .allocator = RECORD_ALLOCATOR_MALLOC, .size_bytes = size_bytes});
}

static uint32_t key_of_stack(void *context, uint32_t stack)
{
  (void)context;
  return stacks_key(walks_stacks(), stack, resolution);
}

struct blocks *check_blocks(void)
{
  struct blocks *const blocks = blocks_create();
  live_blocks_visit(add_block, blocks);
  if (process.is_attached)
    old_blocks_visit(add_old_block, blocks);
  return blocks;
}

static void send_stack(stack_id id)
{
  walks_send(output, id);
}

static void send(enum record_kind kind, const void *frame)
{
  output_send(output, kind, frame);
}

static void send_result(uint64_t check, const struct leak_result *result, const struct leak_doubts *doubts,
                        const struct leak_options *options)
{
  static const struct leak_frames_output frames = {.send = send, .send_stack = send_stack};
  const struct block_ends *const ends = ended_blocks_all(watched_thread_current());
  struct leak_changes changes;
  leak_delta_compare(&last_result, result, &changes);
  leak_frames_send(&frames, check, &result->cycles, &changes, doubts);
  if (ends)
    leak_siblings_send(&frames, check, &changes, options, ends);
  leak_delta_release(&changes);
}

void check_run(struct output *to, const struct native_settings *settings, struct blocks *blocks,
               const struct check_order *order)
{
  struct leak_result result;
  struct leak_doubts doubts;
  const struct leak_options options = {.generation = order->generation,
                                       .heuristics = settings->leak_heuristics,
                                       .is_never_joined = ended_threads_is_never_joined,
                                       .stack_key = key_of_stack,
                                       .kept_by_any = process.is_attached ? old_blocks_stack() : 0};
  const uint64_t id = ++last_id;
  output = to;
  resolution = settings->leak_frames;
  output_send(output, RECORD_LEAK_BEGIN,
              &(struct record_leak_begin){
                .id = id, .mode = order->mode, .delta = order->delta, .reason = order->reason, .tid = 1});
  leak_scan_run(blocks, &memory_view, memory_view_roots, memory_view_root_count, &options, &result);
  leak_doubts_find(blocks, &memory_view, memory_view_roots, memory_view_root_count, &options, &result, &doubts);
  send_result(id, &result, &doubts, &options);
  leak_doubts_release(&doubts);
  output_send(output, RECORD_LEAK_END, &(struct record_leak_end){.id = id, .searched_bytes = result.searched_bytes});
  leak_result_release(&last_result);
  last_result = result;
}

void check_forget(void)
{
  leak_result_release(&last_result);
  memset(&last_result, 0, sizeof last_result);
}
