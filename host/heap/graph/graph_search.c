/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Breadth first. What is known of a node is one number: its depth, the class of the root that its path begins at, and
 * its parent, in this order from the highest bits down. Of all edges to a node the one with the least such number is
 * kept, which is the rule for ties; it is settled when the whole level before it has been left. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/graph/graph_edges.h"
#include "host/heap/graph/graph_parts.h"
#include "host/heap/graph/large_pages.h"

#define UNKNOWN UINT64_MAX
enum { DEPTH_SHIFT = 33, CLASS_SHIFT = 31, AHEAD = 8 };

struct search {
  const struct graph *graph;
  const uint64_t *barred;
  uint64_t *best; /* by node */
  uint32_t *queue, queued;
};

static uint64_t depth_in(uint64_t known)
{
  return known >> DEPTH_SHIFT;
}

static void reach_node(struct search *search, uint32_t to, uint64_t known)
{
  uint64_t *best = &search->best[to];
  if (known >= *best || (search->barred && node_set_has(search->barred, to)))
    return;
  if (*best == UNKNOWN)
    search->queue[search->queued++] = to;
  *best = known;
}

/* Classes count from 0 here, the best one. */
static uint64_t class_of(const struct graph *graph, uint64_t edge)
{
  const uint8_t class = graph->snapshot->roots[graph->group_roots[edge]].class;
  return (uint64_t)((class - RECORD_ROOT_GLOBAL) & 3) << CLASS_SHIFT;
}

static void follow_edges(struct search *search, uint32_t node)
{
  const struct graph *graph = search->graph;
  const uint64_t depth = depth_in(search->best[node]) + 1;
  const bool is_group = node > 0 && node < graph->first_block;
  uint64_t class = search->best[node] & UINT64_C(3) << CLASS_SHIFT;
  for (struct edge_range edges = graph_edges(graph, node); edges.next < edges.end; edges.next++) {
    if (is_group)
      class = class_of(graph, edges.next);
    reach_node(search, graph_edge_to(graph, node, edges.next), depth << DEPTH_SHIFT | class | node);
  }
}

/* Prefetch what the next nodes of the queue lead to. */
static void fetch_ahead(const struct search *search, uint32_t at)
{
  const struct graph *graph = search->graph;
  if (at + 3 * AHEAD >= search->queued)
    return;
  graph_fetch_starts(graph, search->queue[at + 3 * AHEAD]);
  graph_fetch_edges(graph, search->queue[at + 2 * AHEAD]);
  const uint32_t node = search->queue[at + AHEAD];
  struct edge_range edges = graph_edges(graph, node);
  for (unsigned i = 0; i < AHEAD && edges.next < edges.end; i++)
    __builtin_prefetch(&search->best[graph_edge_to(graph, node, edges.next++)]);
}

static void search_from_outside(struct search *search, uint32_t target)
{
  if (search->barred && node_set_has(search->barred, 0))
    return;
  search->best[0] = 0;
  search->queue[search->queued++] = 0;
  for (uint32_t i = 0; i < search->queued; i++) {
    const uint32_t node = search->queue[i];
    if (target != GRAPH_NO_NODE && depth_in(search->best[node]) >= depth_in(search->best[target]))
      break;
    fetch_ahead(search, i);
    follow_edges(search, node);
  }
}

static void store_results(const struct search *search, uint32_t *parents, uint32_t *depths)
{
  for (size_t node = 0; node < search->graph->node_count; node++) {
    const uint64_t known = search->best[node];
    parents[node] = known == UNKNOWN || node == 0 ? GRAPH_NO_NODE : known & INT32_MAX;
    depths[node] = known == UNKNOWN ? GRAPH_NO_NODE : (uint32_t)depth_in(known);
  }
}

void graph_search(const struct graph *graph, const uint64_t *barred, uint32_t target, uint32_t *parents,
                  uint32_t *depths)
{
  const size_t nodes = graph->node_count;
  struct search search = {.graph = graph, .barred = barred, .queue = memory_allocate(nodes * sizeof *search.queue)};
  search.best = in_large_pages(memory_allocate(nodes * sizeof *search.best), nodes * sizeof *search.best);
  const bool is_there = search.best && search.queue;
  if (is_there) {
    memset(search.best, 0xff, nodes * sizeof *search.best);
    search_from_outside(&search, target);
    store_results(&search, parents, depths);
  }
  free(search.best);
  free(search.queue);
}
