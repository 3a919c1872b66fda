/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A graph keeps a few numbers for each node; its edges are the snapshot's. Shortest paths and dominators do not need
 * each other, and both mostly wait for memory, so for a large heap they are found at the same time. */
#include "host/heap/graph/graph.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/graph/graph_parts.h"

enum { NODES_LARGE = 200000 }; /* a thread costs more than it saves below */

/* Roots by group, by counting: while they are put in, starts[g + 1] is where the next one of group g goes. */
static void sort_roots(struct graph *graph)
{
  const uint32_t count = graph->snapshot->root_count;
  uint32_t *starts = graph->group_starts;
  for (uint32_t i = 0; i < count; i++)
    starts[graph->root_groups[i] + 2]++;
  for (uint32_t group = 0; group < graph->group_count; group++)
    starts[group + 2] += starts[group + 1];
  for (uint32_t i = 0; i < count; i++)
    graph->group_roots[starts[graph->root_groups[i] + 1]++] = i;
}

static bool groups_fit(const struct snapshot *snapshot, const uint32_t *root_groups, uint32_t group_count)
{
  for (uint32_t i = 0; i < snapshot->root_count; i++)
    if (root_groups[i] >= group_count)
      return false;
  return group_count < INT32_MAX - 1 - snapshot->block_count;
}

static void allocate(struct graph *graph)
{
  const size_t nodes = graph->node_count;
  graph->group_starts = memory_zeroed((size_t)graph->group_count + 2, sizeof *graph->group_starts);
  graph->group_roots = memory_allocate(((size_t)graph->snapshot->root_count + 1) * sizeof *graph->group_roots);
  graph->parents = memory_allocate(nodes * sizeof *graph->parents);
  graph->depths = memory_allocate(nodes * sizeof *graph->depths);
  graph->dominators = memory_allocate(nodes * sizeof *graph->dominators);
  graph->retained_bytes = memory_zeroed(nodes, sizeof *graph->retained_bytes);
  graph->retained_blocks = memory_zeroed(nodes, sizeof *graph->retained_blocks);
}

static void *search(void *searched)
{
  struct graph *graph = searched;
  graph_search(graph, NULL, GRAPH_NO_NODE, graph->parents, graph->depths);
  return NULL;
}

static void analyse(struct graph *graph)
{
  pthread_t thread;
  allocate(graph);
  sort_roots(graph);
  const bool is_threaded = graph->node_count >= NODES_LARGE && pthread_create(&thread, NULL, search, graph) == 0;
  if (!is_threaded)
    search(graph);
  graph_dominate(graph);
  if (is_threaded)
    pthread_join(thread, NULL);
}

struct error *graph_create(const struct snapshot *snapshot, const uint32_t *root_groups, uint32_t group_count,
                           struct graph **ret)
{
  if (!groups_fit(snapshot, root_groups, group_count))
    return error_format("%s: a root of a group that is not there, or more groups than can be counted", snapshot->path);
  struct graph *graph = memory_zeroed(1, sizeof *graph);
  graph->snapshot = snapshot;
  graph->group_count = group_count;
  graph->first_block = 1 + group_count;
  graph->node_count = graph->first_block + snapshot->block_count;
  graph->root_groups = root_groups;
  analyse(graph);
  *ret = graph;
  return NULL;
}

void graph_destroy(struct graph *graph)
{
  if (!graph)
    return;
  free(graph->group_starts);
  free(graph->group_roots);
  free(graph->parents);
  free(graph->depths);
  free(graph->dominators);
  free(graph->postorder);
  free(graph->retained_bytes);
  free(graph->retained_blocks);
  free(graph);
}
