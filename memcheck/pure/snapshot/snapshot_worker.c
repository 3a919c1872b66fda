/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A frame holds lists of numbers, one for each field of its rows: so rows are gathered in columns, and become a frame
 * as soon as there are enough of them. Most numbers are steps, differences to the row before, which are small and take
 * few bytes.
 *
 * Blocks are looked through in the order of the table, which is mostly that in which they were allocated and lie in
 * memory. */
#include "memcheck/pure/snapshot/snapshot_worker.h"

#include "memcheck/pure/base/env.h"
#include "shared/record/record.h"

enum {
  COLUMNS_MAX = 9,
  COLUMNS_BYTES = SNAPSHOT_ROWS * COLUMNS_MAX * 8,
  NUMBER_MAX_BYTES = 10, /* of an encoded number */
  FRAME_MAX_BYTES = SNAPSHOT_ROWS * COLUMNS_MAX * NUMBER_MAX_BYTES + 4096,
  ENTRIES_AHEAD = 16, /* blocks whose memory is asked for before it is looked at */
  CACHE_LINE_BYTES = 64,
};
_Static_assert((int)FRAME_MAX_BYTES <= (int)OUTPUT_PIECE_BYTES, "a frame does not fit");

static bool takes_part(const struct snapshot_worker *worker, block_id id)
{
  return worker->index->marks[id].kind != 0;
}

/* --- rows and frames --- */

static struct record_numbers column(const struct snapshot_worker *worker, unsigned number)
{
  ENV_ASSERT(number < COLUMNS_MAX);
  return (struct record_numbers){worker->columns[number], worker->rows};
}

/* Rows become a frame, and steps begin anew. There is always room for one more frame. */
static void end_frame(struct snapshot_worker *worker)
{
  struct record_encoder *encoder = &worker->encoder;
  if (worker->rows == 0)
    return;
  worker->put_frame(worker);
  ENV_ASSERT(encoder->size <= encoder->capacity);
  if (encoder->capacity - encoder->size < FRAME_MAX_BYTES) {
    snapshot_output_make_room(worker->output, worker->piece, encoder->size);
    encoder->size = 0;
  }
  worker->rows = 0;
  memset(&worker->last, 0, sizeof worker->last);
}

static void end_row(struct snapshot_worker *worker)
{
  if (worker->rows == SNAPSHOT_ROWS)
    end_frame(worker);
}

/* --- blocks --- */

enum { BLOCK_ID, BLOCK_START, BLOCK_BYTES, BLOCK_STACK, BLOCK_BIRTH, BLOCK_TID, BLOCK_GENERATION, BLOCK_VERDICT,
       BLOCK_ALLOCATOR };

static void put_blocks(struct snapshot_worker *worker)
{
  record_put_heap_blocks(&worker->encoder, &(struct record_heap_blocks){
    .id_steps = column(worker, BLOCK_ID),
    .start_steps = column(worker, BLOCK_START),
    .bytes = column(worker, BLOCK_BYTES),
    .stack_ids = column(worker, BLOCK_STACK),
    .birth_steps = column(worker, BLOCK_BIRTH),
    .tids = column(worker, BLOCK_TID),
    .generations = column(worker, BLOCK_GENERATION),
    .kinds = column(worker, BLOCK_VERDICT),
    .allocators = column(worker, BLOCK_ALLOCATOR),
  });
}

static void put_block(struct snapshot_worker *worker, block_id id)
{
  const struct block *block = blocks_entry(worker->source->blocks, id);
  uint64_t (*columns)[SNAPSHOT_ROWS] = worker->columns;
  const size_t row = worker->rows++;
  columns[BLOCK_ID][row] = snapshot_step(worker->last.id, id);
  columns[BLOCK_START][row] = snapshot_step(worker->last.start, block->start);
  columns[BLOCK_BYTES][row] = block->size_bytes;
  columns[BLOCK_STACK][row] = block->alloc_stack_id;
  columns[BLOCK_BIRTH][row] = snapshot_step(worker->last.birth, block->birth);
  columns[BLOCK_TID][row] = block->tid;
  columns[BLOCK_GENERATION][row] = block->generation;
  columns[BLOCK_VERDICT][row] = worker->source->has_verdicts ? block->leak_kind : 0;
  columns[BLOCK_ALLOCATOR][row] = block->allocator;
  worker->last.id = id;
  worker->last.start = block->start;
  worker->last.birth = block->birth;
  worker->counts.blocks++;
  worker->counts.bytes += block->size_bytes;
  if (worker->source->use_stack && block->alloc_stack_id && block->alloc_stack_id != worker->last_stack) {
    worker->source->use_stack(worker->source->context, block->alloc_stack_id);
    worker->last_stack = block->alloc_stack_id;
  }
  end_row(worker);
}

static void make_blocks(struct snapshot_worker *worker, const struct snapshot_piece *piece)
{
  for (block_id id = piece->first; id < piece->end; id++)
    if (takes_part(worker, id))
      put_block(worker, id);
}

/* --- words --- */

/* `place`: where it lies, from the start of its block, or in a root (pointer->note). */
static void enqueue_word(struct snapshot_worker *worker, block_id from, uint64_t place, uint64_t address)
{
  const struct leak_index *index = worker->index;
  const struct blocks_leaf *leaf =
    address - index->start < index->end - index->start ? blocks_leaf_of(index->blocks, address) : NULL;
  if (!leaf)
    return;
  const struct leak_candidate word = {.address = address, .note = place, .leaf = leaf, .from = from};
  leak_pointers_enqueue(&worker->pointers, &word, worker->found, worker);
}

/* Places are counted from `base`. */
static void look_through(struct snapshot_worker *worker, block_id from, uint64_t base, uint64_t start, uint64_t end)
{
  struct leak_words run = leak_words_in(start, end);
  while (leak_words_next(&run, worker->memory))
    for (size_t i = 0; i < run.count; i++)
      enqueue_word(worker, from, run.start + i * LEAK_WORD_BYTES - base, run.words[i]);
}

/* --- edges --- */

enum { EDGE_FROM, EDGE_OFFSET, EDGE_TO, EDGE_INTO };

static void put_edges(struct snapshot_worker *worker)
{
  record_put_heap_edges(&worker->encoder, &(struct record_heap_edges){
    .from_steps = column(worker, EDGE_FROM),
    .offset_steps = column(worker, EDGE_OFFSET),
    .to_steps = column(worker, EDGE_TO),
    .intos = column(worker, EDGE_INTO),
  });
}

static void put_edge(void *context, const struct leak_candidate *pointer, block_id to, uint64_t into)
{
  struct snapshot_worker *worker = context;
  uint64_t (*columns)[SNAPSHOT_ROWS] = worker->columns;
  const size_t row = worker->rows++;
  const uint64_t last_offset = pointer->from == worker->last.id ? worker->last.offset : 0;
  columns[EDGE_FROM][row] = snapshot_step(worker->last.id, pointer->from);
  columns[EDGE_OFFSET][row] = snapshot_step(last_offset, pointer->note);
  columns[EDGE_TO][row] = snapshot_step(worker->last.to, to);
  columns[EDGE_INTO][row] = into;
  worker->last.id = pointer->from;
  worker->last.offset = pointer->note;
  worker->last.to = to;
  worker->counts.edges++;
  end_row(worker);
}

static void prefetch_content(const struct snapshot_worker *worker, block_id id)
{
  if (id + ENTRIES_AHEAD < worker->index->mark_limit)
    blocks_prefetch(worker->source->blocks, id + ENTRIES_AHEAD);
  if (id >= worker->index->mark_limit || !takes_part(worker, id))
    return;
  const char *content = (const char *)(uintptr_t)blocks_entry(worker->source->blocks, id)->start;
  env_prefetch(content);
  env_prefetch(content + CACHE_LINE_BYTES);
  if (worker->source->expect)
    worker->source->expect(worker->source->context, (uint64_t)(uintptr_t)content);
}

static void make_edges(struct snapshot_worker *worker, const struct snapshot_piece *piece)
{
  for (block_id id = piece->first; id < piece->end; id++) {
    prefetch_content(worker, id + ENTRIES_AHEAD);
    if (!takes_part(worker, id))
      continue;
    const struct block *block = blocks_entry(worker->source->blocks, id);
    look_through(worker, id, block->start, block->start, block->start + block->size_bytes);
  }
}

static void make_edges_of_one(struct snapshot_worker *worker, const struct snapshot_piece *piece)
{
  const struct block *block = blocks_entry(worker->source->blocks, piece->first);
  look_through(worker, piece->first, block->start, piece->from, piece->to);
}

/* --- roots --- */

enum { ROOT_ADDRESS, ROOT_TO, ROOT_INTO };

static void put_roots(struct snapshot_worker *worker)
{
  record_put_heap_roots(&worker->encoder, &(struct record_heap_roots){
    .class = worker->root->root_class,
    .tid = worker->root->tid,
    .start = worker->root->start,
    .end = worker->root->end,
    .address_steps = column(worker, ROOT_ADDRESS),
    .to_steps = column(worker, ROOT_TO),
    .intos = column(worker, ROOT_INTO),
  });
}

static void put_root_pointer(void *context, const struct leak_candidate *pointer, block_id to, uint64_t into)
{
  struct snapshot_worker *worker = context;
  uint64_t (*columns)[SNAPSHOT_ROWS] = worker->columns;
  const size_t row = worker->rows++;
  columns[ROOT_ADDRESS][row] = snapshot_step(worker->last.offset, pointer->note);
  columns[ROOT_TO][row] = snapshot_step(worker->last.to, to);
  columns[ROOT_INTO][row] = into;
  worker->last.offset = pointer->note;
  worker->last.to = to;
  worker->counts.root_pointers++;
  end_row(worker);
}

static void make_root(struct snapshot_worker *worker, const struct snapshot_piece *piece)
{
  const struct leak_root *root = piece->root;
  if (root->words)
    for (size_t i = 0; i < root->word_count; i++)
      enqueue_word(worker, 0, root->word_places[i], root->words[i]);
  else
    look_through(worker, 0, 0, piece->from, piece->to);
}

/* --- pieces --- */

void snapshot_worker_init(struct snapshot_worker *worker, const struct snapshot_source *source, unsigned number,
                          const struct leak_index *index, struct snapshot_output *output)
{
  *worker = (struct snapshot_worker){
    .source = source, .index = index, .memory = &source->memories[number], .pointers.index = index,
    .columns = env_map_pages(COLUMNS_BYTES), .output = output};
}

void snapshot_worker_deinit(struct snapshot_worker *worker)
{
  env_unmap_pages(worker->columns, COLUMNS_BYTES);
}

static const struct {
  void (*make)(struct snapshot_worker *worker, const struct snapshot_piece *piece);
  void (*put_frame)(struct snapshot_worker *worker);
  leak_found_fn *found;
} kinds[] = {
  [SNAPSHOT_BLOCKS] = {make_blocks, put_blocks, NULL},
  [SNAPSHOT_EDGES] = {make_edges, put_edges, put_edge},
  [SNAPSHOT_EDGES_OF_ONE] = {make_edges_of_one, put_edges, put_edge},
  [SNAPSHOT_ROOT] = {make_root, put_roots, put_root_pointer},
};

void snapshot_worker_make_piece(struct snapshot_worker *worker, const struct snapshot_piece *piece)
{
  worker->put_frame = kinds[piece->kind].put_frame;
  worker->found = kinds[piece->kind].found;
  worker->root = piece->root;
  worker->piece = piece->number;
  worker->encoder = (struct record_encoder){
    .data = snapshot_output_open(worker->output, piece->number), .capacity = OUTPUT_PIECE_BYTES};
  kinds[piece->kind].make(worker, piece);
  leak_pointers_finish(&worker->pointers, worker->found, worker);
  end_frame(worker);
  snapshot_output_close(worker->output, piece->number, worker->encoder.size);
}
