/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which words of some memory point to which blocks: all of them, in the order in which they lie there.
 *
 * On a large heap looking up a word is all cache misses, as in the leak scan (leak_mark.c). So words go through a
 * pipeline each stage of which asks for the memory that the next one needs; what is found comes out in the order in
 * which it went in. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_POINTERS_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_POINTERS_H

#include <stdint.h>

#include "memcheck/leak/leak_index.h"
#include "memcheck/leak/leak_scan.h"

enum {
  POINTERS_RING = 64, /* a power of two */
  POINTERS_DELAY = 16, /* words between two stages: at most half of that */
};

/* A word that may be a pointer, on its way. */
struct snapshot_pointer {
  uint64_t address;  /* where it points */
  uint64_t offset;   /* where it lies: from the start of the block, or in a root its place */
  block_id from;     /* the block it lies in; 0: a root */
  block_id first;    /* of the chain of the granule it points to, from the second stage on */
  const struct blocks_leaf *leaf;
};

struct snapshot_pointers {
  const struct leak_index *index;
  const struct leak_memory *memory;
  /* A word points `into` bytes past the start of a block. A start that several blocks share points to each. */
  void (*found)(void *context, const struct snapshot_pointer *pointer, block_id to, uint64_t into);
  void *context;
  struct snapshot_pointer ring[POINTERS_RING];
  uint32_t in, fetched, out; /* counted up without end */
};

/* Look at one word. */
void snapshot_pointers_word(struct snapshot_pointers *pointers, block_id from, uint64_t offset, uint64_t word);

/* Look at all aligned words of [start, end) that may be followed; offsets are counted from `base`. */
void snapshot_pointers_range(struct snapshot_pointers *pointers, block_id from, uint64_t base, uint64_t start,
                             uint64_t end);

/* Find what is still on its way. */
void snapshot_pointers_finish(struct snapshot_pointers *pointers);

#endif
