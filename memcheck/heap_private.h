/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What heap_functions.c makes allocation functions of. They report what is wrong. */
#ifndef SEEP_MEMCHECK_HEAP_PRIVATE_H
#define SEEP_MEMCHECK_HEAP_PRIVATE_H

#include "memcheck/heap.h"

enum { HEAP_REDZONE_BYTES = 16 };

/* NULL: there is no memory. `allocator` is an enum record_allocator. */
void *heap_new_block(ThreadId tid, SizeT size, SizeT alignment, unsigned allocator, bool zeroed);
void heap_free_block(ThreadId tid, uint64_t start, unsigned allocator);
/* malloc()'s blocks only. */
void *heap_resize_block(ThreadId tid, void *old_start, SizeT new_size);

/* The live block that begins at `start`; 0: there is none. */
block_id heap_find_live(uint64_t start);

/* Once options are known. */
void heap_functions_begin(void);

#endif
