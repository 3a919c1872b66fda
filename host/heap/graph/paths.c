/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions that take another search of the graph: another way to a block, and what a set of nodes retains together:
 * everything that a search cannot reach if it may not enter these nodes. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/graph/graph_edges.h"
#include "host/heap/graph/graph_parts.h"

static uint64_t *node_set_create(const struct graph *graph, const uint32_t *nodes, size_t count)
{
  uint64_t *set = memory_zeroed((size_t)graph->node_count / 64 + 1, sizeof *set);
  for (size_t i = 0; i < count; i++)
    if (nodes[i] < graph->node_count)
      node_set_add(set, nodes[i]);
  return set;
}

/* Parents and depths of a search of one's own. */
struct found {
  uint32_t *parents, *depths;
};

static void found_deinit(struct found *found)
{
  free(found->parents);
  free(found->depths);
}

static void search_without(const struct graph *graph, const uint32_t *nodes, size_t count, uint32_t target,
                           struct found *ret)
{
  uint64_t *barred = node_set_create(graph, nodes, count);
  struct found found = {memory_allocate(graph->node_count * sizeof *found.parents),
                        memory_allocate(graph->node_count * sizeof *found.depths)};
  graph_search(graph, barred, target, found.parents, found.depths);
  free(barred);
  *ret = found;
}

/* --- paths --- */

/* The first word by which a node points to the next one on a path. */
static struct graph_step step_to(const struct graph *graph, uint32_t node, uint32_t next)
{
  struct edge_range edges = graph_edges(graph, node);
  while (edges.next + 1 < edges.end && graph_edge_to(graph, node, edges.next) != next)
    edges.next++;
  if (node >= graph->first_block) {
    const struct heap_edge *edge = &graph->snapshot->edges[edges.next];
    return (struct graph_step){node, edge->offset, edge->into};
  }
  const uint32_t root = graph->group_roots[edges.next];
  return (struct graph_step){node, root, graph->snapshot->roots[root].into};
}

static void make_path(const struct graph *graph, const uint32_t *parents, const uint32_t *depths, uint32_t node,
                      struct graph_step **ret, size_t *ret_count)
{
  const size_t count = depths[node] != GRAPH_NO_NODE ? depths[node] : 0;
  struct graph_step *steps = memory_allocate((count + 1) * sizeof *steps);
  if (count > 0)
    steps[count - 1] = (struct graph_step){.node = node};
  for (size_t i = count; i-- > 1; node = parents[node])
    steps[i - 1] = step_to(graph, parents[node], node);
  *ret = steps;
  *ret_count = count;
}

void graph_path(const struct graph *graph, uint32_t block, const uint32_t *without, size_t without_count,
                struct graph_step **ret, size_t *ret_count)
{
  const uint32_t node = graph->first_block + block;
  struct found found;
  if (without_count == 0) {
    make_path(graph, graph->parents, graph->depths, node, ret, ret_count);
    return;
  }
  search_without(graph, without, without_count, node, &found);
  make_path(graph, found.parents, found.depths, node, ret, ret_count);
  found_deinit(&found);
}

/* --- what a set retains --- */

static bool goes_with_set(const struct graph *graph, const struct found *found, const uint64_t *set, uint32_t node)
{
  const bool is_held = graph->depths[node] != GRAPH_NO_NODE;
  return is_held ? found->depths[node] == GRAPH_NO_NODE : node_set_has(set, node);
}

static struct graph_amount add_up_retained(const struct graph *graph, const struct found *found, const uint64_t *set)
{
  struct graph_amount amount = {0};
  for (uint32_t i = 0; i < graph->snapshot->block_count; i++)
    if (goes_with_set(graph, found, set, graph->first_block + i)) {
      amount.bytes += graph->snapshot->blocks[i].bytes;
      amount.blocks++;
    }
  return amount;
}

void graph_retained_by(const struct graph *graph, const uint32_t *nodes, size_t count, struct graph_amount *ret)
{
  struct found found;
  uint64_t *set = node_set_create(graph, nodes, count);
  search_without(graph, nodes, count, GRAPH_NO_NODE, &found);
  *ret = add_up_retained(graph, &found, set);
  found_deinit(&found);
  free(set);
}
