/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Breadth first. A node's parent is settled when the whole level before it has been left: until then a parent that is
 * as near, but on a path from a better root, or has a lower number, takes its place. */
#include <stdlib.h>
#include <string.h>

#include "heap/graph_edges.h"
#include "heap/graph_parts.h"

struct search {
  const struct graph *graph;
  const uint64_t *barred;
  uint32_t *parents, *depths;
  uint8_t *classes; /* by node: root class of its path */
  uint32_t *queue, queued;
};

static void come_to(struct search *search, uint32_t from, uint32_t to, uint8_t class)
{
  const uint32_t depth = search->depths[from] + 1;
  if (search->depths[to] < depth || (search->barred && node_set_has(search->barred, to)))
    return;
  if (search->depths[to] == GRAPH_NO_NODE) {
    search->depths[to] = depth;
    search->queue[search->queued++] = to;
  } else if (class > search->classes[to] || (class == search->classes[to] && from > search->parents[to])) {
    return;
  }
  search->classes[to] = class;
  search->parents[to] = from;
}

static void leave(struct search *search, uint32_t node)
{
  const struct graph *graph = search->graph;
  struct edge_range edges = graph_edges(graph, node);
  const bool is_group = node > 0 && node < graph->first_block;
  uint8_t class = search->classes[node];
  for (; edges.next < edges.end; edges.next++) {
    if (is_group)
      class = graph->snapshot->roots[graph->group_roots[edges.next]].class;
    come_to(search, node, graph_edge_to(graph, node, edges.next), class);
  }
}

static void search_from_outside(struct search *search, uint32_t target)
{
  if (search->barred && node_set_has(search->barred, 0))
    return;
  search->depths[0] = 0;
  search->classes[0] = RECORD_ROOT_NONE;
  search->queue[search->queued++] = 0;
  for (uint32_t i = 0; i < search->queued; i++) {
    const uint32_t node = search->queue[i];
    if (target != GRAPH_NO_NODE && search->depths[node] >= search->depths[target])
      break;
    leave(search, node);
  }
}

struct error *graph_search(const struct graph *graph, const uint64_t *barred, uint32_t target, uint32_t *parents,
                           uint32_t *depths)
{
  const size_t nodes = graph->node_count;
  struct search search = {.graph = graph, .barred = barred, .parents = parents, .depths = depths,
                          .classes = malloc(nodes), .queue = malloc(nodes * sizeof *search.queue)};
  const bool is_there = search.classes && search.queue;
  if (is_there) {
    memset(parents, 0xff, nodes * sizeof *parents);
    memset(depths, 0xff, nodes * sizeof *depths);
    search_from_outside(&search, target);
  }
  free(search.classes);
  free(search.queue);
  return is_there ? NULL : error_no_memory();
}
