/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dominator tree is walked with a counter for each set: how many of the set's blocks lie above the current node. If
 * there are none, what the block retains is added to the set's total; otherwise it is part of what a block above
 * retains, and has been counted. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/heap/graph/graph_parts.h"

/* Who is dominated by whom: children[starts[n]] up to children[starts[n + 1]]. */
struct tree {
  uint32_t *starts, *children;
};

static void tree_deinit(struct tree *tree)
{
  free(tree->starts);
  free(tree->children);
}

static void tree_init(struct tree *tree, const struct graph *graph)
{
  const size_t count = graph->node_count;
  tree->starts = memory_zeroed(count + 2, sizeof *tree->starts);
  tree->children = memory_allocate(count * sizeof *tree->children);
  for (size_t node = 0; node < count; node++)
    if (graph->dominators[node] != GRAPH_NO_NODE)
      tree->starts[(size_t)graph->dominators[node] + 2]++;
  for (size_t node = 0; node < count; node++)
    tree->starts[node + 2] += tree->starts[node + 1];
  for (size_t node = 0; node < count; node++)
    if (graph->dominators[node] != GRAPH_NO_NODE)
      tree->children[tree->starts[(size_t)graph->dominators[node] + 1]++] = (uint32_t)node;
}

struct descent {
  const struct graph *graph;
  const uint32_t *set_of;
  struct tree tree;
  uint32_t *next;  /* by node: the child to go to */
  uint32_t *above; /* by set: how many of its blocks are */
  struct graph_amount *amounts;
};

static void enter_node(struct descent *descent, uint32_t node)
{
  const struct graph *graph = descent->graph;
  descent->next[node] = descent->tree.starts[node];
  if (node < graph->first_block)
    return;
  const uint32_t set = descent->set_of[node - graph->first_block];
  if (descent->above[set]++ > 0)
    return;
  descent->amounts[set].bytes += graph->retained_bytes[node];
  descent->amounts[set].blocks += graph->retained_blocks[node];
}

static void leave_node(struct descent *descent, uint32_t node)
{
  if (node >= descent->graph->first_block)
    descent->above[descent->set_of[node - descent->graph->first_block]]--;
}

static void walk_dominator_tree(struct descent *descent)
{
  uint32_t node = 0;
  enter_node(descent, node);
  while (node != GRAPH_NO_NODE) {
    if (descent->next[node] < descent->tree.starts[node + 1]) {
      node = descent->tree.children[descent->next[node]++];
      enter_node(descent, node);
    } else {
      leave_node(descent, node);
      node = descent->graph->dominators[node];
    }
  }
}

void graph_retained_below(const struct graph *graph, const uint32_t *set_of, uint32_t set_count,
                          struct graph_amount *ret)
{
  struct descent descent = {.graph = graph,
                            .set_of = set_of,
                            .amounts = ret,
                            .next = memory_allocate(graph->node_count * sizeof *descent.next),
                            .above = memory_zeroed((size_t)set_count + 1, sizeof *descent.above)};
  tree_init(&descent.tree, graph);
  walk_dominator_tree(&descent);
  tree_deinit(&descent.tree);
  free(descent.next);
  free(descent.above);
}
