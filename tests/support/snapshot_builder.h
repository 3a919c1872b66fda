/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of snapshots for tests, made of blocks, pointers and roots:
 *
 *   struct snapshot_builder builder = {0};
 *   uint32_t table = snapshot_builder_block(&builder, (struct heap_block){.start = 0x1000, .bytes = 64});
 *   uint32_t entry = snapshot_builder_block(&builder, (struct heap_block){.start = 0x2000, .bytes = 16});
 *   snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .address = 0x10, .to = table});
 *   snapshot_builder_edge(&builder, table, (struct heap_edge){.to = entry, .offset = 8});
 *   snapshot_builder_write(&builder, "a.heap");
 *   snapshot_builder_release(&builder);
 *
 * Blocks are known by their numbers in the order in which they were added. */
#ifndef SEEP_TESTS_SUPPORT_SNAPSHOT_BUILDER_H
#define SEEP_TESTS_SUPPORT_SNAPSHOT_BUILDER_H

#include "host/heap/graph/snapshot.h"
#include "support/record_builder.h"

struct built_edge {
  uint32_t from;
  struct heap_edge edge;
};

struct snapshot_builder {
  struct record_snapshot head; /* to be filled in as is wanted */
  struct heap_block *blocks;
  struct built_edge *edges;    /* are written in the order of their blocks and offsets */
  struct heap_root *roots;
  struct record_heap_thread *threads;
  size_t block_count, edge_count, root_count, thread_count;
  size_t block_capacity, edge_capacity, root_capacity, thread_capacity;
  bool is_cut;                 /* leave out the end */
};

uint32_t snapshot_builder_block(struct snapshot_builder *builder, struct heap_block block);
void snapshot_builder_edge(struct snapshot_builder *builder, uint32_t from, struct heap_edge edge);
void snapshot_builder_root(struct snapshot_builder *builder, struct heap_root root);

/* Lists are not copied. */
void snapshot_builder_thread(struct snapshot_builder *builder, struct record_heap_thread thread);

/* All frames, into a stream that must be released. Sorts edges. */
struct record_builder snapshot_builder_stream(struct snapshot_builder *builder);
void snapshot_builder_write(struct snapshot_builder *builder, const char *path);
void snapshot_builder_release(struct snapshot_builder *builder);

#endif
