/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three passes: the table of blocks from end to end; the words of each block, in the order of the table, which is
 * mostly that in which they were allocated and lie in memory; the roots. */
#include "memcheck/snapshot_capture.h"

#include "memcheck/env.h"
#include "memcheck/leak_index.h"
#include "memcheck/snapshot_frames.h"
#include "memcheck/snapshot_pointers.h"
#include "record/record.h"

enum {
  ENTRIES_AHEAD = 16, /* blocks whose memory is asked for before it is looked at */
  CACHE_LINE_BYTES = 64,
  FIRST_PERCENT = 33, /* of the blocks, whose edges are in the first part: that has all blocks besides */
};

struct capture {
  const struct snapshot_source *source;
  struct leak_index index;
  struct snapshot_frames frames;
  struct snapshot_counts counts;
  struct {
    uint64_t id, start, birth, offset, to;
  } last;                        /* what steps are differences to */
  uint32_t last_stack;           /* that is known to be used */
  const struct leak_root *root;  /* whose pointers are being gathered */
};

static bool takes_part(const struct capture *capture, block_id id)
{
  return capture->index.marks[id].kind != 0;
}

static void forget_last(struct capture *capture)
{
  memset(&capture->last, 0, sizeof capture->last);
}

/* --- blocks --- */

enum { BLOCK_ID, BLOCK_START, BLOCK_BYTES, BLOCK_STACK, BLOCK_BIRTH, BLOCK_TID, BLOCK_GENERATION, BLOCK_VERDICT,
       BLOCK_ALLOCATOR };

static void write_blocks(struct capture *capture)
{
  const struct snapshot_frames *frames = &capture->frames;
  if (frames->rows == 0)
    return;
  record_put_heap_blocks(&capture->frames.encoder, &(struct record_heap_blocks){
    .id_steps = snapshot_frames_column(frames, BLOCK_ID),
    .start_steps = snapshot_frames_column(frames, BLOCK_START),
    .bytes = snapshot_frames_column(frames, BLOCK_BYTES),
    .stack_ids = snapshot_frames_column(frames, BLOCK_STACK),
    .birth_steps = snapshot_frames_column(frames, BLOCK_BIRTH),
    .tids = snapshot_frames_column(frames, BLOCK_TID),
    .generations = snapshot_frames_column(frames, BLOCK_GENERATION),
    .kinds = snapshot_frames_column(frames, BLOCK_VERDICT),
    .allocators = snapshot_frames_column(frames, BLOCK_ALLOCATOR),
  });
  snapshot_frames_write(&capture->frames);
  forget_last(capture);
}

static void put_block(struct capture *capture, block_id id)
{
  const struct block *block = blocks_entry(capture->source->blocks, id);
  uint64_t (*columns)[SNAPSHOT_ROWS] = capture->frames.columns;
  const size_t row = capture->frames.rows++;
  columns[BLOCK_ID][row] = snapshot_step(capture->last.id, id);
  columns[BLOCK_START][row] = snapshot_step(capture->last.start, block->start);
  columns[BLOCK_BYTES][row] = block->size_bytes;
  columns[BLOCK_STACK][row] = block->alloc_stack_id;
  columns[BLOCK_BIRTH][row] = snapshot_step(capture->last.birth, block->birth);
  columns[BLOCK_TID][row] = block->tid;
  columns[BLOCK_GENERATION][row] = block->generation;
  columns[BLOCK_VERDICT][row] = capture->source->has_verdicts ? block->leak_kind : 0;
  columns[BLOCK_ALLOCATOR][row] = block->allocator;
  capture->last.id = id;
  capture->last.start = block->start;
  capture->last.birth = block->birth;
  capture->counts.blocks++;
  capture->counts.bytes += block->size_bytes;
  if (block->alloc_stack_id && block->alloc_stack_id != capture->last_stack) {
    capture->source->use_stack(capture->source->context, block->alloc_stack_id);
    capture->last_stack = block->alloc_stack_id;
  }
  if (capture->frames.rows == SNAPSHOT_ROWS)
    write_blocks(capture);
}

static void capture_blocks(struct capture *capture)
{
  for (block_id id = 1; id < capture->index.mark_limit && !capture->frames.has_failed; id++)
    if (takes_part(capture, id))
      put_block(capture, id);
  write_blocks(capture);
}

/* --- edges --- */

enum { EDGE_FROM, EDGE_OFFSET, EDGE_TO, EDGE_INTO };

static void write_edges(struct capture *capture)
{
  const struct snapshot_frames *frames = &capture->frames;
  if (frames->rows == 0)
    return;
  record_put_heap_edges(&capture->frames.encoder, &(struct record_heap_edges){
    .from_steps = snapshot_frames_column(frames, EDGE_FROM),
    .offset_steps = snapshot_frames_column(frames, EDGE_OFFSET),
    .to_steps = snapshot_frames_column(frames, EDGE_TO),
    .intos = snapshot_frames_column(frames, EDGE_INTO),
  });
  snapshot_frames_write(&capture->frames);
  forget_last(capture);
}

static void put_edge(void *context, const struct snapshot_pointer *pointer, block_id to, uint64_t into)
{
  struct capture *capture = context;
  uint64_t (*columns)[SNAPSHOT_ROWS] = capture->frames.columns;
  const size_t row = capture->frames.rows++;
  const uint64_t last_offset = pointer->from == capture->last.id ? capture->last.offset : 0;
  columns[EDGE_FROM][row] = snapshot_step(capture->last.id, pointer->from);
  columns[EDGE_OFFSET][row] = snapshot_step(last_offset, pointer->offset);
  columns[EDGE_TO][row] = snapshot_step(capture->last.to, to);
  columns[EDGE_INTO][row] = into;
  capture->last.id = pointer->from;
  capture->last.offset = pointer->offset;
  capture->last.to = to;
  capture->counts.edges++;
  if (capture->frames.rows == SNAPSHOT_ROWS)
    write_edges(capture);
}

static void expect_content(const struct capture *capture, block_id id)
{
  if (id + ENTRIES_AHEAD < capture->index.mark_limit)
    blocks_expect(capture->source->blocks, id + ENTRIES_AHEAD);
  if (id >= capture->index.mark_limit || !takes_part(capture, id))
    return;
  const char *content = (const char *)(uintptr_t)blocks_entry(capture->source->blocks, id)->start;
  env_prefetch(content);
  env_prefetch(content + CACHE_LINE_BYTES);
  if (capture->source->expect)
    capture->source->expect(capture->source->context, (uint64_t)(uintptr_t)content);
}

/* Of blocks [first, end). */
static void capture_edges(struct capture *capture, block_id first, block_id end)
{
  struct snapshot_pointers pointers = {
    .index = &capture->index, .memory = capture->source->memory, .found = put_edge, .context = capture};
  for (block_id id = first; id < end && !capture->frames.has_failed; id++) {
    expect_content(capture, id + ENTRIES_AHEAD);
    if (!takes_part(capture, id))
      continue;
    const struct block *block = blocks_entry(capture->source->blocks, id);
    snapshot_pointers_range(&pointers, id, block->start, block->start, block->start + block->size_bytes);
  }
  snapshot_pointers_finish(&pointers);
  write_edges(capture);
}

/* --- roots --- */

enum { ROOT_ADDRESS, ROOT_TO, ROOT_INTO };

static void write_root(struct capture *capture)
{
  const struct snapshot_frames *frames = &capture->frames;
  if (frames->rows == 0)
    return;
  record_put_heap_roots(&capture->frames.encoder, &(struct record_heap_roots){
    .class = capture->root->root_class,
    .tid = capture->root->tid,
    .start = capture->root->start,
    .end = capture->root->end,
    .address_steps = snapshot_frames_column(frames, ROOT_ADDRESS),
    .to_steps = snapshot_frames_column(frames, ROOT_TO),
    .intos = snapshot_frames_column(frames, ROOT_INTO),
  });
  snapshot_frames_write(&capture->frames);
  forget_last(capture);
}

static void put_root_pointer(void *context, const struct snapshot_pointer *pointer, block_id to, uint64_t into)
{
  struct capture *capture = context;
  uint64_t (*columns)[SNAPSHOT_ROWS] = capture->frames.columns;
  const size_t row = capture->frames.rows++;
  columns[ROOT_ADDRESS][row] = snapshot_step(capture->last.offset, pointer->offset);
  columns[ROOT_TO][row] = snapshot_step(capture->last.to, to);
  columns[ROOT_INTO][row] = into;
  capture->last.offset = pointer->offset;
  capture->last.to = to;
  capture->counts.root_pointers++;
  if (capture->frames.rows == SNAPSHOT_ROWS)
    write_root(capture);
}

static void capture_root(struct capture *capture, struct snapshot_pointers *pointers, const struct leak_root *root)
{
  capture->root = root;
  if (root->words)
    for (size_t i = 0; i < root->word_count; i++)
      snapshot_pointers_word(pointers, 0, root->word_places[i], root->words[i]);
  else
    snapshot_pointers_range(pointers, 0, 0, root->start, root->end);
  snapshot_pointers_finish(pointers);
  write_root(capture);
}

/* Words that are no registers say only what the memory they are from says, too: that of a DTV points 16 bytes into
 * it. */
static bool is_said_otherwise(const struct leak_root *root)
{
  return root->words && root->root_class != RECORD_ROOT_REGISTER;
}

static void capture_roots(struct capture *capture)
{
  struct snapshot_pointers pointers = {
    .index = &capture->index, .memory = capture->source->memory, .found = put_root_pointer, .context = capture};
  for (size_t i = 0; i < capture->source->root_count && !capture->frames.has_failed; i++)
    if (!is_said_otherwise(&capture->source->roots[i]))
      capture_root(capture, &pointers, &capture->source->roots[i]);
}

static void capture_part(struct capture *capture, enum snapshot_part part)
{
  const block_id limit = capture->index.mark_limit;
  const block_id middle = 1 + (block_id)((uint64_t)(limit - 1) * FIRST_PERCENT / 100);
  if (part != SNAPSHOT_SECOND)
    capture_blocks(capture);
  capture_edges(capture, part == SNAPSHOT_SECOND ? middle : 1, part == SNAPSHOT_FIRST ? middle : limit);
  if (part != SNAPSHOT_FIRST)
    capture_roots(capture);
}

bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret)
{
  struct capture capture = {.source = source};
  leak_index_build(&capture.index, source->blocks);
  snapshot_frames_init(&capture.frames, source->write, source->context);
  capture_part(&capture, source->part ? source->part(source->context) : SNAPSHOT_WHOLE);
  const bool is_whole = !capture.frames.has_failed;
  snapshot_frames_deinit(&capture.frames);
  leak_index_release(&capture.index);
  *ret = capture.counts;
  return is_whole;
}
