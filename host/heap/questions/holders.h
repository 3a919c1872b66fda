/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which roots hold a selection of blocks, and how. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_HOLDERS_H
#define SEEP_HOST_HEAP_QUESTIONS_HOLDERS_H

#include "host/base/error.h"
#include "host/heap/questions/selection.h"

/* A root group that shortest paths to selected blocks begin in. */
struct holder {
  uint32_t group;              /* of heap->names */
  uint64_t blocks, bytes;      /* of the selection: those paths lead to them */
  uint64_t only_blocks, only_bytes; /* of these: no path to them begins elsewhere */
  uint32_t nearest, farthest;  /* blocks of the selection with the shortest and the longest path from it */
};

struct holders {
  struct holder *items;        /* most bytes first */
  uint32_t count;
  uint64_t lost_blocks, lost_bytes; /* no root reaches them */
};

/* All roots that hold any of the blocks. holders_release() frees what is in *ret. */
void holders_find(const struct heap *heap, const struct selection *selection, struct holders *ret);
void holders_release(struct holders *holders);

#endif
