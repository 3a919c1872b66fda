/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/snapshot/snapshot_pieces.h"

#include "shared/record/record.h"

enum { WORD_BYTES = 8 };

void snapshot_pieces_init(struct snapshot_pieces *pieces, const struct leak_index *index, const struct leak_root *roots,
                          size_t root_count)
{
  *pieces = (struct snapshot_pieces){
    .index = index, .roots = roots, .root_count = root_count, .blocks_at = 1, .edges_at = 1};
}

static bool next_blocks(struct snapshot_pieces *pieces, struct snapshot_piece *ret)
{
  const block_id limit = pieces->index->mark_limit, first = pieces->blocks_at;
  if (first >= limit)
    return false;
  const block_id end = limit - first < SNAPSHOT_PIECE_BLOCKS ? limit : first + SNAPSHOT_PIECE_BLOCKS;
  *ret = (struct snapshot_piece){.kind = SNAPSHOT_BLOCKS, .first = first, .end = end};
  pieces->blocks_at = end;
  return true;
}

/* Sets *ret to the next part of [start, end), cut between words; true: it was the last. */
static bool cut_piece(struct snapshot_pieces *pieces, uint64_t start, uint64_t end, struct snapshot_piece *ret)
{
  ret->from = pieces->address ? pieces->address : start;
  const bool is_last = end - ret->from <= SNAPSHOT_PIECE_BYTES;
  ret->to = is_last ? end : (ret->from + SNAPSHOT_PIECE_BYTES) & ~(uint64_t)(WORD_BYTES - 1);
  pieces->address = is_last ? 0 : ret->to;
  return is_last;
}

/* 0: the block takes no part. */
static uint64_t bytes_to_look_through(const struct snapshot_pieces *pieces, block_id id)
{
  const struct leak_mark mark = pieces->index->marks[id];
  if (mark.kind == 0)
    return 0;
  return mark.words < MARK_WORDS_MANY ? (uint64_t)mark.words * WORD_BYTES
                                      : blocks_entry(pieces->index->blocks, id)->size_bytes;
}

static void cut_block(struct snapshot_pieces *pieces, struct snapshot_piece *ret)
{
  const struct block *block = blocks_entry(pieces->index->blocks, pieces->edges_at);
  *ret = (struct snapshot_piece){.kind = SNAPSHOT_EDGES_OF_ONE, .first = pieces->edges_at};
  if (cut_piece(pieces, block->start, block->start + block->size_bytes, ret))
    pieces->edges_at++;
}

static bool next_edges(struct snapshot_pieces *pieces, struct snapshot_piece *ret)
{
  const block_id limit = pieces->index->mark_limit, first = pieces->edges_at;
  if (first >= limit)
    return false;
  block_id id = first;
  uint64_t bytes = 0;
  for (; id < limit && id - first < SNAPSHOT_PIECE_BLOCKS && bytes <= SNAPSHOT_PIECE_BYTES; id++)
    bytes += bytes_to_look_through(pieces, id);
  if (bytes > SNAPSHOT_PIECE_BYTES && id - first > 1)
    id--;
  else if (bytes > SNAPSHOT_PIECE_BYTES)
    return cut_block(pieces, ret), true;
  *ret = (struct snapshot_piece){.kind = SNAPSHOT_EDGES, .first = first, .end = id};
  pieces->edges_at = id;
  return true;
}

/* Roots of words other than registers are starts of DTVs, which the leak scan is told of. A snapshot shows the pointer
 * that is really there, in the thread's control block. */
static bool repeats_memory(const struct leak_root *root)
{
  return root->words && root->root_class != RECORD_ROOT_REGISTER;
}

static bool next_root(struct snapshot_pieces *pieces, struct snapshot_piece *ret)
{
  while (pieces->roots_at < pieces->root_count && repeats_memory(&pieces->roots[pieces->roots_at]))
    pieces->roots_at++;
  if (pieces->roots_at == pieces->root_count)
    return false;
  const struct leak_root *root = &pieces->roots[pieces->roots_at];
  *ret = (struct snapshot_piece){.kind = SNAPSHOT_ROOT, .root = root};
  if (root->words || cut_piece(pieces, root->start, root->end, ret))
    pieces->roots_at++;
  return true;
}

bool snapshot_pieces_next(struct snapshot_pieces *pieces, struct snapshot_piece *ret)
{
  if (!next_blocks(pieces, ret) && !next_edges(pieces, ret) && !next_root(pieces, ret))
    return false;
  ret->number = pieces->number++;
  return true;
}
