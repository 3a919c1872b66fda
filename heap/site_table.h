/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The allocation sites of a heap: blocks of one stack, with names and with what they retain together. */
#ifndef SEEP_HEAP_SITE_TABLE_H
#define SEEP_HEAP_SITE_TABLE_H

#include "heap/heap.h"

/* Fill in heap->sites and site_of from the rest of the heap; release with site_table_deinit(). */
struct error *site_table_init(struct heap *heap);
void site_table_deinit(struct heap *heap);

/* Bytes that would go if all blocks of a label went, for each label: of every block that is below one with that label in the
 * dominator tree, itself included, once. `labels` has one for each block of the snapshot, below `count`; *ret is malloc'ed.
 * In time proportional to blocks and labels, without recursion. */
struct error *retained_by_label(const struct graph *graph, const uint32_t *labels, uint32_t count, uint64_t **ret);

#endif
