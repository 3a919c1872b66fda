/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The edges of a heap graph, node by node, whatever they come from: groups of the outside, roots of a group, pointers
 * of a block. */
#ifndef SEEP_HOST_HEAP_GRAPH_GRAPH_EDGES_H
#define SEEP_HOST_HEAP_GRAPH_GRAPH_EDGES_H

#include "host/heap/graph/graph.h"

/* Edges of a node are numbers from `next` up to `end`. */
struct edge_range {
  uint64_t next, end;
};

/* All edges of a node, to be fetched by graph_fetch_edges(). */
static inline struct edge_range graph_edges(const struct graph *graph, uint32_t node)
{
  if (node >= graph->first_block) {
    const uint64_t *starts = &graph->snapshot->edge_starts[node - graph->first_block];
    return (struct edge_range){starts[0], starts[1]};
  }
  if (node > 0)
    return (struct edge_range){graph->group_starts[node - 1], graph->group_starts[node]};
  return (struct edge_range){0, graph->group_count};
}

/* Where edge number `edge` of a node leads. */
static inline uint32_t graph_edge_to(const struct graph *graph, uint32_t node, uint64_t edge)
{
  if (node >= graph->first_block)
    return graph->first_block + graph->snapshot->edges[edge].to;
  if (node > 0)
    return graph->first_block + graph->snapshot->roots[graph->group_roots[edge]].to;
  return 1 + (uint32_t)edge;
}

/* A large heap does not fit the caches: what a block's edges need is prefetched in two steps. */
static inline void graph_fetch_starts(const struct graph *graph, uint32_t node)
{
  if (node >= graph->first_block)
    __builtin_prefetch(&graph->snapshot->edge_starts[node - graph->first_block]);
}

static inline void graph_fetch_edges(const struct graph *graph, uint32_t node)
{
  if (node >= graph->first_block)
    __builtin_prefetch(&graph->snapshot->edges[graph->snapshot->edge_starts[node - graph->first_block]]);
}

/* Sets of nodes. */
static inline bool node_set_has(const uint64_t *set, uint32_t node)
{
  return set[node / 64] >> node % 64 & 1;
}

static inline void node_set_add(uint64_t *set, uint32_t node)
{
  set[node / 64] |= UINT64_C(1) << node % 64;
}

#endif
