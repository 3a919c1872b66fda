/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who holds what: shortest paths from the roots, and the dominator tree with retained sizes.
 *
 * Nodes of the graph are
 *   0                            everything outside the heap
 *   1 ... group_count            root groups: what a person would call one root (a global variable, a thread's frame)
 *   first_block + i              block i of the snapshot
 * An edge leads from node 0 to each group, from a group to each block that its words point to, and between blocks.
 *
 * Block b dominates block c when every path from the roots to c goes through b: without b, c would be lost. Retained
 * bytes of a node are its own and those of all that it dominates. Blocks that no root reaches have no dominator and no
 * path, and retain themselves. */
#ifndef SEEP_HOST_HEAP_GRAPH_GRAPH_H
#define SEEP_HOST_HEAP_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/heap/graph/snapshot.h"

enum { GRAPH_NO_NODE = UINT32_MAX };

struct graph {
  const struct snapshot *snapshot; /* borrowed */
  uint32_t group_count;
  uint32_t first_block;            /* node of block 0: 1 + group_count */
  uint32_t node_count;
  const uint32_t *root_groups;     /* of each of the snapshot's roots, from 0; borrowed */
  uint32_t *group_starts;          /* group_count + 1 of them: roots of group g, whose node is 1 + g, are
                                    * group_roots[group_starts[g]] up to the next */
  uint32_t *group_roots;           /* numbers of roots, ascending in each group */
  uint32_t *parents;               /* by node: the one before it on a shortest path from the roots; GRAPH_NO_NODE: none.
                                    * Of equally short ones that of the best root class, then of the lowest numbers */
  uint32_t *depths;                /* by node: steps from node 0; GRAPH_NO_NODE: not reached */
  uint32_t *dominators;            /* by node: immediate dominator; GRAPH_NO_NODE: node 0 and what is not reached */
  uint32_t *postorder;             /* the nodes that are reached, in the postorder of a search in depth */
  uint32_t postorder_count;
  uint64_t *retained_bytes;        /* by node */
  uint32_t *retained_blocks;       /* by node, itself included when it is a block */
};

/* `root_groups` tells for each root of the snapshot its group, below `group_count`. No recursion, whatever the heap
 * looks like.
 * Shortest paths: breadth first. Dominators: Lengauer and Tarjan 1979. */
struct error *graph_create(const struct snapshot *snapshot, const uint32_t *root_groups, uint32_t group_count,
                           struct graph **ret);
void graph_destroy(struct graph *graph);

/* One step of a path: `node` points to the next one by the word at `offset` (of a group: the root's number in the
 * snapshot), `into` bytes past its start. */
struct graph_step {
  uint32_t node;
  uint64_t offset;
  uint64_t into;
};

/* The path from a group down to a block, given by its number in the snapshot, both included; the last step has neither
 * offset nor into. A malloc'ed array. *ret_count is 0 when no root reaches it. `without`: nodes that the path must not
 * touch, in any order (NULL: none), to find another way in. */
void graph_path(const struct graph *graph, uint32_t block, const uint32_t *without, size_t without_count,
                struct graph_step **ret, size_t *ret_count);

/* How much a set of nodes retains: what would go if all of them went; none is counted twice. A search through the whole
 * heap. */
struct graph_amount {
  uint64_t bytes, blocks;
};
void graph_retained_by(const struct graph *graph, const uint32_t *nodes, size_t count, struct graph_amount *ret);

/* The same for all sets at once, when every block is in one of them: `set_of` tells of each block its set, below
 * set_count; `ret` has room for set_count. Linear but for heaps whose paths from the roots lead through a great many
 * different sets. These would take too long: then *ret_exact is false, and blocks that several blocks of a set hold
 * together, but none alone, are missing. */
void graph_retained_by_sets(const struct graph *graph, const uint32_t *set_of, uint32_t set_count,
                            struct graph_amount *ret, bool *ret_exact);

#endif
