/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small random heaps, and what is true of them, found without any cleverness: nodes are taken away, and what can still
 * be reached is looked at. */
#ifndef SEEP_TESTS_SUPPORT_HEAP_ORACLE_H
#define SEEP_TESTS_SUPPORT_HEAP_ORACLE_H

#include "host/heap/graph/graph.h"

enum { ORACLE_BLOCKS_MAX = 24, ORACLE_GROUPS_MAX = 5, ORACLE_NODES_MAX = 1 + ORACLE_GROUPS_MAX + ORACLE_BLOCKS_MAX };

struct oracle {
  uint64_t seed;
  struct snapshot *snapshot;
  uint32_t *root_groups;
  uint32_t group_count, node_count;
  bool edges[ORACLE_NODES_MAX][ORACLE_NODES_MAX];
};

/* One that the seed determines: sparse or dense, lists, trees, rings, with parts that nothing reaches, several pointers
 * to the same block, and to itself. `path` names a file that may be overwritten. */
void heap_oracle_init(struct oracle *oracle, uint64_t seed, const char *path);
void heap_oracle_deinit(struct oracle *oracle);

/* A random number below `limit`. */
uint32_t heap_oracle_random(struct oracle *oracle, uint32_t limit);

/* Sets of nodes are bits. What can be reached from node 0 without entering `without`. */
uint64_t heap_oracle_reached(const struct oracle *oracle, uint64_t without);

/* Steps from node 0 to a node without entering `without`; GRAPH_NO_NODE: none lead there. */
uint32_t heap_oracle_distance(const struct oracle *oracle, uint32_t node, uint64_t without);

/* The closest of the nodes without which `node` is not reached. */
uint32_t heap_oracle_dominator(const struct oracle *oracle, uint32_t node);

/* Bytes and blocks that are lost without a set, and of the set's own ones that are not reached anyway. */
struct graph_amount heap_oracle_retained(const struct oracle *oracle, uint64_t set);

#endif
