/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Immediate dominators after Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), the
 * simple version with path compression: for e edges and n nodes in O(e log n), whatever the heap looks like.
 *
 * Everything here goes by the numbers of a search in depth. The semidominator of w is the lowest node from which a path
 * leads to w whose inner nodes all have higher numbers than w; it is a proper ancestor of w in the search's tree. Nodes
 * are taken from the highest number down. Those that have been taken are linked with their parents into a forest, in
 * which lowest_on_way() finds the node of the lowest semidominator above a node. The dominator of v, with
 * semidominator s, is that of the lowest one on the way from s down to v, or s when that is v's own. */
#include <stdlib.h>
#include <string.h>

#include "heap/graph_edges.h"
#include "heap/graph_parts.h"

struct domination {
  const struct graph *graph;
  struct graph_walk walk;
  uint32_t *ancestors;          /* the search's parents; of nodes that are linked, shortened to the top of their tree */
  uint32_t linked;              /* nodes from this one on are linked */
  uint32_t *semidominators;
  uint32_t *lowest;             /* on the way that was shortened: the node of the lowest semidominator */
  uint32_t *dominators;
  uint32_t *buckets, *next;     /* lists of the nodes that have a semidominator; 0 ends them */
  uint32_t *from_starts, *from; /* where edges to a node come from */
};

static void domination_deinit(struct domination *work)
{
  graph_walk_deinit(&work->walk);
  free(work->semidominators);
  free(work->lowest);
  free(work->dominators);
  free(work->buckets);
  free(work->next);
  free(work->from_starts);
  free(work->from);
}

/* --- edges, turned round --- */

static uint64_t count_edges(struct domination *work)
{
  uint64_t count = 0;
  for (uint32_t i = 0; i < work->walk.count; i++) {
    const uint32_t node = work->walk.nodes[i];
    for (struct edge_range edges = graph_edges(work->graph, node); edges.next < edges.end; edges.next++, count++)
      work->from_starts[work->walk.numbers[graph_edge_to(work->graph, node, edges.next)] + 2]++;
  }
  for (uint32_t i = 0; i < work->walk.count; i++)
    work->from_starts[i + 2] += work->from_starts[i + 1];
  return count;
}

static struct error *turn_edges(struct domination *work)
{
  work->from_starts = calloc((size_t)work->walk.count + 2, sizeof *work->from_starts);
  if (!work->from_starts)
    return error_no_memory();
  work->from = malloc((count_edges(work) + 1) * sizeof *work->from);
  if (!work->from)
    return error_no_memory();
  for (uint32_t i = 0; i < work->walk.count; i++) {
    const uint32_t node = work->walk.nodes[i];
    for (struct edge_range edges = graph_edges(work->graph, node); edges.next < edges.end; edges.next++) {
      const uint32_t to = work->walk.numbers[graph_edge_to(work->graph, node, edges.next)];
      work->from[work->from_starts[to + 1]++] = i;
    }
  }
  return NULL;
}

/* --- the forest --- */

static bool is_lower(const struct domination *work, uint32_t a, uint32_t b)
{
  return work->semidominators[work->lowest[a]] < work->semidominators[work->lowest[b]];
}

/* Point everything on the way up from a linked node to the top of its tree, and let it know the lowest above it. The
 * ancestors are turned round on the way up, so that the way down needs no stack. */
static void shorten(struct domination *work, uint32_t node)
{
  uint32_t below = GRAPH_NO_NODE;
  while (work->ancestors[node] >= work->linked) {
    const uint32_t above = work->ancestors[node];
    work->ancestors[node] = below;
    below = node;
    node = above;
  }
  const uint32_t top = work->ancestors[node];
  while (below != GRAPH_NO_NODE) {
    const uint32_t above = node;
    node = below;
    below = work->ancestors[node];
    work->ancestors[node] = top;
    if (is_lower(work, above, node))
      work->lowest[node] = work->lowest[above];
  }
}

static uint32_t lowest_on_way(struct domination *work, uint32_t node)
{
  if (node < work->linked)
    return node;
  shorten(work, node);
  return work->lowest[node];
}

/* --- the algorithm --- */

static void find_semidominator(struct domination *work, uint32_t node)
{
  for (uint32_t i = work->from_starts[node]; i < work->from_starts[node + 1]; i++) {
    const uint32_t lowest = lowest_on_way(work, work->from[i]);
    if (work->semidominators[lowest] < work->semidominators[node])
      work->semidominators[node] = work->semidominators[lowest];
  }
}

static void put_in_bucket(struct domination *work, uint32_t node)
{
  uint32_t *bucket = &work->buckets[work->semidominators[node]];
  work->next[node] = *bucket;
  *bucket = node;
}

/* Nodes whose semidominator is `above`: either that dominates them, or what dominates the lowest on their way, which
 * will be known later. */
static void empty_bucket(struct domination *work, uint32_t above)
{
  for (uint32_t node = work->buckets[above]; node != 0; node = work->next[node]) {
    const uint32_t lowest = lowest_on_way(work, node);
    work->dominators[node] = work->semidominators[lowest] < work->semidominators[node] ? lowest : above;
  }
  work->buckets[above] = 0;
}

static void dominate(struct domination *work)
{
  for (uint32_t node = work->walk.count - 1; node > 0; node--) {
    const uint32_t parent = work->ancestors[node];
    find_semidominator(work, node);
    put_in_bucket(work, node);
    work->linked = node;
    empty_bucket(work, parent);
  }
  for (uint32_t node = 1; node < work->walk.count; node++)
    if (work->dominators[node] != work->semidominators[node])
      work->dominators[node] = work->dominators[work->dominators[node]];
}

static struct error *prepare(struct domination *work)
{
  const size_t count = work->walk.count;
  work->ancestors = work->walk.parents;
  work->linked = work->walk.count;
  work->semidominators = malloc(count * sizeof *work->semidominators);
  work->lowest = malloc(count * sizeof *work->lowest);
  work->dominators = calloc(count, sizeof *work->dominators);
  work->buckets = calloc(count, sizeof *work->buckets);
  work->next = malloc(count * sizeof *work->next);
  if (!work->semidominators || !work->lowest || !work->dominators || !work->buckets || !work->next)
    return error_no_memory();
  for (uint32_t i = 0; i < count; i++)
    work->semidominators[i] = work->lowest[i] = i;
  return NULL;
}

/* --- results, by node --- */

/* What dominates a node has a lower number than that: from the highest down, what a node retains is complete when it is
 * added to its dominator's. */
static void retain(struct graph *graph, const struct domination *work)
{
  memset(graph->dominators, 0xff, graph->node_count * sizeof *graph->dominators);
  for (uint32_t i = 0; i < graph->snapshot->block_count; i++) {
    graph->retained_bytes[graph->first_block + i] = graph->snapshot->blocks[i].bytes;
    graph->retained_blocks[graph->first_block + i] = 1;
  }
  for (uint32_t i = work->walk.count - 1; i > 0; i--) {
    const uint32_t node = work->walk.nodes[i], dominator = work->walk.nodes[work->dominators[i]];
    graph->dominators[node] = dominator;
    graph->retained_bytes[dominator] += graph->retained_bytes[node];
    graph->retained_blocks[dominator] += graph->retained_blocks[node];
  }
}

struct error *graph_dominate(struct graph *graph)
{
  struct domination work = {.graph = graph};
  struct error *error = graph_walk_init(graph, false, &work.walk);
  if (error)
    return error;
  error = turn_edges(&work);
  if (!error)
    error = prepare(&work);
  if (!error) {
    dominate(&work);
    retain(graph, &work);
  }
  domination_deinit(&work);
  return error;
}
