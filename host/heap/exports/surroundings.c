/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The largest retainers are closed under domination: a dominator retains at least as much as what it dominates, and is
 * nearer to the roots. Around a block are drawn the shortest path to it, what points to it, and what is reached from it
 * in two steps; where that is too much, what comes first in the heap. */
#include "host/heap/exports/surroundings.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/utf8.h"

enum { LARGEST_MAX = 48, AROUND_MAX = 64, PATH_MAX_NODES = 24, HOLDERS_MAX = 12, STEPS = 2 };

/* Nodes that were chosen, in no order. */
struct choice {
  uint32_t nodes[LARGEST_MAX + AROUND_MAX];
  size_t count;
};

static bool is_chosen(const struct choice *choice, uint32_t node)
{
  for (size_t i = 0; i < choice->count; i++)
    if (choice->nodes[i] == node)
      return true;
  return false;
}

static void choose_node(struct choice *choice, uint32_t node, size_t limit)
{
  if (node != 0 && node != GRAPH_NO_NODE && choice->count < limit && !is_chosen(choice, node))
    choice->nodes[choice->count++] = node;
}

/* --- the largest --- */

static bool is_larger(const struct graph *graph, uint32_t a, uint32_t b)
{
  if (graph->retained_bytes[a] != graph->retained_bytes[b])
    return graph->retained_bytes[a] > graph->retained_bytes[b];
  if (graph->depths[a] != graph->depths[b])
    return graph->depths[a] < graph->depths[b];
  return a < b;
}

static void choose_largest(const struct graph *graph, struct choice *choice)
{
  uint32_t *nodes = choice->nodes;
  for (uint32_t node = 1; node < graph->node_count; node++) {
    if (graph->retained_bytes[node] == 0 ||
        (choice->count == LARGEST_MAX && !is_larger(graph, node, nodes[LARGEST_MAX - 1])))
      continue;
    size_t place = choice->count < LARGEST_MAX ? choice->count++ : LARGEST_MAX - 1;
    for (; place > 0 && is_larger(graph, node, nodes[place - 1]); place--)
      nodes[place] = nodes[place - 1];
    nodes[place] = node;
  }
}

/* --- around a block --- */

static void choose_path(const struct graph *graph, uint32_t node, struct choice *choice)
{
  for (size_t i = 0; i < PATH_MAX_NODES && node != GRAPH_NO_NODE; i++, node = graph->parents[node])
    choose_node(choice, node, AROUND_MAX);
}

/* What points to the block: groups first. */
static void choose_holders(const struct graph *graph, uint32_t block, struct choice *choice)
{
  const struct snapshot *snapshot = graph->snapshot;
  size_t limit = choice->count + HOLDERS_MAX;
  for (uint32_t i = 0; i < snapshot->root_count && choice->count < limit; i++)
    if (snapshot->roots[i].to == block)
      choose_node(choice, 1 + graph->root_groups[i], limit);
  for (uint32_t i = 0; i < snapshot->block_count && choice->count < limit; i++)
    for (uint64_t j = snapshot->edge_starts[i]; j < snapshot->edge_starts[i + 1]; j++)
      if (snapshot->edges[j].to == block)
        choose_node(choice, graph->first_block + i, limit);
}

static void choose_targets(const struct graph *graph, uint32_t block, struct choice *choice)
{
  const struct snapshot *snapshot = graph->snapshot;
  for (uint64_t j = snapshot->edge_starts[block]; j < snapshot->edge_starts[block + 1]; j++)
    if (choice->count < AROUND_MAX)
      choose_node(choice, graph->first_block + snapshot->edges[j].to, AROUND_MAX);
    else
      break;
}

static void choose_around(const struct graph *graph, uint32_t block, struct choice *choice)
{
  uint32_t frontier[AROUND_MAX] = {graph->first_block + block};
  size_t frontier_count = 1;
  choose_path(graph, graph->first_block + block, choice);
  choose_node(choice, graph->dominators[graph->first_block + block], AROUND_MAX);
  choose_holders(graph, block, choice);
  for (size_t step = 0; step < STEPS; step++) {
    size_t before = choice->count;
    for (size_t i = 0; i < frontier_count; i++)
      choose_targets(graph, frontier[i] - graph->first_block, choice);
    frontier_count = choice->count - before;
    memcpy(frontier, choice->nodes + before, frontier_count * sizeof *frontier);
  }
}

/* --- nodes --- */

ORDER(by_number, uint32_t, COMPARE(*x, *y))

static void fill_node(const struct heap *heap, uint32_t number, struct surroundings_node *ret)
{
  const struct graph *graph = heap->graph;
  struct surroundings_node node = {
    .node = number, .is_root = number < graph->first_block, .is_lost = graph->parents[number] == GRAPH_NO_NODE,
    .retained_bytes = graph->retained_bytes[number], .retained_blocks = graph->retained_blocks[number]};
  const char *name;
  if (node.is_root) {
    name = heap->names->groups[number - 1].name;
  } else {
    uint32_t index = number - graph->first_block;
    const struct heap_site *site = &heap->sites[heap->site_of[index]];
    name = site->name;
    node.type = site->type;
    node.start = heap->snapshot->blocks[index].start;
    node.bytes = heap->snapshot->blocks[index].bytes;
  }
  node.name = utf8_line(name ? name : "???", 0);
  *ret = node;
}

static void fill_nodes(const struct heap *heap, struct choice *choice, struct surroundings *surroundings)
{
  qsort(choice->nodes, choice->count, sizeof *choice->nodes, by_number);
  surroundings->nodes = memory_zeroed(choice->count + 1, sizeof *surroundings->nodes);
  for (size_t i = 0; i < choice->count; i++)
    fill_node(heap, choice->nodes[i], &surroundings->nodes[surroundings->node_count++]);
}

ORDER(by_node, struct surroundings_node, UP(node))

/* UINT32_MAX: it is not drawn. */
static uint32_t find_place(const struct surroundings *surroundings, uint32_t node)
{
  const struct surroundings_node key = {.node = node}, *nodes = surroundings->nodes;
  const struct surroundings_node *found = bsearch(&key, nodes, surroundings->node_count, sizeof *nodes, by_node);
  return found ? (uint32_t)(found - nodes) : UINT32_MAX;
}

/* --- edges --- */

static struct surroundings_edge *edge_between(struct surroundings *surroundings, uint32_t from, uint32_t to)
{
  for (size_t i = 0; i < surroundings->edge_count; i++)
    if (surroundings->edges[i].from == from && surroundings->edges[i].to == to)
      return &surroundings->edges[i];
  grow((void **)&surroundings->edges, surroundings->edge_count, &surroundings->edge_capacity,
       sizeof *surroundings->edges);
  surroundings->edges[surroundings->edge_count] =
    (struct surroundings_edge){.from = from, .to = to, .offset = UINT64_MAX};
  return &surroundings->edges[surroundings->edge_count++];
}

static void add_pointer(struct surroundings *surroundings, uint32_t from, uint32_t to, uint64_t offset)
{
  if (from == UINT32_MAX || to == UINT32_MAX)
    return;
  struct surroundings_edge *edge = edge_between(surroundings, from, to);
  if (edge->pointers++ == 0)
    edge->offset = offset;
}

static void add_root_pointers(const struct heap *heap, struct surroundings *surroundings)
{
  const struct snapshot *snapshot = heap->snapshot;
  for (uint32_t i = 0; i < snapshot->root_count; i++)
    add_pointer(surroundings, find_place(surroundings, 1 + heap->graph->root_groups[i]),
                find_place(surroundings, heap->graph->first_block + snapshot->roots[i].to),
                root_names_offset(heap->names, snapshot, i));
}

static void add_block_pointers(const struct heap *heap, struct surroundings *surroundings)
{
  const struct snapshot *snapshot = heap->snapshot;
  for (uint32_t place = 0; place < surroundings->node_count; place++) {
    if (surroundings->nodes[place].is_root)
      continue;
    uint32_t block = surroundings->nodes[place].node - heap->graph->first_block;
    for (uint64_t j = snapshot->edge_starts[block]; j < snapshot->edge_starts[block + 1]; j++)
      add_pointer(surroundings, place, find_place(surroundings, heap->graph->first_block + snapshot->edges[j].to),
                  snapshot->edges[j].offset == UINT32_MAX ? UINT64_MAX : snapshot->edges[j].offset);
  }
}

static void add_dominators(const struct heap *heap, struct surroundings *surroundings)
{
  for (uint32_t place = 0; place < surroundings->node_count; place++) {
    uint32_t dominator = heap->graph->dominators[surroundings->nodes[place].node];
    uint32_t from = dominator == GRAPH_NO_NODE ? UINT32_MAX : find_place(surroundings, dominator);
    if (from != UINT32_MAX)
      edge_between(surroundings, from, place)->is_dominator = true;
  }
}

ORDER(by_ends, struct surroundings_edge, UP(from) ?: UP(to))

struct error *surroundings_find(const struct heap *heap, uint32_t around, struct surroundings *ret)
{
  struct choice choice = {.count = 0};
  struct surroundings found = {.middle = UINT32_MAX};
  if (!heap->snapshot)
    return error_format("the run has no snapshot of its heap, which would tell who holds what; run it with "
                        "--snapshot=exit");
  if (around == HEAP_NO_BLOCK)
    choose_largest(heap->graph, &choice);
  else
    choose_around(heap->graph, around, &choice);
  fill_nodes(heap, &choice, &found);
  add_root_pointers(heap, &found);
  add_block_pointers(heap, &found);
  add_dominators(heap, &found);
  if (found.edge_count > 0)
    qsort(found.edges, found.edge_count, sizeof *found.edges, by_ends);
  if (around != HEAP_NO_BLOCK)
    found.middle = find_place(&found, heap->graph->first_block + around);
  *ret = found;
  return NULL;
}

void surroundings_release(struct surroundings *surroundings)
{
  for (uint32_t i = 0; i < surroundings->node_count; i++)
    free(surroundings->nodes[i].name);
  free(surroundings->nodes);
  free(surroundings->edges);
}
