/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A snapshot of the heap, read from its file: every live block, every pointer between blocks, every pointer from a
 * root.
 *
 * The arrays are made for millions: nodes are numbered, edges of a node stand in a row (compressed sparse rows).
 * Blocks are numbered from 0 in the order of their addresses; whatever the file claims has been checked, so numbers
 * can be trusted. */
#ifndef SEEP_HOST_HEAP_GRAPH_SNAPSHOT_H
#define SEEP_HOST_HEAP_GRAPH_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "shared/record/record.h"

enum { HEAP_NO_BLOCK = UINT32_MAX };

struct heap_block {
  uint64_t start, bytes;
  uint64_t birth;       /* which allocation made it, counted from 1 (SAMPLE's clock) */
  uint32_t stack_id;    /* where it was allocated; 0: not known */
  uint32_t tid;         /* who allocated it */
  uint32_t generation;  /* forks before it was allocated */
  uint8_t kind;         /* enum record_leak_kind; 0: no leak check was made */
  uint8_t allocator;    /* enum record_allocator */
};

/* A pointer in a block. */
struct heap_edge {
  uint32_t to;          /* block */
  uint32_t offset;      /* bytes from the start of the block it lies in; UINT32_MAX: that or more */
  uint32_t into;        /* bytes past the start of `to`; UINT32_MAX: that or more */
};

/* A pointer from a root. */
struct heap_root {
  uint64_t address;     /* of the word; of a register its number */
  uint32_t to;          /* block */
  uint32_t into;
  uint32_t tid;
  uint8_t class;        /* enum record_root_class */
};

struct heap_thread {
  uint64_t tid, stack_id, thread_pointer;
  uint64_t *sps;        /* of its frames, innermost first */
  size_t sp_count;
  uint64_t *tls_blocks; /* by number of module, from 1 at index 0; 0: none */
  size_t tls_count;
};

struct snapshot {
  char *path;
  struct record_snapshot head; /* the strings are there as long as the snapshot; counts are what was read */
  bool is_whole;               /* false: it was cut off; what was read stands here */
  struct heap_block *blocks;   /* by ascending start; of those with the same one, larger ones first */
  uint32_t block_count;
  uint32_t *outers;            /* by block: the last one before it that ends after it; NULL: none overlap */
  uint64_t bytes;              /* of all blocks */
  uint64_t *edge_starts;       /* block_count + 1 of them: edges of block i are edges[edge_starts[i]] up to the next */
  struct heap_edge *edges;     /* of one block by ascending offset */
  uint64_t edge_count;
  struct heap_root *roots;     /* by class, then address */
  uint32_t root_count;
  struct heap_thread *threads;
  size_t thread_count;
};

/* Read one. A file that is cut off gives a snapshot that is not whole; one that contradicts itself (edges to blocks
 * that are not there, numbers out of order) is an error that names file, place and remedy. Compressed files are read
 * like others. */
struct error *snapshot_read(const char *path, struct snapshot **ret);
void snapshot_destroy(struct snapshot *snapshot);

/* The block that holds an address, of several the innermost; HEAP_NO_BLOCK: none. */
uint32_t snapshot_find(const struct snapshot *snapshot, uint64_t address);

#endif
