/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's heap: every allocation function of the preload library ends here. */
#ifndef SEEP_MEMCHECK_HEAP_HEAP_BLOCKS_H
#define SEEP_MEMCHECK_HEAP_HEAP_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/block_sites.h"
#include "memcheck/pure/blocks/blocks.h"

#include "pub_tool_basics.h"

/* Register the allocation functions with the core. */
void heap_init(void);

/* Once options are known. */
void heap_begin(void);

/* What quick requests of malloc() and its like do. They decline by 0, with nothing done, when there is anything to
 * report, or no memory. `allocator`: an enum record_allocator; `rule`: an enum preload_aligned; blocks that are cleared
 * or resized are malloc()'s. `how`: an enum record_allocator, with PRELOAD_HAS_SIZE and PRELOAD_HAS_ALIGNMENT where the
 * function that frees is told these. */
uint64_t heap_allocate(ThreadId tid, uint64_t bytes, unsigned allocator);
uint64_t heap_allocate_cleared(ThreadId tid, uint64_t count, uint64_t bytes_each);
uint64_t heap_allocate_aligned(ThreadId tid, unsigned rule, uint64_t bytes, uint64_t alignment);
uint64_t heap_resize(ThreadId tid, uint64_t start, uint64_t bytes);
bool heap_free(ThreadId tid, unsigned how, uint64_t start, uint64_t bytes, uint64_t alignment);

/* The same requests once they were declined: report what is wrong, and do what the function of that name then does. */
uint64_t heap_report_allocate_aligned(ThreadId tid, unsigned rule, uint64_t bytes, uint64_t alignment,
                                      const HChar *function);
void heap_report_free_checked(ThreadId tid, unsigned how, uint64_t start, uint64_t bytes, uint64_t alignment,
                              const HChar *function);

/* operator new or new[] (enum record_allocator), which reports what is wrong; NULL: there is no memory. */
void *heap_new(ThreadId tid, uint64_t bytes, unsigned allocator);

/* Is the product of calloc()'s arguments more than a size can be (as a signed number, as those that are negative are
 * not meant)? And the report of it. */
bool heap_product_overflows(uint64_t count, uint64_t bytes_each);
void heap_report_product(ThreadId tid, uint64_t count, uint64_t bytes_each);

/* realloc(start, 0), and its result. */
void *heap_realloc_zero(ThreadId tid, uint64_t start);

/* MALLOCLIKE_BLOCK, FREELIKE_BLOCK, RESIZEINPLACE_BLOCK. `redzone`: bytes on either side, as the guest says. */
void heap_malloclike(ThreadId tid, uint64_t start, uint64_t size_bytes, uint64_t redzone, bool zeroed);
void heap_freelike(ThreadId tid, uint64_t start, uint64_t redzone);
void heap_resize_in_place(ThreadId tid, uint64_t start, uint64_t old_bytes, uint64_t new_bytes, uint64_t redzone);

/* The memory of a new block that the guest carved out itself: defined when `zeroed`, between redzones. */
void heap_prepare_custom(ThreadId tid, const struct block *block, bool zeroed, uint64_t redzone);

/* Stamp a block that the caller added with the present stack, thread and fork generation, and count it. */
void heap_note_allocation(ThreadId tid, struct block *block);

/* Take a live block out of use: make it and its redzones inaccessible, stamp where, fill, put it into quarantine. */
void heap_retire_block(ThreadId tid, block_id id, uint64_t redzone);

/* A live block is about to be removed without being retired; a live block had `old_bytes` until now. */
void heap_forget_block(block_id id);
void heap_note_resized(block_id id, uint64_t old_bytes);

/* In a forked child: how blocks ended that its parent has allocated is not for it to tell. */
void heap_forget_ends(void);

/* An operator new of the program's own, which calls malloc(), returns an address; an operator delete is about to free
 * it, which may be an error. `allocator`: an enum record_allocator. */
void heap_note_new(ThreadId tid, uint64_t address, unsigned allocator);
void heap_note_delete(ThreadId tid, uint64_t address, unsigned allocator);

/* Is the address in a live block that malloc() or its like made, and how many bytes do these have? */
bool heap_has_block_around(uint64_t address);
uint64_t heap_live_bytes(void);

/* Do its tables keep their promises? */
bool heap_is_valid(void);

/* Send the HEAP frame. */
void heap_send_totals(void);

#endif
