/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which heaps a run knows. */
#ifndef SEEP_HOST_HEAP_MODEL_HEAP_LIST_H
#define SEEP_HOST_HEAP_MODEL_HEAP_LIST_H

#include <stddef.h>

#include "host/heap/model/heap.h"

/* What heap_open() may be asked for: each whole snapshot of each process, in the order in which they were taken, and
 * processes that have samples alone. A malloc'ed array; a run that knows of no heap has an empty one. Damaged records
 * are read as far as they go. `run` as in heap_open(). */
struct error *heap_list(const char *run, struct heap_request **ret, size_t *ret_count);

#endif
