/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames of a snapshot's file, taken one by one: lists are joined, and each item is checked by itself. */
#ifndef SEEP_HOST_HEAP_GRAPH_SNAPSHOT_FRAMES_H
#define SEEP_HOST_HEAP_GRAPH_SNAPSHOT_FRAMES_H

#include "host/heap/graph/snapshot.h"
#include "host/record/frame_reader.h"

/* A pointer between blocks that are known by the file's ids. */
struct raw_edge {
  uint32_t from, to, offset, into;
};

struct snapshot_frames {
  struct snapshot *snapshot; /* head, blocks by ascending id, roots in any order whose `to` is an id, threads */
  uint32_t *ids;             /* of the blocks */
  struct raw_edge *edges;    /* in the order of the file */
  uint64_t edge_count;
  bool has_begun, has_ended;
  struct record_snapshot_end end;
  /* Room in the arrays. */
  size_t block_capacity, id_capacity, edge_capacity, root_capacity, thread_capacity;
};

/* For record_file_read(). */
struct error *snapshot_frames_take(void *frames, const struct record_frame *frame);

/* Frees what is not the snapshot's. */
void snapshot_frames_deinit(struct snapshot_frames *frames);

#endif
