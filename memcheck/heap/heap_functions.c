/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions that the core calls for malloc() and its like, when a quick request has declined or there is none. */
#include "memcheck/heap/heap_blocks.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/errors/errors.h"
#include "memcheck/heap/heap_private.h"
#include "memcheck/heap/heap_view.h"
#include "memcheck/runtime/try_fix.h"

#include "pub_tool_replacemalloc.h"
#include "pub_tool_tooliface.h"

static void *allocate_if_sound(ThreadId tid, const HChar *what, SizeT size, SizeT alignment, unsigned allocator)
{
  return heap_report_if_fishy(tid, what, size) ? NULL : heap_new_block(tid, size, alignment, allocator, false);
}

static void *on_malloc(ThreadId tid, SizeT size)
{
  return allocate_if_sound(tid, "malloc(size)", size, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC);
}

static void *on_new(ThreadId tid, SizeT size)
{
  return allocate_if_sound(tid, "__builtin_new(size)", size, VG_(clo_alignment), RECORD_ALLOCATOR_NEW);
}

static void *on_new_aligned(ThreadId tid, SizeT size, SizeT alignment)
{
  return allocate_if_sound(tid, "__builtin_new_aligned(size)", size, alignment, RECORD_ALLOCATOR_NEW);
}

static void *on_new_array(ThreadId tid, SizeT size)
{
  return allocate_if_sound(tid, "__builtin_vec_new(size)", size, VG_(clo_alignment), RECORD_ALLOCATOR_NEW_ARRAY);
}

static void *on_new_array_aligned(ThreadId tid, SizeT size, SizeT alignment)
{
  return allocate_if_sound(tid, "__builtin_vec_new_aligned(size)", size, alignment, RECORD_ALLOCATOR_NEW_ARRAY);
}

static void *on_memalign(ThreadId tid, SizeT alignment, SizeT size)
{
  return allocate_if_sound(tid, "memalign(size)", size, alignment, RECORD_ALLOCATOR_MALLOC);
}

static bool report_if_negative(ThreadId tid, SizeT count, SizeT size)
{
  return heap_report_if_fishy(tid, "calloc(nmemb)", count) || heap_report_if_fishy(tid, "calloc(size)", size);
}

bool heap_product_overflows(uint64_t count, uint64_t bytes_each)
{
  int64_t product;
  return __builtin_mul_overflow(count, bytes_each, &product);
}

void heap_report_product(ThreadId tid, uint64_t count, uint64_t bytes_each)
{
  struct record_error error = {.kind = RECORD_ERROR_FISHY_VALUE, .size = count, .auxiliary = bytes_each,
                               .text = core_string("calloc(nmemb,size)")};
  if (!report_if_negative(tid, count, bytes_each))
    errors_report(tid, &error, false);
}

/* A product that overflows has been reported. */
static void *on_calloc(ThreadId tid, SizeT count, SizeT size)
{
  if (report_if_negative(tid, count, size) || heap_product_overflows(count, size))
    return NULL;
  return heap_new_block(tid, count * size, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC, true);
}

static void on_free(ThreadId tid, void *start)
{
  heap_free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_MALLOC);
}

static void on_delete(ThreadId tid, void *start)
{
  heap_check_default_delete(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW);
  heap_free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW);
}

static void on_delete_aligned(ThreadId tid, void *start, SizeT alignment)
{
  heap_free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW);
}

static void on_delete_array(ThreadId tid, void *start)
{
  heap_check_default_delete(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW_ARRAY);
  heap_free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW_ARRAY);
}

static void on_delete_array_aligned(ThreadId tid, void *start, SizeT alignment)
{
  heap_free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW_ARRAY);
}

void *heap_realloc_zero(ThreadId tid, uint64_t start)
{
  if (settings.show_realloc_size_zero && heap_find_live(start) != 0)
    errors_report_at(tid, RECORD_ERROR_REALLOC_ZERO, start);
  if (!settings.realloc_zero_bytes_frees)
    return heap_resize_block(tid, (void *)(Addr)start, 1);
  on_free(tid, (void *)(Addr)start);
  return NULL;
}

static void *on_realloc(ThreadId tid, void *start, SizeT size)
{
  if (heap_report_if_fishy(tid, "realloc(size)", size))
    return NULL;
  return size == 0 ? heap_realloc_zero(tid, (uint64_t)start) : heap_resize_block(tid, start, size);
}

static SizeT on_usable_size(ThreadId tid, void *start)
{
  const block_id id = heap_find_live((uint64_t)start);
  return id == 0 ? try_fix_usable_size(tid, (Addr)start) : blocks_at(guest.blocks, id)->size_bytes;
}

void *heap_new(ThreadId tid, uint64_t bytes, unsigned allocator)
{
  return allocator == RECORD_ALLOCATOR_NEW_ARRAY ? on_new_array(tid, bytes) : on_new(tid, bytes);
}

/* --- operator new and delete that call malloc() and free() --- */

static struct block *block_around(uint64_t address)
{
  const block_id id = blocks_find_containing_kinds(guest.blocks, address, 0, BLOCK_LIVE, 1 << BLOCK_HEAP);
  return id == 0 ? NULL : blocks_at(guest.blocks, id);
}

/* Does another new return it that has called the last one? */
static bool is_returned_again(ThreadId tid, uint64_t address)
{
  enum { THREADS_APART = 64 };
  static uint64_t last[THREADS_APART];
  const bool is = last[tid % THREADS_APART] == address;
  last[tid % THREADS_APART] = address;
  return is;
}

/* A second object in one block: objects are carved out of blocks, and not seen. */
void heap_note_new(ThreadId tid, uint64_t address, unsigned allocator)
{
  struct block *block = block_around(address);
  if (!block)
    return;
  settings.new_is_malloc = true;
  const bool has_object = block->allocator == RECORD_ALLOCATOR_NEW || block->allocator == RECORD_ALLOCATOR_NEW_ARRAY;
  if (!is_returned_again(tid, address) && has_object)
    heap_view_note(RECORD_HEAP_FOREIGN_ALLOCATOR, "", "operator new");
  block->allocator = allocator & 3;
}

/* A new or delete may have been inlined, so that what remains is malloc() or free(): then nothing is told apart. From
 * here on anything may free it: delete[] calls delete, and that free(). */
void heap_note_delete(ThreadId tid, uint64_t address, unsigned allocator)
{
  struct block *block = block_around(address);
  if (!block || block->allocator == HEAP_ALLOCATOR_ANY)
    return;
  if (block->allocator != allocator && block->allocator != RECORD_ALLOCATOR_MALLOC && settings.show_mismatched_frees)
    errors_report_at(tid, RECORD_ERROR_MISMATCHED_FREE, block->start);
  block->allocator = HEAP_ALLOCATOR_ANY;
}

void heap_init(void)
{
  port_replace_malloc(&(struct port_malloc){
    .malloc = on_malloc, .new = on_new, .new_aligned = on_new_aligned, .new_array = on_new_array,
    .new_array_aligned = on_new_array_aligned, .memalign = on_memalign, .calloc = on_calloc, .free = on_free,
    .delete = on_delete, .delete_aligned = on_delete_aligned, .delete_array = on_delete_array,
    .delete_array_aligned = on_delete_array_aligned, .realloc = on_realloc, .usable_size = on_usable_size,
    .redzone_bytes = HEAP_REDZONE_BYTES});
}
