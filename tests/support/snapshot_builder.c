/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists are cut into frames of a few thousand items, as a writer with little memory does it. */
#include "support/snapshot_builder.h"

#include <stdlib.h>

#include "host/base/grow.h"

enum { ITEMS_PER_FRAME = 4096, LISTS_MAX = 9 };

static void *room(void *array, size_t count, size_t *capacity, size_t item_bytes)
{
  void *roomy = array;
  grow(&roomy, count, capacity, item_bytes);
  return roomy;
}

uint32_t snapshot_builder_block(struct snapshot_builder *builder, struct heap_block block)
{
  builder->blocks = room(builder->blocks, builder->block_count, &builder->block_capacity, sizeof block);
  builder->blocks[builder->block_count] = block;
  return (uint32_t)builder->block_count++;
}

void snapshot_builder_edge(struct snapshot_builder *builder, uint32_t from, struct heap_edge edge)
{
  builder->edges = room(builder->edges, builder->edge_count, &builder->edge_capacity, sizeof *builder->edges);
  builder->edges[builder->edge_count++] = (struct built_edge){from, edge};
}

void snapshot_builder_root(struct snapshot_builder *builder, struct heap_root root)
{
  builder->roots = room(builder->roots, builder->root_count, &builder->root_capacity, sizeof root);
  builder->roots[builder->root_count++] = root;
}

void snapshot_builder_thread(struct snapshot_builder *builder, struct record_heap_thread thread)
{
  builder->threads = room(builder->threads, builder->thread_count, &builder->thread_capacity, sizeof thread);
  builder->threads[builder->thread_count++] = thread;
}

void snapshot_builder_release(struct snapshot_builder *builder)
{
  free(builder->blocks);
  free(builder->edges);
  free(builder->roots);
  free(builder->threads);
  *builder = (struct snapshot_builder){0};
}

/* --- lists --- */

static uint64_t zigzag(uint64_t from, uint64_t to)
{
  const uint64_t step = to - from;
  return step << 1 ^ -(step >> 63);
}

/* The lists of one frame. */
struct lists {
  uint64_t items[LISTS_MAX][ITEMS_PER_FRAME];
  size_t count;
};

static struct record_numbers numbers_of(const struct lists *lists, unsigned list)
{
  return (struct record_numbers){lists->items[list], lists->count};
}

/* --- frames --- */

static void put_blocks(const struct snapshot_builder *builder, size_t start, struct lists *lists,
                       struct record_builder *stream)
{
  const struct heap_block none = {0};
  for (size_t i = 0; i < lists->count; i++) {
    const struct heap_block *block = &builder->blocks[start + i], *before = i > 0 ? block - 1 : &none;
    const uint64_t row[LISTS_MAX] = {
      zigzag(i > 0 ? start + i : 0, start + i + 1), zigzag(before->start, block->start), block->bytes,
      block->stack_id, zigzag(before->birth, block->birth), block->tid, block->generation, block->kind,
      block->allocator};
    for (unsigned list = 0; list < LISTS_MAX; list++)
      lists->items[list][i] = row[list];
  }
  build_heap_blocks(stream, (struct record_heap_blocks){
    .id_steps = numbers_of(lists, 0), .start_steps = numbers_of(lists, 1), .bytes = numbers_of(lists, 2),
    .stack_ids = numbers_of(lists, 3), .birth_steps = numbers_of(lists, 4), .tids = numbers_of(lists, 5),
    .generations = numbers_of(lists, 6), .kinds = numbers_of(lists, 7), .allocators = numbers_of(lists, 8)});
}

static void put_edges(const struct snapshot_builder *builder, size_t start, struct lists *lists,
                      struct record_builder *stream)
{
  uint64_t from = 0, to = 0, offset = 0;
  for (size_t i = 0; i < lists->count; i++) {
    const struct built_edge *edge = &builder->edges[start + i];
    const uint64_t next_from = (uint64_t)edge->from + 1, next_to = (uint64_t)edge->edge.to + 1;
    lists->items[0][i] = zigzag(from, next_from);
    lists->items[1][i] = zigzag(i > 0 && from == next_from ? offset : 0, edge->edge.offset);
    lists->items[2][i] = zigzag(to, next_to);
    lists->items[3][i] = edge->edge.into;
    from = next_from;
    to = next_to;
    offset = edge->edge.offset;
  }
  build_heap_edges(stream, (struct record_heap_edges){
    .from_steps = numbers_of(lists, 0), .offset_steps = numbers_of(lists, 1), .to_steps = numbers_of(lists, 2),
    .intos = numbers_of(lists, 3)});
}

/* Roots of one class and thread. */
static void put_roots(const struct heap_root *roots, struct lists *lists, struct record_builder *stream)
{
  uint64_t address = 0, to = 0, start = UINT64_MAX, end = 0;
  for (size_t i = 0; i < lists->count; i++) {
    lists->items[0][i] = zigzag(address, roots[i].address);
    lists->items[1][i] = zigzag(to, (uint64_t)roots[i].to + 1);
    lists->items[2][i] = roots[i].into;
    address = roots[i].address;
    to = (uint64_t)roots[i].to + 1;
    start = address < start ? address : start;
    end = address + 8 > end ? address + 8 : end;
  }
  const bool is_memory = roots->class != RECORD_ROOT_REGISTER;
  build_heap_roots(stream, (struct record_heap_roots){
    .class = roots->class, .tid = roots->tid, .start = is_memory ? start : 0, .end = is_memory ? end : 0,
    .address_steps = numbers_of(lists, 0), .to_steps = numbers_of(lists, 1), .intos = numbers_of(lists, 2)});
}

static size_t like_first(const struct heap_root *roots, size_t count)
{
  size_t like = 0;
  while (like < count && like < ITEMS_PER_FRAME && roots[like].class == roots->class && roots[like].tid == roots->tid)
    like++;
  return like;
}

static size_t at_most(size_t count)
{
  return count < ITEMS_PER_FRAME ? count : ITEMS_PER_FRAME;
}

static void put_lists(const struct snapshot_builder *builder, struct record_builder *stream)
{
  static struct lists lists;
  for (size_t i = 0; i < builder->block_count; i += lists.count) {
    lists.count = at_most(builder->block_count - i);
    put_blocks(builder, i, &lists, stream);
  }
  for (size_t i = 0; i < builder->edge_count; i += lists.count) {
    lists.count = at_most(builder->edge_count - i);
    put_edges(builder, i, &lists, stream);
  }
  for (size_t i = 0; i < builder->root_count; i += lists.count) {
    lists.count = like_first(&builder->roots[i], builder->root_count - i);
    put_roots(&builder->roots[i], &lists, stream);
  }
}

static int by_place(const void *a, const void *b)
{
  const struct built_edge *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->edge.offset < y->edge.offset ? -1 : x->edge.offset > y->edge.offset;
}

static void put_end(const struct snapshot_builder *builder, struct record_builder *stream)
{
  uint64_t bytes = 0;
  for (size_t i = 0; i < builder->block_count; i++)
    bytes += builder->blocks[i].bytes;
  build_snapshot_end(stream, (struct record_snapshot_end){
    .blocks = builder->block_count, .bytes = bytes, .edges = builder->edge_count,
    .root_pointers = builder->root_count, .pause_ns = builder->head.pause_ns});
}

struct record_builder snapshot_builder_stream(struct snapshot_builder *builder)
{
  struct record_builder stream = {0};
  struct record_snapshot head = builder->head;
  head.pause_ns = 0;
  if (builder->edge_count > 0)
    qsort(builder->edges, builder->edge_count, sizeof *builder->edges, by_place);
  build_snapshot(&stream, head);
  put_lists(builder, &stream);
  for (size_t i = 0; i < builder->thread_count; i++)
    build_heap_thread(&stream, builder->threads[i]);
  if (!builder->is_cut)
    put_end(builder, &stream);
  return stream;
}

void snapshot_builder_write(struct snapshot_builder *builder, const char *path)
{
  struct record_builder stream = snapshot_builder_stream(builder);
  record_builder_write(&stream, path);
  record_builder_release(&stream);
}
