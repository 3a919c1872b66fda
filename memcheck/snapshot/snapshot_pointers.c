/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot/snapshot_pointers.h"

#include "memcheck/base/env.h"

enum { WORD_BYTES = 8 };

static void resolve_interior(struct snapshot_pointers *pointers, const struct snapshot_pointer *pointer)
{
  const block_id to = leak_index_find_interior(pointers->index, pointer->address);
  if (to)
    pointers->found(pointers->context, pointer, to, pointer->address - blocks_entry(pointers->index->blocks, to)->start);
}

static void resolve_chain(struct snapshot_pointers *pointers, const struct snapshot_pointer *pointer)
{
  bool is_start = false;
  const struct block *block;
  for (block_id id = pointer->first; id; id = block->next) {
    block = blocks_entry(pointers->index->blocks, id);
    if (block->start == pointer->address && pointers->index->marks[id].kind) {
      is_start = true;
      pointers->found(pointers->context, pointer, id, 0);
    }
  }
  if (!is_start)
    resolve_interior(pointers, pointer);
}

/* Stage three. Mostly the one block of the granule is meant, by its start, and its mark says so. */
static void resolve_word(struct snapshot_pointers *pointers, const struct snapshot_pointer *pointer)
{
  const struct leak_mark mark = pointers->index->marks[pointer->first];
  const unsigned offset = pointer->address & ((1 << GRANULE_BITS) - 1);
  if (mark.is_irregular)
    resolve_chain(pointers, pointer);
  else if (mark.kind && offset == mark.offset * 16u)
    pointers->found(pointers->context, pointer, pointer->first, 0);
  else
    resolve_interior(pointers, pointer);
}

/* Stage two: the granule's chain is known, fetch the mark of its first block. */
static void fetch_mark(const struct snapshot_pointers *pointers, struct snapshot_pointer *pointer)
{
  pointer->first = pointer->leaf->first[blocks_granule_in_leaf(pointer->address)];
  env_prefetch(&pointers->index->marks[pointer->first]);
}

/* Stage one: fetch the place in the map. */
static void enqueue_word(struct snapshot_pointers *pointers, block_id from, uint64_t offset, uint64_t word)
{
  const struct blocks_leaf *leaf = blocks_leaf_of(pointers->index->blocks, word);
  if (!leaf)
    return;
  env_prefetch(&leaf->first[blocks_granule_in_leaf(word)]);
  pointers->ring[pointers->in++ % POINTERS_RING] = (struct snapshot_pointer){word, offset, from, 0, leaf};
  if (pointers->in - pointers->fetched > POINTERS_DELAY)
    fetch_mark(pointers, &pointers->ring[pointers->fetched++ % POINTERS_RING]);
  if (pointers->fetched - pointers->out > POINTERS_DELAY)
    resolve_word(pointers, &pointers->ring[pointers->out++ % POINTERS_RING]);
}

void snapshot_pointers_word(struct snapshot_pointers *pointers, block_id from, uint64_t offset, uint64_t word)
{
  if (word - pointers->index->start < pointers->index->end - pointers->index->start)
    enqueue_word(pointers, from, offset, word);
}

void snapshot_pointers_range(struct snapshot_pointers *pointers, block_id from, uint64_t base, uint64_t start,
                             uint64_t end)
{
  start = (start + WORD_BYTES - 1) & ~(uint64_t)(WORD_BYTES - 1);
  end &= ~(uint64_t)(WORD_BYTES - 1);
  const uint64_t first = pointers->index->start, span = pointers->index->end - first;
  for (uint64_t next; start < end; start = next) {
    const uint64_t *words;
    const bool is_readable = pointers->memory->read(pointers->memory->context, start, end, &words, &next);
    ENV_ASSERT(next > start);
    if (!is_readable)
      continue;
    next = next < end ? next : end;
    const uint64_t *const words_end = words + (next - start) / WORD_BYTES;
    for (uint64_t offset = start - base; words < words_end; words++, offset += WORD_BYTES)
      if (*words - first < span)
        enqueue_word(pointers, from, offset, *words);
  }
}

void snapshot_pointers_finish(struct snapshot_pointers *pointers)
{
  while (pointers->fetched != pointers->in)
    fetch_mark(pointers, &pointers->ring[pointers->fetched++ % POINTERS_RING]);
  while (pointers->out != pointers->in)
    resolve_word(pointers, &pointers->ring[pointers->out++ % POINTERS_RING]);
}
