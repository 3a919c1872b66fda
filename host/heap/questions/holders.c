/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both questions are climbs in trees: in that of shortest paths up to the group where the path begins, in that of
 * dominators up to the node below node 0, which is a group only when all paths begin there. What was found is noted at
 * every node on the way, so each node is climbed over once, however long a list is. */
#include "host/heap/questions/holders.h"

#include <stdlib.h>

#include "host/base/memory.h"
#include "host/base/order.h"

struct climb {
  const uint32_t *above; /* by node: parents or dominators */
  uint32_t *tops;        /* by node: where it ends; GRAPH_NO_NODE: not climbed yet */
};

/* The node below node 0 that `node` hangs from; GRAPH_NO_NODE when it hangs from nothing. */
static uint32_t climb_to_top(const struct climb *climb, uint32_t node)
{
  uint32_t top = node;
  while (climb->tops[top] == GRAPH_NO_NODE && climb->above[top] != 0 && climb->above[top] != GRAPH_NO_NODE)
    top = climb->above[top];
  if (climb->above[top] == GRAPH_NO_NODE)
    return GRAPH_NO_NODE;
  uint32_t end = climb->tops[top] == GRAPH_NO_NODE ? top : climb->tops[top];
  for (uint32_t at = node; climb->tops[at] == GRAPH_NO_NODE; at = climb->above[at]) {
    climb->tops[at] = end;
    if (at == top)
      break;
  }
  return end;
}

static void climb_init(struct climb *climb, const struct graph *graph, const uint32_t *above)
{
  climb->above = above;
  climb->tops = memory_allocate(((size_t)graph->node_count + 1) * sizeof *climb->tops);
  for (uint32_t i = 0; i < graph->node_count; i++)
    climb->tops[i] = GRAPH_NO_NODE;
}

static uint32_t block_depth(const struct graph *graph, uint32_t block)
{
  return graph->depths[graph->first_block + block];
}

static void count_block(const struct heap *heap, uint32_t block, uint32_t group_node, bool is_only,
                        struct holder *holders)
{
  struct holder *holder = &holders[group_node - 1];
  uint64_t bytes = heap->snapshot->blocks[block].bytes;
  if (holder->blocks == 0 || block_depth(heap->graph, block) < block_depth(heap->graph, holder->nearest))
    holder->nearest = block;
  if (holder->blocks == 0 || block_depth(heap->graph, block) > block_depth(heap->graph, holder->farthest))
    holder->farthest = block;
  holder->blocks++;
  holder->bytes += bytes;
  holder->only_blocks += is_only;
  holder->only_bytes += is_only ? bytes : 0;
}

ORDER(by_bytes, struct holder, DOWN(bytes) ?: DOWN(blocks) ?: UP(group))

static void count_all(const struct heap *heap, const struct selection *selection, struct climb *paths,
                      struct climb *dominators, struct holders *ret)
{
  const struct graph *graph = heap->graph;
  for (uint32_t i = 0; i < graph->group_count; i++)
    ret->items[i].group = i;
  for (uint32_t i = 0; i < selection->count; i++) {
    uint32_t block = selection->blocks[i], node = graph->first_block + block, group = climb_to_top(paths, node);
    if (group != GRAPH_NO_NODE && group <= graph->group_count) {
      count_block(heap, block, group, climb_to_top(dominators, node) == group, ret->items);
    } else {
      ret->lost_blocks++;
      ret->lost_bytes += heap->snapshot->blocks[block].bytes;
    }
  }
  if (graph->group_count > 0)
    qsort(ret->items, graph->group_count, sizeof *ret->items, by_bytes);
  while (ret->count < graph->group_count && ret->items[ret->count].blocks > 0)
    ret->count++;
}

void holders_find(const struct heap *heap, const struct selection *selection, struct holders *ret)
{
  struct climb paths = {0}, dominators = {0};
  struct holders holders = {.items = memory_zeroed((size_t)heap->graph->group_count + 1, sizeof *holders.items)};
  climb_init(&paths, heap->graph, heap->graph->parents);
  climb_init(&dominators, heap->graph, heap->graph->dominators);
  count_all(heap, selection, &paths, &dominators, &holders);
  free(paths.tops);
  free(dominators.tops);
  *ret = holders;
}

void holders_release(struct holders *holders)
{
  free(holders->items);
}
