/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the blocks of each set retain together, for all sets at once. A block goes with a set when every path to it
 * leads through a block of that set (the block itself is one). Those sets, the block's labels, follow from its
 * predecessors': what all of these have in common, and the block's own. That is solved for all blocks by starting with
 * "everything" and passing labels on along the edges until nothing changes, in an order in which most predecessors come
 * first. Few different sets of labels occur in a heap, however large it is, as paths lead through the same few sites.
 *
 * Where there are too many different sets, the dominator tree is used instead: all below a block of a set goes with the
 * set. It misses only what several blocks hold together. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/graph/graph_edges.h"
#include "host/heap/graph/graph_parts.h"
#include "host/heap/graph/label_sets.h"

struct flow {
  const struct graph *graph;
  const uint32_t *set_of;
  struct label_sets *labels;
  uint32_t *before; /* by node: labels that all its predecessors have; GRAPH_NO_NODE: everything, none is known */
  bool *is_due;     /* by node: its successors do not know its labels */
  uint64_t due;
};

static void flow_deinit(struct flow *flow)
{
  label_sets_destroy(flow->labels);
  free(flow->before);
  free(flow->is_due);
}

static void flow_init(struct flow *flow)
{
  flow->labels = label_sets_create();
  flow->before = memory_allocate(flow->graph->node_count * sizeof *flow->before);
  flow->is_due = memory_zeroed(flow->graph->node_count, sizeof *flow->is_due);
  memset(flow->before, 0xff, flow->graph->node_count * sizeof *flow->before);
  flow->before[0] = 0;
  flow->is_due[0] = true;
  flow->due = 1;
}

/* Labels of a node, its own included. */
static bool labels_of(const struct flow *flow, uint32_t node, uint32_t *ret)
{
  *ret = flow->before[node];
  return node < flow->graph->first_block ||
         label_sets_add(flow->labels, flow->before[node], flow->set_of[node - flow->graph->first_block], ret);
}

static bool pass_labels(struct flow *flow, uint32_t labels, uint32_t to)
{
  uint32_t *before = &flow->before[to], fewer = labels;
  if (*before != GRAPH_NO_NODE && !label_sets_intersect(flow->labels, *before, labels, &fewer))
    return false;
  if (fewer == *before)
    return true;
  *before = fewer;
  flow->due += !flow->is_due[to];
  flow->is_due[to] = true;
  return true;
}

static bool pass_labels_to_successors(struct flow *flow, uint32_t node, uint64_t *work)
{
  uint32_t labels;
  struct edge_range edges = graph_edges(flow->graph, node);
  flow->is_due[node] = false;
  flow->due--;
  *work += 1 + edges.end - edges.next;
  bool is_well = labels_of(flow, node, &labels);
  for (; is_well && edges.next < edges.end; edges.next++)
    is_well = pass_labels(flow, labels, graph_edge_to(flow->graph, node, edges.next));
  return is_well;
}

/* False: it would take too long. */
static bool spread_labels(struct flow *flow)
{
  enum { ROUNDS = 32 };
  const struct snapshot *snapshot = flow->graph->snapshot;
  const uint64_t work_max = ROUNDS * (flow->graph->node_count + snapshot->edge_count + snapshot->root_count + 1);
  uint64_t work = 0;
  bool is_well = true;
  while (is_well && flow->due > 0 && work < work_max)
    for (uint32_t i = flow->graph->postorder_count; is_well && i-- > 0;)
      if (flow->is_due[flow->graph->postorder[i]])
        is_well = pass_labels_to_successors(flow, flow->graph->postorder[i], &work);
  return is_well && flow->due == 0;
}

static void add_to_amount(struct graph_amount *amount, uint64_t bytes, uint64_t blocks)
{
  amount->bytes += bytes;
  amount->blocks += blocks;
}

/* Blocks that no root reaches go with their own set only. */
static void add_unreached(const struct graph *graph, const uint32_t *set_of, struct graph_amount *ret)
{
  for (uint32_t i = 0; i < graph->snapshot->block_count; i++)
    if (graph->depths[graph->first_block + i] == GRAPH_NO_NODE)
      add_to_amount(&ret[set_of[i]], graph->snapshot->blocks[i].bytes, 1);
}

/* Afterwards `before` has all labels of a node, its own included. */
static bool add_own_labels(struct flow *flow)
{
  bool is_well = true;
  for (uint32_t node = flow->graph->first_block; is_well && node < flow->graph->node_count; node++)
    if (flow->before[node] != GRAPH_NO_NODE)
      is_well = labels_of(flow, node, &flow->before[node]);
  return is_well;
}

/* First by set of labels, then from there to each label in it. */
static void add_up_label_sets(const struct flow *flow, struct graph_amount *ret)
{
  const struct graph *graph = flow->graph;
  const uint32_t count = label_sets_count(flow->labels);
  struct graph_amount *amounts = memory_zeroed(count, sizeof *amounts);
  for (uint32_t i = 0; i < graph->snapshot->block_count; i++)
    if (flow->before[graph->first_block + i] != GRAPH_NO_NODE)
      add_to_amount(&amounts[flow->before[graph->first_block + i]], graph->snapshot->blocks[i].bytes, 1);
  for (uint32_t id = 0; id < count; id++) {
    const struct label_set *set = label_sets_at(flow->labels, id);
    for (uint32_t i = 0; i < set->count; i++)
      add_to_amount(&ret[set->labels[i]], amounts[id].bytes, amounts[id].blocks);
  }
  free(amounts);
}

static void solve_flow(const struct graph *graph, const uint32_t *set_of, struct graph_amount *ret, bool *ret_exact)
{
  struct flow flow = {.graph = graph, .set_of = set_of};
  flow_init(&flow);
  *ret_exact = spread_labels(&flow) && add_own_labels(&flow);
  if (*ret_exact)
    add_up_label_sets(&flow, ret);
  flow_deinit(&flow);
}

void graph_retained_by_sets(const struct graph *graph, const uint32_t *set_of, uint32_t set_count,
                            struct graph_amount *ret, bool *ret_exact)
{
  memset(ret, 0, set_count * sizeof *ret);
  solve_flow(graph, set_of, ret, ret_exact);
  if (!*ret_exact)
    graph_retained_below(graph, set_of, set_count, ret);
  add_unreached(graph, set_of, ret);
}
