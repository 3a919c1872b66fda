/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a snapshot holds of a model heap, read back by the record's own reader: blocks with all that is known of them,
 * pointers with their places, roots; random heaps against a plain search; and what happens when it cannot be
 * written. */
#include "memcheck/pure/snapshot/snapshot_capture.h"

#include <string.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/snapshot/snapshot_pieces.h"
#include "memcheck/pure/snapshot/snapshot_worker.h"
#include "host/record/frame_reader.h"
#include "support/leak_model.h"
#include "unit/unit.h"

enum { A, B, C }; /* numbers of blocks */
enum { RANDOM_LOOPS = 10, ROUNDS = UNIT_TRIALS(50), POINTERS_MAX = 1 << 12, FILE_BYTES = 1 << 20 };

/* What was read back. */
struct pointer {
  uint64_t from, offset, to, into; /* from: a block's id, or 1 << 32 | class of a root */
};
static struct {
  uint64_t ids[MODEL_BLOCKS_MAX], starts[MODEL_BLOCKS_MAX], bytes[MODEL_BLOCKS_MAX], births[MODEL_BLOCKS_MAX];
  uint64_t tids[MODEL_BLOCKS_MAX], kinds[MODEL_BLOCKS_MAX], allocators[MODEL_BLOCKS_MAX];
  uint64_t stack_ids[MODEL_BLOCKS_MAX], generations[MODEL_BLOCKS_MAX];
  size_t block_count;
  struct pointer pointers[POINTERS_MAX];
  size_t pointer_count;
} got;

static struct leak_model *model;
static struct snapshot_counts counts;
static unsigned char file[FILE_BYTES];
static size_t file_bytes, file_limit;
static unsigned writes;
static unsigned worker_count;
static bool stacks_used[MODEL_BLOCKS_MAX + 1];

static void set_up(void)
{
  model = leak_model_create();
  file_limit = sizeof file;
  worker_count = 1;
  memset(stacks_used, 0, sizeof stacks_used);
}

static void tear_down(void)
{
  leak_model_destroy(model);
}

static void use_stack(void *context, uint32_t stack_id)
{
  ck_assert_uint_le(stack_id, MODEL_BLOCKS_MAX);
  stacks_used[stack_id] = true;
}

static bool write_file(void *context, const unsigned char *data, size_t size)
{
  writes++;
  if (file_bytes + size > file_limit)
    return false;
  memcpy(file + file_bytes, data, size);
  file_bytes += size;
  return true;
}

static bool capture(bool has_verdicts)
{
  file_bytes = writes = 0;
  return snapshot_capture(&(struct snapshot_source){.blocks = model->blocks,
                                                    .worker_count = worker_count,
                                                    .memories = model->access,
                                                    .roots = model->roots,
                                                    .root_count = model->root_count,
                                                    .has_verdicts = has_verdicts,
                                                    .use_stack = use_stack,
                                                    .write = write_file},
                          &counts);
}

/* --- reading back --- */

/* The next number of a list of differences. */
static uint64_t step(struct record_numbers list, size_t at, uint64_t before)
{
  return before + ((list.items[at] >> 1) ^ (0 - (list.items[at] & 1)));
}

static void take_blocks(const struct record_heap_blocks *frame)
{
  uint64_t id = 0, start = 0, birth = 0;
  for (size_t i = 0; i < frame->id_steps.count; i++, got.block_count++) {
    ck_assert_uint_lt(got.block_count, MODEL_BLOCKS_MAX);
    got.ids[got.block_count] = id = step(frame->id_steps, i, id);
    got.starts[got.block_count] = start = step(frame->start_steps, i, start);
    got.births[got.block_count] = birth = step(frame->birth_steps, i, birth);
    got.bytes[got.block_count] = frame->bytes.items[i];
    got.stack_ids[got.block_count] = frame->stack_ids.items[i];
    got.tids[got.block_count] = frame->tids.items[i];
    got.generations[got.block_count] = frame->generations.items[i];
    got.kinds[got.block_count] = frame->kinds.items[i];
    got.allocators[got.block_count] = frame->allocators.items[i];
  }
}

typedef void pointer_taker(void *context, const struct pointer *pointer);

static void each_edge(const struct record_heap_edges *frame, pointer_taker *take, void *context)
{
  struct pointer pointer = {0};
  for (size_t i = 0; i < frame->from_steps.count; i++) {
    const uint64_t last = pointer.from;
    pointer.from = step(frame->from_steps, i, pointer.from);
    pointer.offset = step(frame->offset_steps, i, pointer.from == last ? pointer.offset : 0);
    pointer.to = step(frame->to_steps, i, pointer.to);
    pointer.into = frame->intos.items[i];
    take(context, &pointer);
  }
}

static void each_root(const struct record_heap_roots *frame, pointer_taker *take, void *context)
{
  struct pointer pointer = {.from = UINT64_C(1) << 32 | frame->class};
  for (size_t i = 0; i < frame->address_steps.count; i++) {
    pointer.offset = step(frame->address_steps, i, pointer.offset);
    pointer.to = step(frame->to_steps, i, pointer.to);
    pointer.into = frame->intos.items[i];
    if (frame->class != RECORD_ROOT_REGISTER)
      ck_assert(pointer.offset >= frame->start && pointer.offset < frame->end);
    take(context, &pointer);
  }
}

/* Those of a frame, in the order in which it has them. */
static void each_pointer(const struct record_frame *frame, pointer_taker *take, void *context)
{
  if (frame->kind == RECORD_HEAP_EDGES)
    each_edge(&frame->heap_edges, take, context);
  else if (frame->kind == RECORD_HEAP_ROOTS)
    each_root(&frame->heap_roots, take, context);
}

/* Of a stream without its header. */
static void each_frame(const unsigned char *data, size_t size,
                       void (*take)(void *context, const struct record_frame *frame), void *context)
{
  struct record_reader *reader;
  struct record_frame frame;
  unsigned char head[RECORD_HEADER_BYTES];
  struct record_encoder encoder = {.data = head, .capacity = sizeof head};
  bool found = true;
  record_put_header(&encoder);
  record_reader_create("p1.s1.heap", &reader);
  record_reader_feed(reader, head, sizeof head);
  record_reader_feed(reader, data, size);
  while (found) {
    ck_no_error(record_reader_next(reader, &found, &frame));
    if (found)
      take(context, &frame);
  }
  ck_assert(!record_reader_is_cut(reader));
  record_reader_destroy(reader);
}

static void take_pointer(void *context, const struct pointer *pointer)
{
  ck_assert_uint_lt(got.pointer_count, POINTERS_MAX);
  got.pointers[got.pointer_count++] = *pointer;
}

static void take_frame(void *context, const struct record_frame *frame)
{
  if (frame->kind == RECORD_HEAP_BLOCKS)
    take_blocks(&frame->heap_blocks);
  each_pointer(frame, take_pointer, NULL);
}

static void read_back(void)
{
  memset(&got, 0, sizeof got);
  each_frame(file, file_bytes, take_frame, NULL);
}

static void capture_and_read(bool has_verdicts)
{
  ck_assert(capture(has_verdicts));
  read_back();
}

/* --- blocks --- */

START_TEST(blocks_come_with_all_that_is_known_of_them)
{
  leak_model_add(model, BLOCK_HEAP, 64, 1337);
  leak_model_add(model, BLOCK_CUSTOM, 4096, 0);
  struct block *first = leak_model_block(model, A), *second = leak_model_block(model, B);
  first->birth = UINT64_C(1) << 43;
  first->tid = 17;
  first->generation = 3;
  first->leak_kind = RECORD_LEAK_POSSIBLE;
  second->birth = 5;
  second->allocator = RECORD_ALLOCATOR_CUSTOM;
  second->alloc_stack_id = 0;
  capture_and_read(true);
  ck_assert_uint_eq(got.block_count, 2);
  ck_assert_uint_eq(got.starts[0], first->start);
  ck_assert_uint_eq(got.bytes[0], 1337);
  ck_assert_uint_eq(got.births[0], UINT64_C(1) << 43);
  ck_assert_uint_eq(got.tids[0], 17);
  ck_assert_uint_eq(got.generations[0], 3);
  ck_assert_uint_eq(got.kinds[0], RECORD_LEAK_POSSIBLE);
  ck_assert_uint_eq(got.stack_ids[0], 1);
  ck_assert_uint_eq(got.starts[1], second->start);
  ck_assert_uint_eq(got.births[1], 5);
  ck_assert_uint_eq(got.allocators[1], RECORD_ALLOCATOR_CUSTOM);
  ck_assert(stacks_used[1] && !stacks_used[0]);
  ck_assert_uint_eq(counts.blocks, 2);
  ck_assert_uint_eq(counts.bytes, 1337);
}
END_TEST

START_TEST(verdicts_are_left_out_when_no_check_goes_with_it)
{
  leak_model_add(model, BLOCK_HEAP, 64, 100);
  leak_model_block(model, A)->leak_kind = RECORD_LEAK_REACHABLE;
  capture_and_read(false);
  ck_assert_uint_eq(got.kinds[0], 0);
}
END_TEST

START_TEST(blocks_that_were_carved_up_or_freed_are_left_out)
{
  unsigned outer = leak_model_add(model, BLOCK_HEAP, 64, 1000);
  leak_model_add(model, BLOCK_POOL, 96, 100);
  unsigned freed = leak_model_add(model, BLOCK_HEAP, 4096, 100);
  leak_model_add(model, BLOCK_HEAP, 8192, 100);
  leak_model_block(model, freed)->state = BLOCK_QUARANTINED;
  capture_and_read(false);
  ck_assert_uint_eq(got.block_count, 2);
  for (size_t i = 0; i < got.block_count; i++)
    ck_assert(got.ids[i] != model->ids[outer] && got.ids[i] != model->ids[freed]);
}
END_TEST

/* --- pointers --- */

static const struct pointer *find(uint64_t from, uint64_t offset)
{
  for (size_t i = 0; i < got.pointer_count; i++)
    if (got.pointers[i].from == from && got.pointers[i].offset == offset)
      return &got.pointers[i];
  return NULL;
}

START_TEST(pointers_tell_where_they_lie_and_how_far_in_they_point)
{
  leak_model_add(model, BLOCK_HEAP, 64, 64);
  leak_model_add(model, BLOCK_HEAP, 256, 1337);
  leak_model_write(model, A, 8, leak_model_address(model, B, 0));
  leak_model_write(model, A, 48, leak_model_address(model, B, 1336));
  leak_model_write(model, A, 56, leak_model_address(model, B, 1337));
  leak_model_write(model, B, 1328, leak_model_address(model, A, 17));
  leak_model_write(model, B, 16, leak_model_address(model, B, 0));
  capture_and_read(false);
  const uint64_t a = model->ids[A], b = model->ids[B];
  ck_assert_uint_eq(got.pointer_count, 4);
  ck_assert(find(a, 8)->to == b && find(a, 8)->into == 0);
  ck_assert(find(a, 48)->to == b && find(a, 48)->into == 1336);
  ck_assert(find(b, 16)->to == b && find(b, 16)->into == 0);
  ck_assert(find(b, 1328)->to == a && find(b, 1328)->into == 17);
}
END_TEST

START_TEST(roots_tell_class_and_place)
{
  leak_model_add(model, BLOCK_HEAP, 64, 64);
  leak_model_add_root(model, RECORD_ROOT_REGISTER, leak_model_address(model, A, 24));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, 1);
  leak_model_add_root(model, RECORD_ROOT_STACK, leak_model_address(model, A, 0));
  capture_and_read(false);
  ck_assert_uint_eq(got.pointer_count, 2);
  ck_assert_uint_eq(got.pointers[0].from, UINT64_C(1) << 32 | RECORD_ROOT_REGISTER);
  ck_assert_uint_eq(got.pointers[0].offset, 0); /* the register's number */
  ck_assert_uint_eq(got.pointers[0].into, 24);
  ck_assert_uint_eq(got.pointers[1].from, UINT64_C(1) << 32 | RECORD_ROOT_STACK);
  ck_assert_uint_eq(got.pointers[1].offset, (uintptr_t)&model->root_words[2][2]);
  ck_assert_uint_eq(counts.root_pointers, 2);
}
END_TEST

START_TEST(an_empty_heap_is_a_snapshot_too)
{
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, 64);
  capture_and_read(true);
  ck_assert_uint_eq(counts.blocks + counts.edges + counts.root_pointers, 0);
}
END_TEST

/* --- random heaps --- */

static bool were_told[POINTERS_MAX];

/* Root words are told by their number within the root. */
static void ck_was_told(void *context, const struct leak_pointer *pointer)
{
  size_t *told = context;
  struct pointer wanted = {0, pointer->offset, model->ids[pointer->to], pointer->into};
  if (pointer->from < MODEL_BLOCKS_MAX) {
    wanted.from = model->ids[pointer->from];
  } else {
    const unsigned root = pointer->from - MODEL_BLOCKS_MAX;
    wanted.from = UINT64_C(1) << 32 | model->roots[root].root_class;
    if (!model->roots[root].words)
      wanted.offset = (uintptr_t)&model->root_words[root][pointer->offset];
  }
  for (size_t i = 0; i < got.pointer_count; i++)
    if (!were_told[i] && memcmp(&got.pointers[i], &wanted, sizeof wanted) == 0) {
      were_told[i] = true;
      ++*told;
      return;
    }
  ck_abort_msg("a pointer from %u to %u is missing", pointer->from, pointer->to);
}

static void ck_order(void)
{
  for (size_t i = 1; i < counts.edges; i++) {
    const struct pointer *before = &got.pointers[i - 1], *now = &got.pointers[i];
    ck_assert(before->from < now->from || (before->from == now->from && before->offset <= now->offset));
  }
  for (size_t i = 1; i < got.block_count; i++)
    ck_assert_uint_lt(got.ids[i - 1], got.ids[i]);
}

START_TEST(random_heaps_agree_with_a_plain_search)
{
  for (unsigned round = 0; round < ROUNDS; round++) {
    size_t told = 0;
    tear_down();
    set_up();
    leak_model_make_random(model, (uint64_t)_i * ROUNDS + round);
    worker_count = 1 + (unsigned)_i % 4;
    memset(were_told, 0, sizeof were_told);
    capture_and_read(false);
    ck_order();
    leak_model_each_pointer(model, ck_was_told, &told);
    ck_assert_uint_eq(told, got.pointer_count);
    ck_assert_uint_eq(counts.edges + counts.root_pointers, got.pointer_count);
    ck_assert_uint_eq(counts.blocks, got.block_count);
    for (unsigned number = 0; number < model->block_count; number++) {
      bool is_there = false;
      for (size_t i = 0; i < got.block_count; i++)
        is_there |= got.ids[i] == model->ids[number];
      ck_assert_int_eq(is_there, leak_model_takes_part(model, number));
    }
  }
}
END_TEST

/* --- more than fits into one frame --- */

enum { MANY = SNAPSHOT_ROWS + 1000, MANY_BYTES = 32 };

static bool read_plainly(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next)
{
  *ret_words = (const uint64_t *)(uintptr_t)start;
  *ret_next = end;
  return true;
}

static struct {
  uint64_t blocks, edges, roots, frames;
} seen;

/* Block i + 1 points to block i, 8 bytes into it; word i of the root to block i. */
static void ck_frame(void *context, const struct record_frame *frame)
{
  const uint64_t first = *(const uint64_t *)context;
  uint64_t id = 0, start = 0, birth = 0, offset = 0, to = 0, address = 0;
  seen.frames++;
  for (size_t i = 0; frame->kind == RECORD_HEAP_BLOCKS && i < frame->heap_blocks.id_steps.count; i++) {
    ck_assert_uint_eq(id = step(frame->heap_blocks.id_steps, i, id), ++seen.blocks);
    ck_assert_uint_eq(start = step(frame->heap_blocks.start_steps, i, start), first + (id - 1) * 2 * MANY_BYTES);
    ck_assert_uint_eq(birth = step(frame->heap_blocks.birth_steps, i, birth), 1000000 - id);
  }
  for (size_t i = 0; frame->kind == RECORD_HEAP_EDGES && i < frame->heap_edges.from_steps.count; i++) {
    ck_assert_uint_eq(id = step(frame->heap_edges.from_steps, i, id), ++seen.edges + 1);
    ck_assert_uint_eq(offset = step(frame->heap_edges.offset_steps, i, 0), 16);
    ck_assert_uint_eq(to = step(frame->heap_edges.to_steps, i, to), id - 1);
    ck_assert_uint_eq(frame->heap_edges.intos.items[i], 8);
  }
  for (size_t i = 0; frame->kind == RECORD_HEAP_ROOTS && i < frame->heap_roots.address_steps.count; i++) {
    address = step(frame->heap_roots.address_steps, i, address);
    ck_assert_uint_eq(address, frame->heap_roots.start + 8 * seen.roots++);
    ck_assert_uint_eq(to = step(frame->heap_roots.to_steps, i, to), seen.roots);
  }
}

static bool take_frames(void *context, const unsigned char *data, size_t size)
{
  each_frame(data, size, ck_frame, context);
  return true;
}

START_TEST(each_frame_can_be_read_by_itself)
{
  static _Alignas(64) unsigned char memory[MANY * 2 * MANY_BYTES];
  static uint64_t words[MANY];
  struct blocks *blocks = blocks_create();
  struct leak_memory access = {.read = read_plainly};
  const struct leak_root root = {
    .start = (uintptr_t)words, .end = (uintptr_t)(words + MANY), .root_class = RECORD_ROOT_GLOBAL};
  uint64_t first = (uintptr_t)memory;
  for (unsigned i = 0; i < MANY; i++) {
    words[i] = first + (uint64_t)i * 2 * MANY_BYTES;
    const block_id id = blocks_add(blocks, BLOCK_HEAP, words[i], MANY_BYTES);
    blocks_at(blocks, id)->birth = 1000000 - id;
    if (i > 0)
      ((uint64_t *)(uintptr_t)words[i])[2] = words[i - 1] + 8;
  }
  memset(&seen, 0, sizeof seen);
  ck_assert(snapshot_capture(&(struct snapshot_source){.blocks = blocks,
                                                       .worker_count = 1,
                                                       .memories = &access,
                                                       .roots = &root,
                                                       .root_count = 1,
                                                       .context = &first,
                                                       .use_stack = use_stack,
                                                       .write = take_frames},
                             &counts));
  ck_assert_uint_eq(seen.frames, 6);
  ck_assert_uint_eq(seen.blocks, MANY);
  ck_assert_uint_eq(seen.edges, MANY - 1);
  ck_assert_uint_eq(seen.roots, MANY);
  blocks_destroy(blocks);
}
END_TEST

/* --- many workers --- */

enum {
  LARGE_BLOCKS = 40000, /* more than a worker enters into the index at a time */
  LARGE_BLOCK_BYTES = 64,
  TABLE_WORDS = 5 * SNAPSHOT_PIECE_BYTES / 8 + 3, /* of one block, and of the root */
  LARGE_MEMORY_BYTES = 2 * LARGE_BLOCK_BYTES * LARGE_BLOCKS + TABLE_WORDS * 8,
};

static struct {
  struct blocks *blocks;
  unsigned char *memory;
  uint64_t *root_words;
  struct leak_memory access[ENV_WORKERS_MAX];
} large;

static uint64_t large_block(uint64_t i)
{
  return (uintptr_t)large.memory + i * 2 * LARGE_BLOCK_BYTES;
}

/* Each block points to one far away; the last is a table that, like the root, does so over and over. */
static void make_large(void)
{
  large.blocks = blocks_create();
  large.memory = env_map_pages(LARGE_MEMORY_BYTES);
  large.root_words = malloc(TABLE_WORDS * 8);
  for (unsigned i = 0; i < LARGE_BLOCKS; i++) {
    blocks_add(large.blocks, BLOCK_HEAP, large_block(i), LARGE_BLOCK_BYTES);
    ((uint64_t *)(uintptr_t)large_block(i))[i % 8] = large_block(i * 7919ul % LARGE_BLOCKS);
  }
  uint64_t *table = (uint64_t *)(uintptr_t)large_block(LARGE_BLOCKS);
  blocks_add(large.blocks, BLOCK_HEAP, (uintptr_t)table, TABLE_WORDS * 8);
  for (unsigned i = 0; i < TABLE_WORDS; i++)
    table[i] = large.root_words[i] = large_block(i * 104729ul % LARGE_BLOCKS) + i % LARGE_BLOCK_BYTES;
  for (unsigned i = 0; i < ENV_WORKERS_MAX; i++)
    large.access[i] = (struct leak_memory){.read = read_plainly};
}

static void release_large(void)
{
  blocks_destroy(large.blocks);
  env_unmap_pages(large.memory, LARGE_MEMORY_BYTES);
  free(large.root_words);
}

struct stream {
  unsigned char *data;
  size_t size, limit;
};
enum { STREAM_BYTES = 8 << 20 };

static bool write_stream(void *context, const unsigned char *data, size_t size)
{
  struct stream *stream = context;
  if (size > stream->limit - stream->size)
    return false;
  memcpy(stream->data + stream->size, data, size);
  stream->size += size;
  return true;
}

static bool capture_large(struct stream *stream, unsigned workers, size_t limit)
{
  const struct leak_root root = {.start = (uintptr_t)large.root_words,
                                 .end = (uintptr_t)(large.root_words + TABLE_WORDS),
                                 .root_class = RECORD_ROOT_GLOBAL};
  *stream = (struct stream){.data = malloc(STREAM_BYTES), .limit = limit};
  return snapshot_capture(&(struct snapshot_source){.blocks = large.blocks,
                                                    .worker_count = workers,
                                                    .memories = large.access,
                                                    .roots = &root,
                                                    .root_count = 1,
                                                    .context = stream,
                                                    .write = write_stream},
                          &counts);
}

/* What the pointers of all frames come to, whichever way they are cut. */
struct sums {
  uint64_t edges, tables, roots, mistakes;
};

static void add_pointer(void *context, const struct pointer *pointer)
{
  struct sums *sums = context;
  const bool is_edge = pointer->from <= LARGE_BLOCKS, is_table = pointer->from == LARGE_BLOCKS + 1;
  const uint64_t number = is_edge ? sums->edges++ : is_table ? sums->tables++ : sums->roots++;
  const struct pointer wanted = {
    .from = is_edge ? number + 1 : is_table ? LARGE_BLOCKS + 1 : UINT64_C(1) << 32 | RECORD_ROOT_GLOBAL,
    .offset = is_edge ? number % 8 * 8 : is_table ? number * 8 : (uintptr_t)large.root_words + number * 8,
    .to = 1 + number * (is_edge ? 7919ul : 104729ul) % LARGE_BLOCKS,
    .into = is_edge ? 0 : number % LARGE_BLOCK_BYTES};
  sums->mistakes += memcmp(pointer, &wanted, sizeof wanted) != 0;
}

static void add_pointers(void *context, const struct record_frame *frame)
{
  each_pointer(frame, add_pointer, context);
}

START_TEST(many_workers_make_what_one_makes)
{
  struct stream one, many;
  struct sums sums = {0};
  make_large();
  ck_assert(capture_large(&one, 1, STREAM_BYTES));
  const struct snapshot_counts counts_of_one = counts;
  each_frame(one.data, one.size, add_pointers, &sums);
  ck_assert_uint_eq(sums.edges, LARGE_BLOCKS);
  ck_assert_uint_eq(sums.tables, TABLE_WORDS);
  ck_assert_uint_eq(sums.roots, TABLE_WORDS);
  ck_assert_uint_eq(sums.mistakes, 0);
  for (unsigned workers = 2; workers <= ENV_WORKERS_MAX; workers++) {
    ck_assert(capture_large(&many, workers, STREAM_BYTES));
    ck_assert_uint_eq(many.size, one.size);
    ck_assert_mem_eq(many.data, one.data, one.size);
    ck_assert_mem_eq(&counts, &counts_of_one, sizeof counts);
    free(many.data);
  }
  free(one.data);
  release_large();
}
END_TEST

START_TEST(a_failure_ends_the_work_of_all)
{
  struct stream whole, cut;
  make_large();
  ck_assert(capture_large(&whole, 1, STREAM_BYTES));
  for (size_t limit = 0; limit < whole.size; limit += whole.size / 5) {
    ck_assert(!capture_large(&cut, 3, limit));
    ck_assert_uint_le(cut.size, limit);
    ck_assert_mem_eq(cut.data, whole.data, cut.size);
    free(cut.data);
  }
  free(whole.data);
  release_large();
}
END_TEST

/* --- failure --- */

START_TEST(nothing_more_is_written_after_a_failure)
{
  leak_model_add(model, BLOCK_HEAP, 64, 64);
  leak_model_write(model, A, 8, leak_model_address(model, A, 0));
  leak_model_add_root(model, RECORD_ROOT_GLOBAL, leak_model_address(model, A, 0));
  file_limit = 10;
  ck_assert(!capture(false));
  ck_assert_uint_eq(writes, 1);
  file_limit = sizeof file;
  ck_assert(capture(false));
  ck_assert_uint_eq(writes, 3);
}
END_TEST

START_TEST(steps_go_both_ways)
{
  static const uint64_t numbers[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63, 1000, 999};
  for (size_t i = 1; i < sizeof numbers / sizeof *numbers; i++) {
    const uint64_t item = snapshot_step(numbers[i - 1], numbers[i]);
    ck_assert_uint_eq(step((struct record_numbers){&item, 1}, 0, numbers[i - 1]), numbers[i]);
  }
  ck_assert_uint_eq(snapshot_step(5, 4), 1);
  ck_assert_uint_eq(snapshot_step(4, 5), 2);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("snapshot capture");
  TCase *tcase = tcase_create("capture");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, blocks_come_with_all_that_is_known_of_them);
  tcase_add_test(tcase, verdicts_are_left_out_when_no_check_goes_with_it);
  tcase_add_test(tcase, blocks_that_were_carved_up_or_freed_are_left_out);
  tcase_add_test(tcase, pointers_tell_where_they_lie_and_how_far_in_they_point);
  tcase_add_test(tcase, roots_tell_class_and_place);
  tcase_add_test(tcase, an_empty_heap_is_a_snapshot_too);
  tcase_add_loop_test(tcase, random_heaps_agree_with_a_plain_search, 0, RANDOM_LOOPS);
  tcase_add_test(tcase, each_frame_can_be_read_by_itself);
  tcase_add_test(tcase, many_workers_make_what_one_makes);
  tcase_add_test(tcase, a_failure_ends_the_work_of_all);
  tcase_add_test(tcase, nothing_more_is_written_after_a_failure);
  tcase_add_test(tcase, steps_go_both_ways);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
