/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The allocation sites of a heap: blocks of one stack, with names and with what they retain together. */
#ifndef SEEP_HOST_HEAP_MODEL_SITE_TABLE_H
#define SEEP_HOST_HEAP_MODEL_SITE_TABLE_H

#include "host/heap/model/heap.h"

/* Fill in heap->sites and site_of from the rest of the heap; release with site_table_deinit(). */
void site_table_init(struct heap *heap);
void site_table_deinit(struct heap *heap);

/* The site whose growth that is. */
const struct heap_site *site_table_find(const struct heap *heap, const struct growth_site *growth);

#endif
