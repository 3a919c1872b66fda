/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Heaps that the guest's allocator offers to the program (mi_heap_new()): which blocks were made for which. */
#ifndef SEEP_MEMCHECK_HEAP_NAMED_HEAPS_H
#define SEEP_MEMCHECK_HEAP_NAMED_HEAPS_H

#include <stdint.h>

#include "pub_tool_basics.h"

/* The live block at `start` was made for the heap of that address. */
void named_heap_has_block(uint64_t heap, uint64_t start);

/* The heap is gone. Its blocks are freed, or live on. */
void named_heap_destroyed(ThreadId tid, uint64_t heap);
void named_heap_deleted(uint64_t heap);

#endif
