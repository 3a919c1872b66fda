/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a snapshot (snapshot_input.h). What is checked beside memory: numbers of what was read are in order and in
 * their bounds, paths and dominators of the graph agree with each other, and what one node retains by the dominator
 * tree, it retains by a search. */
#include <stdint.h>
#include <stdlib.h>

#include "must.h"
#include "fuzz/snapshot_input.h"
#include "host/heap/graph/graph.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_snapshot(const struct snapshot *snapshot)
{
  for (uint32_t i = 0; i < snapshot->block_count; i++) {
    const struct heap_block *block = &snapshot->blocks[i];
    must(i == 0 || snapshot->blocks[i - 1].start <= block->start);
    must(block->start + block->bytes >= block->start);
    must(snapshot->edge_starts[i] <= snapshot->edge_starts[i + 1]);
    const uint32_t found = snapshot_find(snapshot, block->start);
    must(found != HEAP_NO_BLOCK && found >= i && snapshot->blocks[found].start == block->start);
  }
  must(snapshot->edge_starts[snapshot->block_count] == snapshot->edge_count);
  for (uint64_t i = 0; i < snapshot->edge_count; i++)
    must(snapshot->edges[i].to < snapshot->block_count);
  for (uint32_t i = 0; i < snapshot->root_count; i++)
    must(snapshot->roots[i].to < snapshot->block_count &&
         (i == 0 || snapshot->roots[i - 1].class <= snapshot->roots[i].class));
}

static void check_node(const struct graph *graph, uint32_t node)
{
  if (node == 0 || graph->depths[node] == GRAPH_NO_NODE) {
    must(graph->parents[node] == GRAPH_NO_NODE && graph->dominators[node] == GRAPH_NO_NODE);
    return;
  }
  const uint32_t parent = graph->parents[node], dominator = graph->dominators[node];
  must(graph->depths[parent] + 1 == graph->depths[node]);
  must(graph->depths[dominator] < graph->depths[node]);
  must(graph->retained_bytes[dominator] >= graph->retained_bytes[node]);
  must(graph->retained_blocks[dominator] >= graph->retained_blocks[node]);
}

static void check_block(const struct graph *graph, uint32_t block)
{
  const uint32_t node = graph->first_block + block;
  struct graph_amount amount;
  struct graph_step *steps;
  size_t count;
  graph_retained_by(graph, &node, 1, &amount);
  must(amount.bytes == graph->retained_bytes[node] && amount.blocks == graph->retained_blocks[node]);
  graph_path(graph, block, NULL, 0, &steps, &count);
  must(count == (graph->depths[node] == GRAPH_NO_NODE ? 0 : graph->depths[node]));
  free(steps);
}

static void check_graph(const struct snapshot *snapshot)
{
  enum { GROUPS = 3 };
  uint32_t *root_groups = calloc((size_t)snapshot->root_count + 1, sizeof *root_groups);
  struct graph *graph;
  for (uint32_t i = 0; i < snapshot->root_count; i++)
    root_groups[i] = i % GROUPS;
  must(!graph_create(snapshot, root_groups, GROUPS, &graph));
  for (uint32_t node = 0; node < graph->node_count; node++)
    check_node(graph, node);
  for (uint32_t i = 0; i < snapshot->block_count && i < 8; i++)
    check_block(graph, i);
  graph_destroy(graph);
  free(root_groups);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct snapshot *snapshot = snapshot_input_read(data, size);
  if (snapshot) {
    check_snapshot(snapshot);
    check_graph(snapshot);
  }
  snapshot_destroy(snapshot);
  return 0;
}
