/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A part of the heap's graph that is small enough to be drawn: the surroundings of a block, or the largest retainers.
 * Node 0, which is all that lies outside the heap, is never part of it. */
#ifndef SEEP_HOST_HEAP_EXPORTS_SURROUNDINGS_H
#define SEEP_HOST_HEAP_EXPORTS_SURROUNDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/heap/model/heap.h"

struct surroundings_node {
  uint32_t node;          /* of host/heap/graph/graph.h */
  bool is_root;
  bool is_lost;           /* a block that no root leads to */
  char *name;             /* of its root group or site; valid UTF-8 on one line */
  const char *type;       /* NULL: not known; any bytes */
  uint64_t start, bytes;  /* of a block */
  uint64_t retained_bytes;
  uint32_t retained_blocks;
};

/* Between places in the list of nodes. */
struct surroundings_edge {
  uint32_t from, to;
  uint32_t pointers;      /* how many; 0: it only dominates */
  uint64_t offset;        /* of the first pointer in its block or variable; UINT64_MAX: not known */
  bool is_dominator;      /* only `from` keeps `to` alive */
};

struct surroundings {
  struct surroundings_node *nodes; /* ascending by node */
  uint32_t node_count;
  struct surroundings_edge *edges; /* ascending by `from` */
  size_t edge_count, edge_capacity;
  uint32_t middle;        /* place of the block that was asked for; UINT32_MAX: none */
};

/* `around`: a block; HEAP_NO_BLOCK: the largest retainers. The heap must have a snapshot. */
struct error *surroundings_find(const struct heap *heap, uint32_t around, struct surroundings *ret);
void surroundings_release(struct surroundings *surroundings);

#endif
