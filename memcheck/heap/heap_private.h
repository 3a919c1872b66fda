/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the heap share: heap_blocks.c has the blocks, heap_functions.c the core's callbacks,
 * heap_told_sizes.c the functions that are told an alignment or a size. */
#ifndef SEEP_MEMCHECK_HEAP_HEAP_PRIVATE_H
#define SEEP_MEMCHECK_HEAP_HEAP_PRIVATE_H

#include "coregrind-glue/preload/preload_requests.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/heap/heap_blocks.h"
#include "shared/record/record.h"

enum { HEAP_REDZONE_BYTES = 16 };

/* Of a block that a delete of the program's own is freeing. */
enum { HEAP_ALLOCATOR_ANY = RECORD_ALLOCATOR_CUSTOM };
static inline bool heap_is_for(const struct block *block, unsigned allocator)
{
  return block->allocator == allocator
         || (settings.new_is_malloc && block->kind == BLOCK_HEAP
             && (allocator == RECORD_ALLOCATOR_MALLOC || block->allocator == HEAP_ALLOCATOR_ANY));
}

/* The alignment that the program asked for. */
static const uint64_t HEAP_NO_ALIGNMENT = UINT64_MAX;
static inline uint64_t heap_alignment_of(const struct block *block)
{
  return block->alignment_log == 0 ? HEAP_NO_ALIGNMENT : UINT64_C(1) << (block->alignment_log - 1);
}

/* How a block is freed (heap_free()): the enum record_allocator in it. */
enum { HEAP_ALLOCATOR_MASK = PRELOAD_HAS_SIZE - 1 };

/* Make, free and resize a block, and report what is wrong. NULL: there is no memory. `allocator`: an enum
 * record_allocator. */
void *heap_new_block(ThreadId tid, SizeT size, SizeT alignment, unsigned allocator, bool zeroed);
void heap_free_block(ThreadId tid, uint64_t start, unsigned allocator);
/* malloc()'s blocks only. */
void *heap_resize_block(ThreadId tid, void *old_start, SizeT new_size);

/* Quick requests are only for blocks of fewer bytes. */
uint64_t heap_quick_bytes_end(void);

/* The live block that begins at `start`; 0: there is none. */
block_id heap_find_live(uint64_t start);

/* Report that an aligned block at `start` is about to be freed by an `operator delete` that is told no alignment. */
void heap_check_default_delete(ThreadId tid, uint64_t start, unsigned allocator);

/* Report a size that is negative when read as signed, as no caller can mean it; true: it was one. `what` is
 * "function(argument)". */
bool heap_report_if_fishy(ThreadId tid, const HChar *what, SizeT size);

#endif
