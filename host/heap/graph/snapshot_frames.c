/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every item of a list takes a byte of the file at least, and arrays grow as items come: what is needed is in
 * proportion to the file, whatever it claims. */
#include "host/heap/graph/snapshot_frames.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"

/* Nodes of graphs are numbered in 31 bits. */
enum { ITEMS_MAX = 1 << 30 };

void snapshot_frames_deinit(struct snapshot_frames *frames)
{
  free(frames->ids);
  free(frames->edges);
}

__attribute__((format(printf, 2, 3)))
static struct error *contradiction(const struct record_frame *frame, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *what = print_args(format, args);
  va_end(args);
  struct error *error = error_format("frame at offset 0x%llx: %s; the file is damaged, take the snapshot again",
                                     (unsigned long long)frame->offset, what);
  free(what);
  return error;
}

static struct error *too_many(const struct record_frame *frame, const char *what)
{
  return error_format("frame at offset 0x%llx: more than %d %s, which is more than Seep can read",
                      (unsigned long long)frame->offset, ITEMS_MAX, what);
}

/* A list of steps, taken one after the other. */
static uint64_t add_step(uint64_t from, uint64_t zigzag)
{
  return from + (zigzag >> 1 ^ -(zigzag & 1));
}

static uint32_t clamp(uint64_t number)
{
  return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

/* --- blocks --- */

static bool blocks_in_step(const struct record_heap_blocks *blocks)
{
  const size_t count = blocks->id_steps.count;
  return blocks->start_steps.count == count && blocks->bytes.count == count && blocks->stack_ids.count == count &&
         blocks->birth_steps.count == count && blocks->tids.count == count && blocks->generations.count == count &&
         blocks->kinds.count == count && blocks->allocators.count == count;
}

/* Is there room for the numbers of block i? */
static bool block_fits(const struct record_heap_blocks *blocks, size_t i)
{
  return blocks->stack_ids.items[i] <= UINT32_MAX && blocks->tids.items[i] <= UINT32_MAX &&
         blocks->generations.items[i] <= UINT32_MAX && blocks->kinds.items[i] <= RECORD_LEAK_REACHABLE &&
         blocks->allocators.items[i] <= RECORD_ALLOCATOR_CUSTOM;
}

static struct error *check_block(const struct snapshot_frames *frames, const struct record_frame *frame, uint64_t id,
                                 uint64_t start, size_t i)
{
  const uint32_t count = frames->snapshot->block_count;
  const uint64_t bytes = frame->heap_blocks.bytes.items[i];
  if (id == 0 || id > UINT32_MAX || (count > 0 && id <= frames->ids[count - 1]))
    return contradiction(frame, "block %llu after block %u", (unsigned long long)id,
                         count > 0 ? frames->ids[count - 1] : 0);
  if (start + bytes < start || frames->snapshot->bytes + bytes < bytes)
    return contradiction(frame, "block %llu of %llu bytes at 0x%llx goes beyond the end of memory",
                         (unsigned long long)id, (unsigned long long)bytes, (unsigned long long)start);
  if (!block_fits(&frame->heap_blocks, i))
    return contradiction(frame, "block %llu has a thread, stack or kind that cannot be", (unsigned long long)id);
  return NULL;
}

static void add_block(struct snapshot_frames *frames, uint32_t id, const struct heap_block *block)
{
  struct snapshot *snapshot = frames->snapshot;
  const uint32_t count = snapshot->block_count;
  grow((void **)&snapshot->blocks, count, &frames->block_capacity, sizeof *snapshot->blocks);
  grow((void **)&frames->ids, count, &frames->id_capacity, sizeof *frames->ids);
  snapshot->blocks[count] = *block;
  frames->ids[count] = id;
  snapshot->bytes += block->bytes;
  snapshot->block_count++;
}

static struct error *take_blocks(struct snapshot_frames *frames, const struct record_frame *frame)
{
  const struct record_heap_blocks *blocks = &frame->heap_blocks;
  const size_t count = blocks->id_steps.count;
  if (!blocks_in_step(blocks))
    return contradiction(frame, "lists of blocks that are of different lengths");
  if (count > ITEMS_MAX - frames->snapshot->block_count)
    return too_many(frame, "blocks");
  struct error *error = NULL;
  for (uint64_t i = 0, id = 0, start = 0, birth = 0; i < count; i++) {
    id = add_step(id, blocks->id_steps.items[i]);
    start = add_step(start, blocks->start_steps.items[i]);
    birth = add_step(birth, blocks->birth_steps.items[i]);
    if ((error = check_block(frames, frame, id, start, i)))
      break;
    const struct heap_block block = {
      .start = start, .bytes = blocks->bytes.items[i], .birth = birth, .stack_id = (uint32_t)blocks->stack_ids.items[i],
      .tid = (uint32_t)blocks->tids.items[i], .generation = (uint32_t)blocks->generations.items[i],
      .kind = (uint8_t)blocks->kinds.items[i], .allocator = (uint8_t)blocks->allocators.items[i]};
    add_block(frames, (uint32_t)id, &block);
  }
  return error;
}

/* --- edges --- */

static void add_edge(struct snapshot_frames *frames, const struct raw_edge *edge)
{
  *NEW_ITEM(frames->edges, frames->edge_count, frames->edge_capacity) = *edge;
}

static struct error *take_edges(struct snapshot_frames *frames, const struct record_frame *frame)
{
  const struct record_heap_edges *edges = &frame->heap_edges;
  const size_t count = edges->from_steps.count;
  if (edges->offset_steps.count != count || edges->to_steps.count != count || edges->intos.count != count)
    return contradiction(frame, "lists of pointers that are of different lengths");
  if (count > ITEMS_MAX - frames->edge_count)
    return too_many(frame, "pointers");
  for (uint64_t i = 0, from = 0, offset = 0, to = 0; i < count; i++) {
    const uint64_t before = from;
    from = add_step(from, edges->from_steps.items[i]);
    offset = add_step(i > 0 && from == before ? offset : 0, edges->offset_steps.items[i]);
    to = add_step(to, edges->to_steps.items[i]);
    if (from > UINT32_MAX || to > UINT32_MAX)
      return contradiction(frame, "a pointer from block %llu to block %llu, which are not there",
                           (unsigned long long)from, (unsigned long long)to);
    const struct raw_edge edge = {(uint32_t)from, (uint32_t)to, clamp(offset), clamp(edges->intos.items[i])};
    add_edge(frames, &edge);
  }
  return NULL;
}

/* --- roots --- */

static struct error *check_roots(const struct snapshot_frames *frames, const struct record_frame *frame)
{
  const struct record_heap_roots *roots = &frame->heap_roots;
  const size_t count = roots->address_steps.count;
  if (roots->to_steps.count != count || roots->intos.count != count)
    return contradiction(frame, "lists of roots that are of different lengths");
  if (count > ITEMS_MAX - frames->snapshot->root_count)
    return too_many(frame, "roots");
  if (roots->class < RECORD_ROOT_GLOBAL || roots->class > RECORD_ROOT_REGISTER || roots->tid > UINT32_MAX)
    return contradiction(frame, "roots of class %llu and thread %llu", (unsigned long long)roots->class,
                         (unsigned long long)roots->tid);
  return NULL;
}

static bool is_in_range(const struct record_heap_roots *roots, uint64_t address)
{
  return roots->class == RECORD_ROOT_REGISTER || (address >= roots->start && address < roots->end);
}

static void add_root(struct snapshot_frames *frames, const struct heap_root *root)
{
  struct snapshot *snapshot = frames->snapshot;
  *NEW_ITEM(snapshot->roots, snapshot->root_count, frames->root_capacity) = *root;
}

static struct error *take_roots(struct snapshot_frames *frames, const struct record_frame *frame)
{
  const struct record_heap_roots *roots = &frame->heap_roots;
  struct error *error = check_roots(frames, frame);
  for (uint64_t i = 0, address = 0, to = 0; !error && i < roots->address_steps.count; i++) {
    address = add_step(address, roots->address_steps.items[i]);
    to = add_step(to, roots->to_steps.items[i]);
    if (to > UINT32_MAX || !is_in_range(roots, address))
      return contradiction(frame, "a root at 0x%llx to block %llu, where none can be", (unsigned long long)address,
                           (unsigned long long)to);
    const struct heap_root root = {.address = address, .to = (uint32_t)to, .into = clamp(roots->intos.items[i]),
                                   .tid = (uint32_t)roots->tid, .class = (uint8_t)roots->class};
    add_root(frames, &root);
  }
  return error;
}

/* --- threads --- */

static void copy_numbers(const struct record_numbers *numbers, uint64_t **ret, size_t *ret_count)
{
  *ret = memory_copy(numbers->items, numbers->count * sizeof *numbers->items);
  *ret_count = numbers->count;
}

static void take_thread(struct snapshot_frames *frames, const struct record_heap_thread *frame)
{
  struct snapshot *snapshot = frames->snapshot;
  struct heap_thread *thread = NEW_ITEM(snapshot->threads, snapshot->thread_count, frames->thread_capacity);
  *thread = (struct heap_thread){.tid = frame->tid, .stack_id = frame->stack_id,
                                 .thread_pointer = frame->thread_pointer};
  copy_numbers(&frame->sps, &thread->sps, &thread->sp_count);
  copy_numbers(&frame->tls_blocks, &thread->tls_blocks, &thread->tls_count);
}

/* --- beginning and end --- */

static void copy_record_string(struct record_string *string)
{
  char *copy = memory_text_begin(string->size > 0 ? string->data : "", string->size);
  string->data = copy;
}

static struct error *take_beginning(struct snapshot_frames *frames, const struct record_frame *frame)
{
  if (frame->kind != RECORD_SNAPSHOT)
    return error_format("frame at offset 0x%llx: it does not begin as a snapshot does; is it the record of a run?",
                        (unsigned long long)frame->offset);
  struct record_snapshot *head = &frames->snapshot->head;
  *head = frame->snapshot;
  struct record_string *strings[] = {&head->file, &head->label, &head->problem};
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
    copy_record_string(strings[i]);
  frames->has_begun = true;
  return NULL;
}

static struct error *take_end(struct snapshot_frames *frames, const struct record_frame *frame)
{
  const struct snapshot *snapshot = frames->snapshot;
  const struct record_snapshot_end *end = &frame->snapshot_end;
  if (end->blocks != snapshot->block_count || end->bytes != snapshot->bytes || end->edges != frames->edge_count ||
      end->root_pointers != snapshot->root_count)
    return contradiction(frame, "%llu blocks of %llu bytes, %llu pointers and %llu roots were announced, but there "
                         "are %u of %llu, %llu and %u", (unsigned long long)end->blocks, (unsigned long long)end->bytes,
                         (unsigned long long)end->edges, (unsigned long long)end->root_pointers,
                         snapshot->block_count, (unsigned long long)snapshot->bytes,
                         (unsigned long long)frames->edge_count, snapshot->root_count);
  frames->has_ended = true;
  frames->end = *end;
  return NULL;
}

/* Kinds that snapshots of this version do not have are skipped. */
static struct error *take_part(struct snapshot_frames *frames, const struct record_frame *frame)
{
  switch (frame->kind) {
  case RECORD_SNAPSHOT: return contradiction(frame, "another snapshot begins in the same file");
  case RECORD_HEAP_BLOCKS: return take_blocks(frames, frame);
  case RECORD_HEAP_EDGES: return take_edges(frames, frame);
  case RECORD_HEAP_ROOTS: return take_roots(frames, frame);
  case RECORD_HEAP_THREAD:
    take_thread(frames, &frame->heap_thread);
    return NULL;
  case RECORD_SNAPSHOT_END: return take_end(frames, frame);
  default: return NULL;
  }
}

struct error *snapshot_frames_take(void *context, const struct record_frame *frame)
{
  struct snapshot_frames *frames = context;
  if (!frames->has_begun)
    return take_beginning(frames, frame);
  if (frames->has_ended)
    return contradiction(frame, "it goes on after its end");
  return take_part(frames, frame);
}
