/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks words point to: what the leak scan and snapshots do with every word of the heap.
 *
 * On a large heap looking up a word is all cache misses: one for its place in the table's map, one for the mark of the
 * block that is found there. So words go through a ring in three stages, of which each prefetches what the next one
 * needs. Results come out in the order in which words went in.
 *
 * `found` is inlined into the stages, as it is called for every pointer there is. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_POINTERS_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_POINTERS_H

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/leak/leak_index.h"

enum {
  LEAK_POINTERS_RING = 64,  /* a power of two */
  LEAK_POINTERS_DELAY = 16, /* words between two stages: at most half of that, less one */
};

/* A word that may be a pointer, on its way through the stages. */
struct leak_candidate {
  uint64_t address; /* where it points */
  uint64_t note;    /* the caller's: nothing is done with it here */
  const struct blocks_leaf *leaf;
  block_id first;   /* of the chain of the granule it points to, from the second stage on */
  block_id from;    /* the block it lies in; 0: a root */
};

struct leak_pointers {
  const struct leak_index *index;
  struct leak_candidate ring[LEAK_POINTERS_RING];
  uint32_t in, fetched, out; /* counted up without end */
};

/* A word points `into` bytes past the start of a block that takes part. */
typedef void leak_found_fn(void *context, const struct leak_candidate *pointer, block_id to, uint64_t into);

#define LEAK_POINTERS_STAGE static inline __attribute__((always_inline))

LEAK_POINTERS_STAGE void leak_pointers_resolve_interior(const struct leak_pointers *pointers,
                                                        const struct leak_candidate *pointer, leak_found_fn *found,
                                                        void *context)
{
  const block_id to = leak_index_find_interior(pointers->index, pointer->address);
  if (to)
    found(context, pointer, to, pointer->address - blocks_entry(pointers->index->blocks, to)->start);
}

/* A start that several blocks share points to each of them. */
LEAK_POINTERS_STAGE void leak_pointers_resolve_chain(const struct leak_pointers *pointers,
                                                     const struct leak_candidate *pointer, leak_found_fn *found,
                                                     void *context)
{
  bool is_start = false;
  const struct block *block;
  for (block_id id = pointer->first; id; id = block->next) {
    block = blocks_entry(pointers->index->blocks, id);
    if (block->start == pointer->address && pointers->index->marks[id].kind) {
      is_start = true;
      found(context, pointer, id, 0);
    }
  }
  if (!is_start)
    leak_pointers_resolve_interior(pointers, pointer, found, context);
}

/* Stage three. Nearly always the granule has one block and the word points to its start, which the mark alone can
 * tell. */
LEAK_POINTERS_STAGE void leak_pointers_resolve(struct leak_pointers *pointers, leak_found_fn *found, void *context)
{
  const struct leak_candidate *pointer = &pointers->ring[pointers->out++ % LEAK_POINTERS_RING];
  const struct leak_mark mark = pointers->index->marks[pointer->first];
  const unsigned offset = pointer->address & ((1 << GRANULE_BITS) - 1);
  if (mark.is_irregular)
    leak_pointers_resolve_chain(pointers, pointer, found, context);
  else if (mark.kind && offset == mark.offset * 16u)
    found(context, pointer, pointer->first, 0);
  else
    leak_pointers_resolve_interior(pointers, pointer, found, context);
}

/* Stage two: the granule's chain is known, prefetch the mark of its first block. */
LEAK_POINTERS_STAGE void leak_pointers_fetch_mark(struct leak_pointers *pointers)
{
  struct leak_candidate *pointer = &pointers->ring[pointers->fetched++ % LEAK_POINTERS_RING];
  pointer->first = pointer->leaf->first[blocks_granule_in_leaf(pointer->address)];
  env_prefetch(&pointers->index->marks[pointer->first]);
}

/* Stage one: prefetch the place in the map. `leaf` is that of the word's address, for which there is one. */
LEAK_POINTERS_STAGE void leak_pointers_enqueue(struct leak_pointers *pointers, const struct leak_candidate *word,
                                               leak_found_fn *found, void *context)
{
  env_prefetch(&word->leaf->first[blocks_granule_in_leaf(word->address)]);
  pointers->ring[pointers->in++ % LEAK_POINTERS_RING] = *word;
  if (pointers->in - pointers->fetched > LEAK_POINTERS_DELAY)
    leak_pointers_fetch_mark(pointers);
  if (pointers->fetched - pointers->out > LEAK_POINTERS_DELAY)
    leak_pointers_resolve(pointers, found, context);
}

/* Resolve the words that are still on their way. */
LEAK_POINTERS_STAGE void leak_pointers_finish(struct leak_pointers *pointers, leak_found_fn *found, void *context)
{
  while (pointers->fetched != pointers->in)
    leak_pointers_fetch_mark(pointers);
  while (pointers->out != pointers->in)
    leak_pointers_resolve(pointers, found, context);
}

#endif
