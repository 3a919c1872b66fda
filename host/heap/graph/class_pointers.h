/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who points at what: the heap graph with all blocks of one class (site or type) drawn together.
 *
 * After the "type points-from graph" of Jump and McKinley, "Cork: Dynamic Memory Leak Detection for Garbage-Collected
 * Languages", POPL 2007: a leak of millions of blocks is a handful of lines here, and the growing class is found by
 * asking what points at it, again and again up to something that one knows. */
#ifndef SEEP_HOST_HEAP_GRAPH_CLASS_POINTERS_H
#define SEEP_HOST_HEAP_GRAPH_CLASS_POINTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/heap/graph/graph.h"

/* Pointers from blocks of one class, or words of one root group, to blocks of a class (maybe the same one). */
struct class_pointers_line {
  uint32_t from;                /* class; root group when from_root */
  bool from_root;
  uint32_t to;                  /* class */
  uint64_t pointers;            /* words */
  uint64_t from_blocks;         /* blocks that such words are in; 0: from_root */
  uint64_t to_blocks, to_bytes; /* blocks that they point at, each counted once */
};

struct class_pointers {
  struct class_pointers_line *lines; /* most to_bytes first, then to, roots before classes, from */
  size_t count;
};

/* `class_of`: of each block of the graph's snapshot its class, below class_count (such as heap->site_of).
 * Unreached blocks are in it like others. */
struct class_pointers *class_pointers_create(const struct graph *graph, const uint32_t *class_of, uint32_t class_count);
void class_pointers_destroy(struct class_pointers *points);

#endif
