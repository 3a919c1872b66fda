/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths, dominators and retained sizes: by hand on a small heap, on large ones whose answers are known, and on
 * thousands of random ones against what is found by taking nodes away.
 *
 *   heap_graph_test [GRAPHS [FIRST-SEED]] */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "host/heap/graph/graph_parts.h"
#include "support/heap_oracle.h"
#include "support/snapshot_builder.h"
#include "support/temporary_file.h"

static uint64_t first_seed = 1, seed_count = UNIT_TRIALS(400);

/* --- random heaps --- */

static uint64_t random_set(struct oracle *oracle)
{
  uint64_t set = 0;
  for (uint32_t i = heap_oracle_random(oracle, 4); i-- > 0;)
    set |= UINT64_C(1) << heap_oracle_random(oracle, oracle->node_count);
  return set;
}

static size_t nodes_of(uint64_t set, uint32_t *nodes)
{
  size_t count = 0;
  for (uint32_t node = 0; node < 64; node++)
    if (set >> node & 1)
      nodes[count++] = node;
  return count;
}

/* The class of the shortest path that is told, found by the rule. */
static uint8_t best_class(const struct oracle *oracle, const struct graph *graph, uint32_t node, uint32_t *ret_parent)
{
  uint8_t best = UINT8_MAX;
  for (uint32_t from = 0; from < oracle->node_count; from++) {
    uint32_t grandparent;
    if (!oracle->edges[from][node] ||
        heap_oracle_distance(oracle, from, 0) + 1 != heap_oracle_distance(oracle, node, 0))
      continue;
    uint8_t class = from == 0 ? 0 : UINT8_MAX;
    if (from >= graph->first_block)
      class = best_class(oracle, graph, from, &grandparent);
    for (uint32_t i = 0; i < oracle->snapshot->root_count; i++)
      if (oracle->root_groups[i] + 1 == from && graph->first_block + oracle->snapshot->roots[i].to == node &&
          oracle->snapshot->roots[i].class < class)
        class = oracle->snapshot->roots[i].class;
    if (class < best) {
      best = class;
      *ret_parent = from;
    }
  }
  return best;
}

static void check_parents(const struct oracle *oracle, const struct graph *graph)
{
  for (uint32_t node = 0; node < oracle->node_count; node++) {
    uint32_t parent = GRAPH_NO_NODE;
    ck_assert_uint_eq(graph->depths[node], heap_oracle_distance(oracle, node, 0));
    if (graph->depths[node] != GRAPH_NO_NODE && graph->depths[node] < 5)
      best_class(oracle, graph, node, &parent);
    if (parent != GRAPH_NO_NODE)
      ck_assert_uint_eq(graph->parents[node], parent);
    if (node == 0 || graph->depths[node] == GRAPH_NO_NODE)
      ck_assert_uint_eq(graph->parents[node], GRAPH_NO_NODE);
    else
      ck_assert(oracle->edges[graph->parents[node]][node]);
  }
}

static void check_dominators(const struct oracle *oracle, const struct graph *graph)
{
  for (uint32_t node = 0; node < oracle->node_count; node++) {
    const struct graph_amount retained = heap_oracle_retained(oracle, UINT64_C(1) << node);
    ck_assert_uint_eq(graph->dominators[node], heap_oracle_dominator(oracle, node));
    ck_assert_uint_eq(graph->retained_bytes[node], retained.bytes);
    ck_assert_uint_eq(graph->retained_blocks[node], retained.blocks);
  }
}

/* Is there, at that place of the node, a pointer to the next one, and none before it? */
static void check_step(const struct graph *graph, const struct graph_step *step, uint32_t next)
{
  const struct snapshot *snapshot = graph->snapshot;
  const uint32_t to = next - graph->first_block;
  if (step->node < graph->first_block) {
    uint32_t root = 0;
    while (graph->root_groups[root] + 1 != step->node || snapshot->roots[root].to != to)
      root++;
    ck_assert_uint_eq(step->offset, root);
    ck_assert_uint_eq(step->into, snapshot->roots[root].into);
  } else {
    const struct heap_edge *edge = &snapshot->edges[snapshot->edge_starts[step->node - graph->first_block]];
    while (edge->to != to)
      edge++;
    ck_assert_uint_eq(step->offset, edge->offset);
    ck_assert_uint_eq(step->into, edge->into);
  }
}

static void check_path(const struct oracle *oracle, const struct graph *graph, uint32_t block, uint64_t without)
{
  uint32_t nodes[64], node = graph->first_block + block;
  const uint32_t distance = heap_oracle_distance(oracle, node, without);
  size_t without_count = nodes_of(without, nodes), count;
  struct graph_step *steps;
  graph_path(graph, block, nodes, without_count, &steps, &count);
  ck_assert_uint_eq(count, distance == GRAPH_NO_NODE ? 0 : distance);
  for (size_t i = 0; i < count; i++) {
    ck_assert(!(without >> steps[i].node & 1));
    if (i + 1 < count)
      check_step(graph, &steps[i], steps[i + 1].node);
  }
  if (count > 0) {
    ck_assert(steps[0].node > 0 && steps[0].node < graph->first_block);
    ck_assert_uint_eq(steps[count - 1].node, node);
  }
  free(steps);
}

static void check_sets(struct oracle *oracle, const struct graph *graph)
{
  for (unsigned i = 0; i < 4; i++) {
    uint32_t nodes[64];
    const uint64_t set = random_set(oracle);
    const struct graph_amount expected = heap_oracle_retained(oracle, set);
    struct graph_amount amount;
    graph_retained_by(graph, nodes, nodes_of(set, nodes), &amount);
    ck_assert_uint_eq(amount.bytes, expected.bytes);
    ck_assert_uint_eq(amount.blocks, expected.blocks);
    if (oracle->snapshot->block_count > 0)
      check_path(oracle, graph, heap_oracle_random(oracle, oracle->snapshot->block_count), set);
  }
}

/* All sets of blocks at once; by the dominator tree alone it is no more than that, and no less than what its blocks
 * have. */
static void check_all_sets(struct oracle *oracle, const struct graph *graph)
{
  enum { SETS = 7 };
  uint32_t set_of[ORACLE_BLOCKS_MAX];
  uint64_t sets[SETS] = {0}, bytes[SETS] = {0};
  struct graph_amount amounts[SETS], below[SETS] = {0};
  bool is_exact = false;
  const uint32_t count = 1 + heap_oracle_random(oracle, SETS);
  for (uint32_t i = 0; i < oracle->snapshot->block_count; i++) {
    set_of[i] = heap_oracle_random(oracle, count);
    sets[set_of[i]] |= UINT64_C(1) << (graph->first_block + i);
    bytes[set_of[i]] += graph->depths[graph->first_block + i] != GRAPH_NO_NODE ? oracle->snapshot->blocks[i].bytes : 0;
  }
  graph_retained_by_sets(graph, set_of, count, amounts, &is_exact);
  graph_retained_below(graph, set_of, count, below);
  ck_assert(is_exact);
  for (uint32_t set = 0; set < count; set++) {
    const struct graph_amount expected = heap_oracle_retained(oracle, sets[set]);
    ck_assert_uint_eq(amounts[set].bytes, expected.bytes);
    ck_assert_uint_eq(amounts[set].blocks, expected.blocks);
    ck_assert_uint_le(below[set].bytes, expected.bytes);
    ck_assert_uint_ge(below[set].bytes, bytes[set]);
  }
}

static void check_seed(uint64_t seed)
{
  struct oracle oracle;
  struct graph *graph = NULL;
  heap_oracle_init(&oracle, seed, temporary_file);
  ck_no_error(graph_create(oracle.snapshot, oracle.root_groups, oracle.group_count, &graph));
  ck_assert_uint_eq(graph->node_count, oracle.node_count);
  check_parents(&oracle, graph);
  check_dominators(&oracle, graph);
  for (uint32_t block = 0; block < oracle.snapshot->block_count; block++)
    check_path(&oracle, graph, block, 0);
  check_sets(&oracle, graph);
  check_all_sets(&oracle, graph);
  graph_destroy(graph);
  heap_oracle_deinit(&oracle);
}

/* In parts: Check cannot tell how long a test took that runs for more than half an hour, and fails it. */
enum { PART_SEEDS = 1000 };

START_TEST(random_heaps_agree_with_taking_nodes_away)
{
  const uint64_t done = (uint64_t)_i * PART_SEEDS, left = seed_count - done;
  for (uint64_t seed = first_seed + done; seed < first_seed + done + (left < PART_SEEDS ? left : PART_SEEDS); seed++)
    check_seed(seed);
}
END_TEST

/* --- large ones --- */

enum { LARGE = UNIT_TRIALS(1000000) };

/* A snapshot made of arrays: `to(i)` is where the words of block i lead. */
static struct snapshot large_snapshot(uint32_t words, uint32_t (*to)(uint32_t block, uint32_t word))
{
  struct snapshot snapshot = {.block_count = LARGE, .edge_count = (uint64_t)LARGE * words, .root_count = 1};
  snapshot.blocks = calloc(LARGE, sizeof *snapshot.blocks);
  snapshot.edge_starts = calloc(LARGE + 1, sizeof *snapshot.edge_starts);
  snapshot.edges = calloc(snapshot.edge_count, sizeof *snapshot.edges);
  snapshot.roots = calloc(1, sizeof *snapshot.roots);
  snapshot.roots->class = RECORD_ROOT_GLOBAL;
  for (uint32_t i = 0; i < LARGE; i++) {
    snapshot.blocks[i] = (struct heap_block){.start = 0x1000 + UINT64_C(32) * i, .bytes = 16};
    snapshot.edge_starts[i + 1] = snapshot.edge_starts[i] + words;
    for (uint32_t word = 0; word < words; word++)
      snapshot.edges[snapshot.edge_starts[i] + word] = (struct heap_edge){.to = to(i, word), .offset = 8 * word};
  }
  return snapshot;
}

static struct graph *large_graph(const struct snapshot *snapshot)
{
  static const uint32_t root_groups[] = {0};
  struct graph *graph = NULL;
  ck_no_error(graph_create(snapshot, root_groups, 1, &graph));
  return graph;
}

static void release(struct snapshot *snapshot, struct graph *graph)
{
  graph_destroy(graph);
  free(snapshot->blocks);
  free(snapshot->edge_starts);
  free(snapshot->edges);
  free(snapshot->roots);
}

static uint32_t next_and_previous(uint32_t block, uint32_t word)
{
  return word == 0 ? (block + 1) % LARGE : (block + LARGE - 1) % LARGE;
}

static uint32_t next_or_self(uint32_t block, uint32_t word)
{
  return block + 1 < LARGE ? block + 1 : block - word;
}

/* A depth of a million nodes. */
START_TEST(a_list_is_as_deep_as_it_is_long)
{
  struct snapshot snapshot = large_snapshot(1, next_or_self);
  struct graph *graph = large_graph(&snapshot);
  struct graph_step *steps;
  size_t count;
  for (uint32_t i = 0; i < LARGE; i++) {
    ck_assert_uint_eq(graph->dominators[2 + i], 1 + i);
    ck_assert_uint_eq(graph->retained_blocks[2 + i], LARGE - i);
    ck_assert_uint_eq(graph->retained_bytes[2 + i], 16 * (LARGE - i));
  }
  graph_path(graph, LARGE - 1, NULL, 0, &steps, &count);
  ck_assert_uint_eq(count, LARGE + 1);
  ck_assert_uint_eq(steps[LARGE / 2].node, 1 + LARGE / 2);
  free(steps);
  release(&snapshot, graph);
}
END_TEST

/* Each block of a list in a set of its own: too many sets for the exact way, and the other one tells the same. */
START_TEST(very_many_sets_do_not_take_for_ever)
{
  struct snapshot snapshot = large_snapshot(1, next_or_self);
  struct graph *graph = large_graph(&snapshot);
  uint32_t *set_of = malloc(LARGE * sizeof *set_of);
  struct graph_amount *amounts = malloc(LARGE * sizeof *amounts);
  bool is_exact = true;
  for (uint32_t i = 0; i < LARGE; i++)
    set_of[i] = i;
  graph_retained_by_sets(graph, set_of, LARGE, amounts, &is_exact);
  ck_assert(!is_exact);
  for (uint32_t i = 0; i < LARGE; i++)
    ck_assert_uint_eq(amounts[i].blocks, LARGE - i);
  free(set_of);
  free(amounts);
  release(&snapshot, graph);
}
END_TEST

/* A ring in both directions, held at one place: nothing but that holds any other. */
START_TEST(a_ring_is_held_where_it_is_entered)
{
  struct snapshot snapshot = large_snapshot(2, next_and_previous);
  struct graph *graph = large_graph(&snapshot);
  for (uint32_t i = 1; i < LARGE; i++) {
    ck_assert_uint_eq(graph->dominators[2 + i], 2);
    ck_assert_uint_eq(graph->retained_blocks[2 + i], 1);
    ck_assert_uint_eq(graph->depths[2 + i], 2 + (i <= LARGE / 2 ? i : LARGE - i));
  }
  ck_assert_uint_eq(graph->retained_bytes[0], 16 * LARGE);
  release(&snapshot, graph);
}
END_TEST

/* --- by hand --- */

START_TEST(groups_that_are_not_there_are_refused)
{
  struct snapshot_builder builder = {0};
  snapshot_builder_block(&builder, (struct heap_block){.start = 0x1000, .bytes = 8});
  snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL});
  snapshot_builder_write(&builder, temporary_file);
  snapshot_builder_release(&builder);
  struct snapshot *snapshot = NULL;
  struct graph *graph;
  ck_no_error(snapshot_read(temporary_file, &snapshot));
  ck_error_says(graph_create(snapshot, (const uint32_t[]){1}, 1, &graph), "group that is not there");
  ck_error_says(graph_create(snapshot, (const uint32_t[]){0}, UINT32_MAX - 1, &graph), "more groups than can be");
  snapshot_destroy(snapshot);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heap_graph");
  TCase *tcase = tcase_create("all");
  tcase_add_checked_fixture(tcase, temporary_file_setup, temporary_file_teardown);
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, random_heaps_agree_with_taking_nodes_away, 0,
                      (int)((seed_count + PART_SEEDS - 1) / PART_SEEDS));
  tcase_add_test(tcase, a_list_is_as_deep_as_it_is_long);
  tcase_add_test(tcase, very_many_sets_do_not_take_for_ever);
  tcase_add_test(tcase, a_ring_is_held_where_it_is_entered);
  tcase_add_test(tcase, groups_that_are_not_there_are_refused);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(int argc, char **argv)
{
  if (argc > 1)
    seed_count = strtoull(argv[1], NULL, 10);
  if (argc > 2)
    first_seed = strtoull(argv[2], NULL, 10);
  return unit_run(make_suite());
}
