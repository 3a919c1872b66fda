/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/heap_oracle.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/snapshot_builder.h"

uint32_t heap_oracle_random(struct oracle *oracle, uint32_t limit)
{
  oracle->seed = oracle->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)((oracle->seed >> 32) * limit >> 32);
}

/* --- heaps --- */

enum shape { SPARSE, DENSE, LIST, TREE, RINGS, LAYERS, SHAPES };
enum { WORDS = 12 };

/* Words of a block that are taken. */
struct sketch {
  struct snapshot_builder builder;
  uint32_t words[ORACLE_BLOCKS_MAX];
};

static void point(struct oracle *oracle, struct sketch *sketch, uint32_t from, uint32_t to)
{
  if (sketch->words[from] == WORDS)
    return;
  const uint32_t offset = 8 * sketch->words[from]++;
  const uint32_t bytes = (uint32_t)sketch->builder.blocks[to].bytes;
  const uint32_t into = heap_oracle_random(oracle, 3) ? 0 : heap_oracle_random(oracle, bytes);
  snapshot_builder_edge(&sketch->builder, from, (struct heap_edge){.to = to, .offset = offset, .into = into});
}

static void point_anywhere(struct oracle *oracle, struct sketch *sketch, uint32_t count)
{
  const uint32_t blocks = (uint32_t)sketch->builder.block_count;
  for (uint32_t i = 0; blocks > 0 && i < count; i++) {
    const uint32_t from = heap_oracle_random(oracle, blocks);
    point(oracle, sketch, from, heap_oracle_random(oracle, blocks));
  }
}

static void draw(struct oracle *oracle, struct sketch *sketch, enum shape shape)
{
  const uint32_t blocks = (uint32_t)sketch->builder.block_count, width = 1 + heap_oracle_random(oracle, 4);
  for (uint32_t i = 1; i < blocks; i++) {
    if (shape == LIST || shape == RINGS)
      point(oracle, sketch, i - 1, i);
    if (shape == TREE)
      point(oracle, sketch, heap_oracle_random(oracle, i), i);
    if (shape == RINGS && i % (width + 1) == width)
      point(oracle, sketch, i, i - width);
    for (uint32_t j = 0; shape == LAYERS && i >= width && j < 2; j++)
      point(oracle, sketch, i - i % width - 1 - heap_oracle_random(oracle, width), i);
  }
  const uint32_t more[SHAPES] = {[SPARSE] = blocks + 4, [DENSE] = 6 * blocks, [LIST] = 3, [TREE] = 4, [RINGS] = 4,
                                 [LAYERS] = 2};
  point_anywhere(oracle, sketch, heap_oracle_random(oracle, more[shape] + 1));
}

static void hold(struct oracle *oracle, struct sketch *sketch)
{
  const uint32_t blocks = (uint32_t)sketch->builder.block_count, count = heap_oracle_random(oracle, 8);
  for (uint32_t i = 0; blocks > 0 && i < count; i++) {
    const uint8_t class = (uint8_t)(RECORD_ROOT_GLOBAL + heap_oracle_random(oracle, 4));
    const uint32_t to = heap_oracle_random(oracle, 3) ? heap_oracle_random(oracle, blocks) : 0;
    snapshot_builder_root(&sketch->builder, (struct heap_root){.class = class, .address = 64 + 8 * i, .to = to});
  }
}

/* Blocks come in any order of addresses, so that their numbers in the snapshot say nothing about the shape. */
static void add_blocks(struct oracle *oracle, struct sketch *sketch)
{
  const uint32_t count = heap_oracle_random(oracle, ORACLE_BLOCKS_MAX + 1);
  uint64_t places[ORACLE_BLOCKS_MAX];
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t other = heap_oracle_random(oracle, i + 1);
    places[i] = places[other];
    places[other] = i;
  }
  for (uint32_t i = 0; i < count; i++)
    snapshot_builder_block(&sketch->builder, (struct heap_block){
      .start = 0x1000 + 0x100 * places[i], .bytes = 8 * WORDS + heap_oracle_random(oracle, 100), .birth = i,
      .stack_id = heap_oracle_random(oracle, 6)});
}

static void connect(struct oracle *oracle)
{
  const struct snapshot *snapshot = oracle->snapshot;
  const uint32_t first = 1 + oracle->group_count;
  for (uint32_t group = 0; group < oracle->group_count; group++)
    oracle->edges[0][1 + group] = true;
  for (uint32_t i = 0; i < snapshot->root_count; i++)
    oracle->edges[1 + oracle->root_groups[i]][first + snapshot->roots[i].to] = true;
  for (uint32_t block = 0; block < snapshot->block_count; block++)
    for (uint64_t i = snapshot->edge_starts[block]; i < snapshot->edge_starts[block + 1]; i++)
      oracle->edges[first + block][first + snapshot->edges[i].to] = true;
}

void heap_oracle_init(struct oracle *oracle, uint64_t seed, const char *path)
{
  struct sketch sketch = {0};
  *oracle = (struct oracle){.seed = seed * UINT64_C(0x9e3779b97f4a7c15)};
  add_blocks(oracle, &sketch);
  draw(oracle, &sketch, (enum shape)heap_oracle_random(oracle, SHAPES));
  hold(oracle, &sketch);
  snapshot_builder_write(&sketch.builder, path);
  snapshot_builder_release(&sketch.builder);
  struct error *error = snapshot_read(path, &oracle->snapshot);
  if (error) {
    fprintf(stderr, "%s\n", error_message(error));
    abort();
  }
  oracle->group_count = 1 + heap_oracle_random(oracle, ORACLE_GROUPS_MAX);
  oracle->root_groups = calloc((size_t)oracle->snapshot->root_count + 1, sizeof *oracle->root_groups);
  for (uint32_t i = 0; i < oracle->snapshot->root_count; i++)
    oracle->root_groups[i] = heap_oracle_random(oracle, oracle->group_count);
  oracle->node_count = 1 + oracle->group_count + oracle->snapshot->block_count;
  connect(oracle);
}

void heap_oracle_deinit(struct oracle *oracle)
{
  snapshot_destroy(oracle->snapshot);
  free(oracle->root_groups);
}

/* --- truth --- */

static bool has(uint64_t set, uint32_t node)
{
  return set >> node & 1;
}

/* What is reached in one step more. */
static uint64_t widen(const struct oracle *oracle, uint64_t reached, uint64_t without)
{
  uint64_t wider = reached;
  for (uint32_t from = 0; from < oracle->node_count; from++)
    for (uint32_t to = 0; has(reached, from) && to < oracle->node_count; to++)
      if (oracle->edges[from][to] && !has(without, to))
        wider |= UINT64_C(1) << to;
  return wider;
}

uint64_t heap_oracle_reached(const struct oracle *oracle, uint64_t without)
{
  uint64_t reached = 1 & ~without, wider = widen(oracle, reached, without);
  for (; wider != reached; wider = widen(oracle, reached, without))
    reached = wider;
  return reached;
}

uint32_t heap_oracle_distance(const struct oracle *oracle, uint32_t node, uint64_t without)
{
  uint64_t reached = 1 & ~without;
  for (uint32_t steps = 0; steps <= oracle->node_count; steps++) {
    if (has(reached, node))
      return steps;
    reached = widen(oracle, reached, without);
  }
  return GRAPH_NO_NODE;
}

/* Nodes, but the node itself, without which it is not reached. */
static uint64_t dominators_of(const struct oracle *oracle, uint32_t node)
{
  uint64_t dominators = 0;
  for (uint32_t other = 0; other < oracle->node_count; other++)
    if (other != node && !has(heap_oracle_reached(oracle, UINT64_C(1) << other), node))
      dominators |= UINT64_C(1) << other;
  return dominators;
}

uint32_t heap_oracle_dominator(const struct oracle *oracle, uint32_t node)
{
  if (node == 0 || !has(heap_oracle_reached(oracle, 0), node))
    return GRAPH_NO_NODE;
  const uint64_t dominators = dominators_of(oracle, node);
  for (uint32_t other = 0; other < oracle->node_count; other++)
    if (has(dominators, other) && (dominators_of(oracle, other) | UINT64_C(1) << other) == dominators)
      return other;
  abort();
}

struct graph_amount heap_oracle_retained(const struct oracle *oracle, uint64_t set)
{
  const uint64_t before = heap_oracle_reached(oracle, 0), after = heap_oracle_reached(oracle, set);
  const uint32_t first = 1 + oracle->group_count;
  struct graph_amount amount = {0};
  for (uint32_t i = 0; i < oracle->snapshot->block_count; i++)
    if (has((before & ~after) | (set & ~before), first + i)) {
      amount.bytes += oracle->snapshot->blocks[i].bytes;
      amount.blocks++;
    }
  return amount;
}
