/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts that graph_create() is made of. */
#ifndef SEEP_HOST_HEAP_GRAPH_GRAPH_PARTS_H
#define SEEP_HOST_HEAP_GRAPH_GRAPH_PARTS_H

#include "host/heap/graph/graph.h"

/* Breadth first from node 0. `barred`: a set of nodes that are not entered; NULL: none. The search ends when `target`
 * is settled; GRAPH_NO_NODE: it goes everywhere. parents and depths (by node) are filled in; what was not reached has
 * GRAPH_NO_NODE. */
void graph_search(const struct graph *graph, const uint64_t *barred, uint32_t target, uint32_t *parents,
                  uint32_t *depths);

/* Fill in dominators, what nodes retain, and `postorder`. */
void graph_dominate(struct graph *graph);

/* A depth-first search from node 0: nodes are numbered in the order in which it reaches them. */
struct walk_node {
  uint32_t number;       /* GRAPH_NO_NODE: not reached */
  uint32_t edges_in;     /* edges to it, from nodes that are reached */
};
struct graph_walk {
  struct walk_node *at;  /* by node */
  uint32_t *nodes;       /* by number: the node; node 0 is number 0 */
  uint32_t *parents;     /* by number: number of its parent; 0 has none */
  uint32_t *postorder;   /* nodes in the order in which all of their edges had been followed */
  uint32_t count;
};

void graph_walk_init(const struct graph *graph, struct graph_walk *walk);
void graph_walk_deinit(struct graph_walk *walk);

/* What blocks of a set, and all blocks that one of these dominates, amount to, each set for itself; `ret` is zero
 * before. */
void graph_retained_below(const struct graph *graph, const uint32_t *set_of, uint32_t set_count,
                          struct graph_amount *ret);

#endif
