/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Immediate dominators after Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), the
 * simple version with path compression: O(e log n) for e edges and n nodes, whatever the heap looks like.
 *
 * Nodes go by their numbers in a depth-first search. The semidominator of w is the lowest node from which a path leads
 * to w whose inner nodes all have higher numbers than w; it is a proper ancestor of w in the search's tree. Nodes are
 * taken from the highest number down, and those that have been taken are linked to their parents, which makes a forest.
 * In it compress_path() finds, among the nodes on the way up from a node, the one with the lowest semidominator. Let s
 * be the semidominator of v. Of the nodes on the tree path from s (exclusive) down to v, take the one with the lowest
 * semidominator. If that is lower than s, v has the same dominator as this node; otherwise v's dominator is s. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/graph/graph_edges.h"
#include "host/heap/graph/graph_parts.h"
#include "host/heap/graph/large_pages.h"

/* A node in the forest. */
struct tree_node {
  uint32_t ancestor;      /* its parent in the search; compression moves it up to the top of the tree */
  uint32_t lowest;        /* on the way to there, without the top: the node of the lowest semidominator */
  uint32_t lowest_semi;   /* that semidominator */
  uint32_t semidominator; /* 0 for node 0 */
};

/* Nodes with the same semidominator are a list; its head is at that. */
struct bucket_node {
  uint32_t first, next;   /* 0: none */
};

struct domination {
  const struct graph *graph;
  struct graph_walk walk;
  struct tree_node *tree;
  struct bucket_node *buckets;
  uint32_t linked;              /* nodes from this one on are linked */
  uint32_t *dominators;
  uint32_t *predecessor_starts, *predecessors; /* of node n: predecessors[predecessor_starts[n]] up to the next */
};

static void domination_deinit(struct domination *work)
{
  graph_walk_deinit(&work->walk);
  free(work->tree);
  free(work->buckets);
  free(work->dominators);
  free(work->predecessor_starts);
  free(work->predecessors);
}

/* --- predecessors --- */

/* edges_in of a node, a count so far, becomes the index of its next predecessor; returns the number of all edges. */
static uint32_t lay_out_predecessors(struct domination *work)
{
  uint32_t total = 0;
  for (uint32_t i = 0; i < work->walk.count; i++) {
    uint32_t *edges_in = &work->walk.at[work->walk.nodes[i]].edges_in;
    const uint32_t count = *edges_in;
    work->predecessor_starts[i] = *edges_in = total;
    total += count;
  }
  work->predecessor_starts[work->walk.count] = total;
  return total;
}

/* Prefetch what the edges of the next blocks need: first the nodes they lead to, then the places of these nodes'
 * predecessors. */
static void fetch_ahead(const struct domination *work, uint64_t edge)
{
  enum { AHEAD = 16 };
  const struct snapshot *snapshot = work->graph->snapshot;
  const struct walk_node *blocks = &work->walk.at[work->graph->first_block];
  if (edge + 2 * AHEAD >= snapshot->edge_count)
    return;
  __builtin_prefetch(&blocks[snapshot->edges[edge + 2 * AHEAD].to], 1);
  __builtin_prefetch(&work->predecessors[blocks[snapshot->edges[edge + AHEAD].to].edges_in], 1);
}

static void fill_predecessors(struct domination *work)
{
  struct walk_node *at = work->walk.at;
  for (uint32_t node = 0; node < work->graph->node_count; node++) {
    if (at[node].number == GRAPH_NO_NODE)
      continue;
    for (struct edge_range edges = graph_edges(work->graph, node); edges.next < edges.end; edges.next++) {
      if (node >= work->graph->first_block)
        fetch_ahead(work, edges.next);
      work->predecessors[at[graph_edge_to(work->graph, node, edges.next)].edges_in++] = at[node].number;
    }
  }
}

static void find_predecessors(struct domination *work)
{
  work->predecessor_starts = memory_allocate(((size_t)work->walk.count + 1) * sizeof *work->predecessor_starts);
  const size_t bytes = ((size_t)lay_out_predecessors(work) + 1) * sizeof *work->predecessors;
  work->predecessors = in_large_pages(memory_allocate(bytes), bytes);
  fill_predecessors(work);
}

/* --- the forest --- */

/* Make each node on the way up from a linked node point to the top of its tree, and hand the lowest semidominator down.
 * The links are reversed on the way up, so that the way back needs no stack: lists are millions of nodes deep. */
static void compress_path(struct domination *work, uint32_t node)
{
  struct tree_node *tree = work->tree;
  uint32_t below = GRAPH_NO_NODE;
  while (tree[node].ancestor >= work->linked) {
    const uint32_t above = tree[node].ancestor;
    tree[node].ancestor = below;
    below = node;
    node = above;
  }
  const uint32_t top = tree[node].ancestor;
  while (below != GRAPH_NO_NODE) {
    const struct tree_node *above = &tree[node];
    node = below;
    below = tree[node].ancestor;
    tree[node].ancestor = top;
    if (above->lowest_semi < tree[node].lowest_semi) {
      tree[node].lowest = above->lowest;
      tree[node].lowest_semi = above->lowest_semi;
    }
  }
}

/* --- the algorithm --- */

/* A node that is not linked yet is its own semidominator so far. */
static uint32_t find_semidominator(struct domination *work, uint32_t node)
{
  enum { AHEAD = 16 };
  uint32_t semidominator = node;
  for (uint32_t i = work->predecessor_starts[node]; i < work->predecessor_starts[node + 1]; i++) {
    uint32_t from = work->predecessors[i];
    __builtin_prefetch(&work->tree[work->predecessors[i >= AHEAD ? i - AHEAD : 0]]);
    if (from >= work->linked) {
      compress_path(work, from);
      from = work->tree[from].lowest_semi;
    }
    semidominator = from < semidominator ? from : semidominator;
  }
  return semidominator;
}

static void link_node(struct domination *work, uint32_t node, uint32_t semidominator)
{
  struct tree_node *tree = &work->tree[node];
  tree->lowest = node;
  tree->lowest_semi = tree->semidominator = semidominator;
  work->buckets[node].next = work->buckets[semidominator].first;
  work->buckets[semidominator].first = node;
  work->linked = node;
}

/* Nodes whose semidominator is `above`: either that dominates them, or what dominates the lowest on their way, which
 * will be known later. */
static void empty_bucket(struct domination *work, uint32_t above)
{
  for (uint32_t node = work->buckets[above].first; node != 0; node = work->buckets[node].next) {
    compress_path(work, node);
    work->dominators[node] = work->tree[node].lowest_semi < above ? work->tree[node].lowest : above;
  }
  work->buckets[above].first = 0;
}

static void find_dominators(struct domination *work)
{
  for (uint32_t node = work->walk.count - 1; node > 0; node--) {
    const uint32_t parent = work->tree[node].ancestor;
    link_node(work, node, find_semidominator(work, node));
    empty_bucket(work, parent);
  }
  for (uint32_t node = 1; node < work->walk.count; node++)
    if (work->dominators[node] != work->tree[node].semidominator)
      work->dominators[node] = work->dominators[work->dominators[node]];
}

static void prepare_forest(struct domination *work)
{
  const size_t count = work->walk.count;
  work->linked = work->walk.count;
  work->tree = in_large_pages(memory_allocate(count * sizeof *work->tree), count * sizeof *work->tree);
  work->dominators = memory_zeroed(count, sizeof *work->dominators);
  work->buckets = memory_zeroed(count, sizeof *work->buckets);
  for (size_t i = 0; i < count; i++)
    work->tree[i] = (struct tree_node){.ancestor = work->walk.parents[i]};
}

/* --- results, by node --- */

/* A node's dominator has a lower number: from the highest down, what a node retains is complete when it is added to its
 * dominator's. */
static void add_up_retained(const struct domination *work, struct graph_amount *amounts)
{
  const struct graph *graph = work->graph;
  for (uint32_t i = 0; i < graph->snapshot->block_count; i++) {
    const uint32_t number = work->walk.at[graph->first_block + i].number;
    if (number != GRAPH_NO_NODE)
      amounts[number] = (struct graph_amount){graph->snapshot->blocks[i].bytes, 1};
  }
  for (uint32_t i = work->walk.count - 1; i > 0; i--) {
    amounts[work->dominators[i]].bytes += amounts[i].bytes;
    amounts[work->dominators[i]].blocks += amounts[i].blocks;
  }
}

static void store_results(struct graph *graph, const struct domination *work, const struct graph_amount *amounts)
{
  for (uint32_t node = 0; node < graph->node_count; node++) {
    const uint32_t number = work->walk.at[node].number;
    const bool is_reached = number != GRAPH_NO_NODE;
    graph->dominators[node] = is_reached && node > 0 ? work->walk.nodes[work->dominators[number]] : GRAPH_NO_NODE;
    graph->retained_bytes[node] = is_reached ? amounts[number].bytes
                                             : graph->snapshot->blocks[node - graph->first_block].bytes;
    graph->retained_blocks[node] = is_reached ? (uint32_t)amounts[number].blocks : 1;
  }
}

static void find_results(struct graph *graph, const struct domination *work)
{
  const size_t count = work->walk.count;
  struct graph_amount *amounts = in_large_pages(memory_zeroed(count, sizeof *amounts), count * sizeof *amounts);
  add_up_retained(work, amounts);
  store_results(graph, work, amounts);
  free(amounts);
}

static void keep_postorder(struct graph *graph, struct graph_walk *walk)
{
  graph->postorder = walk->postorder;
  graph->postorder_count = walk->count;
  walk->postorder = NULL;
}

void graph_dominate(struct graph *graph)
{
  struct domination work = {.graph = graph};
  graph_walk_init(graph, &work.walk);
  find_predecessors(&work);
  prepare_forest(&work);
  find_dominators(&work);
  find_results(graph, &work);
  keep_postorder(graph, &work.walk);
  domination_deinit(&work);
}
