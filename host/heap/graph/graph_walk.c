/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Depth first, with an explicit stack, as a list of ten million nodes is that deep. */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/heap/graph/graph_edges.h"
#include "host/heap/graph/graph_parts.h"
#include "host/heap/graph/large_pages.h"

/* A node on the way down, and what is left of its edges. */
struct level {
  uint32_t node;
  struct edge_range edges;
};

struct way {
  struct level *levels;
  size_t depth, capacity;
};

/* Prefetch what is asked first of the nodes that edges lead to. */
static void fetch_ahead(const struct graph *graph, const struct graph_walk *walk, const struct level *level)
{
  enum { AHEAD = 4 };
  struct edge_range edges = level->edges;
  for (unsigned i = 0; i < AHEAD && edges.next < edges.end; i++) {
    const uint32_t to = graph_edge_to(graph, level->node, edges.next++);
    __builtin_prefetch(&walk->at[to]);
    graph_fetch_starts(graph, to);
  }
}

static void enter_node(const struct graph *graph, struct graph_walk *walk, struct way *way, uint32_t node)
{
  grow((void **)&way->levels, way->depth, &way->capacity, sizeof *way->levels);
  walk->parents[walk->count] = way->depth > 0 ? walk->at[way->levels[way->depth - 1].node].number : 0;
  walk->nodes[walk->count] = node;
  walk->at[node].number = walk->count++;
  way->levels[way->depth] = (struct level){node, graph_edges(graph, node)};
  fetch_ahead(graph, walk, &way->levels[way->depth++]);
}

/* The next node that has not been reached, along the edges of the deepest level; GRAPH_NO_NODE: there is none. */
static uint32_t next_node(const struct graph *graph, struct graph_walk *walk, struct level *level)
{
  while (level->edges.next < level->edges.end) {
    const uint32_t to = graph_edge_to(graph, level->node, level->edges.next++);
    walk->at[to].edges_in++;
    if (walk->at[to].number == GRAPH_NO_NODE)
      return to;
  }
  return GRAPH_NO_NODE;
}

static void walk_all(const struct graph *graph, struct graph_walk *walk, struct way *way)
{
  uint32_t left = 0;
  enter_node(graph, walk, way, 0);
  while (way->depth > 0) {
    struct level *level = &way->levels[way->depth - 1];
    const uint32_t node = next_node(graph, walk, level);
    if (node != GRAPH_NO_NODE) {
      enter_node(graph, walk, way, node);
      continue;
    }
    walk->postorder[left++] = level->node;
    way->depth--;
  }
}

void graph_walk_init(const struct graph *graph, struct graph_walk *walk)
{
  const size_t nodes = graph->node_count;
  struct way way = {0};
  *walk = (struct graph_walk){.nodes = memory_allocate(nodes * sizeof *walk->nodes),
                              .at = in_large_pages(memory_allocate(nodes * sizeof *walk->at), nodes * sizeof *walk->at),
                              .parents = memory_allocate(nodes * sizeof *walk->parents),
                              .postorder = memory_allocate(nodes * sizeof *walk->postorder)};
  for (size_t node = 0; node < nodes; node++)
    walk->at[node] = (struct walk_node){.number = GRAPH_NO_NODE};
  walk_all(graph, walk, &way);
  free(way.levels);
}

void graph_walk_deinit(struct graph_walk *walk)
{
  free(walk->nodes);
  free(walk->at);
  free(walk->parents);
  free(walk->postorder);
}
