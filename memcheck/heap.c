/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory of small blocks comes in slots (slots.h), other memory from the core's client arena, both with redzones. Freed blocks
 * stay in quarantine until it overflows, which is looked at when the next block is made.
 *
 * What a program allocates has mostly left the caches when it is freed, and more so when it leaves quarantine. So what will be
 * needed is fetched while the stack is taken. */
#include "memcheck/heap.h"

#include "coregrind-glue/channel.h"
#include "coregrind-glue/core.h"
#include "memcheck/accesses.h"
#include "memcheck/env.h"
#include "memcheck/errors.h"
#include "memcheck/memory.h"
#include "memcheck/process.h"
#include "memcheck/quarantine.h"
#include "memcheck/samples.h"
#include "memcheck/settings.h"
#include "memcheck/slots.h"
#include "memcheck/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_tooliface.h"

enum { DEFAULT_REDZONE_BYTES = 16 };

static struct blocks *blocks;
static struct quarantine quarantine;
static struct slots *slots;
static struct sites *sites; /* NULL with --growth=no */
static SizeT redzone_bytes;
static uint64_t allocations, frees, allocated_bytes;

struct blocks *heap_blocks(void)
{
  return blocks;
}

struct sites *heap_sites(void)
{
  return sites;
}

/* --- errors --- */

/* A size that is negative when read as signed is a mistake of the caller, and cannot be had anyway. */
static bool is_fishy(ThreadId tid, const HChar *what, SizeT size)
{
  if ((SSizeT)size >= 0)
    return false;
  struct record_error error = {.kind = RECORD_ERROR_FISHY_VALUE, .size = size, .text = core_string(what)};
  errors_report(tid, &error, false);
  return true;
}

/* --- blocks come and go --- */

static bool keeps_alloc_stack(void)
{
  return settings.keep_stacktraces != KEEP_NONE && settings.keep_stacktraces != KEEP_FREE;
}

static bool keeps_free_stack(void)
{
  return settings.keep_stacktraces != KEEP_NONE && settings.keep_stacktraces != KEEP_ALLOC;
}

/* --- memory --- */

static uint64_t take_region(void)
{
  return (uint64_t)VG_(cli_malloc)(SLOTS_SPAN_BYTES, SLOTS_REGION_BYTES);
}

static void give_region_back(uint64_t start)
{
  VG_(cli_free)((void *)(Addr)start);
}

static Addr take_memory(SizeT size, SizeT alignment)
{
  Addr start = size <= SLOTS_SIZE_MAX && alignment <= SLOTS_ALIGNMENT ? slots_take(slots, size) : 0;
  return start != 0 ? start : (Addr)VG_(cli_malloc)(alignment, size);
}

static void give_memory_back(Addr start)
{
  if (!slots_give_back(slots, start))
    VG_(cli_free)((void *)start);
}

/* For the guest's mallinfo(), which the core answers from its arena: what it has lent but no block uses is free. */
static void tell_free(void)
{
  VG_(free_queue_volume) = (Long)(quarantine.bytes + slots_idle_bytes(slots));
  VG_(free_queue_length) = (Long)(quarantine.count + slots_idle_count(slots));
}

static void release_excess(void)
{
  block_id id;
  quarantine.limit_bytes = (uint64_t)settings.freelist_vol_bytes; /* may change while the guest runs */
  quarantine.big_block_bytes = (uint64_t)settings.freelist_big_blocks_bytes;
  while ((id = quarantine_take_excess(&quarantine, blocks)) != 0) {
    const struct block *block = blocks_at(blocks, id);
    if (block->kind == BLOCK_HEAP)
      give_memory_back(block->start);
    blocks_remove(blocks, id);
  }
  tell_free();
}

static stack_id alloc_stack(ThreadId tid)
{
  return keeps_alloc_stack() ? traces_of_thread(tid) : 0;
}

static stack_id free_stack(ThreadId tid)
{
  return keeps_free_stack() ? traces_of_thread(tid) : 0;
}

static void note_allocation(ThreadId tid, struct block *block, stack_id stack)
{
  allocations++;
  block->generation = process_generation();
  block->alloc_stack_id = stack;
  block->birth = allocations & ((UINT64_C(1) << BLOCK_BIRTH_BITS) - 1);
  block->tid = tid & ((1u << BLOCK_TID_BITS) - 1);
  allocated_bytes += block->size_bytes;
  if (sites)
    sites_add(sites, stack, block->size_bytes, allocations);
  release_excess();
}

void heap_note_allocation(ThreadId tid, struct block *block)
{
  note_allocation(tid, block, alloc_stack(tid));
}

static void expect_shadow(uint64_t start)
{
  if (start >= SHADOW_LIMIT)
    return;
  env_prefetch(shadow_a_bits(start));
  env_prefetch(shadow_v_bits(start));
}

/* The next block of this size comes from a slot that was last touched when its block was freed. */
static void expect_next_block(SizeT size)
{
  const uint64_t next = size <= SLOTS_SIZE_MAX ? slots_next(slots, size) : 0;
  if (next == 0)
    return;
  blocks_expect_place(blocks, next);
  expect_shadow(next);
  env_prefetch((const void *)next);
}

static void *new_block(ThreadId tid, SizeT size, SizeT alignment, unsigned allocator, bool zeroed)
{
  Addr start = take_memory(size, alignment);
  if (start == 0)
    return NULL;
  expect_next_block(size);
  const stack_id stack = alloc_stack(tid);
  if (zeroed) {
    core_clear(start, size);
    memory_make_defined(start, size);
  } else {
    memory_make_undefined(start, size);
  }
  if (!zeroed && settings.malloc_fill >= 0)
    VG_(memset)((void *)start, settings.malloc_fill, size);
  struct block *block = blocks_at(blocks, blocks_add(blocks, BLOCK_HEAP, start, size));
  block->allocator = allocator & 3;
  note_allocation(tid, block, stack);
  return (void *)start;
}

static void make_noaccess(uint64_t start, uint64_t bytes)
{
  if (!shadow_is_noaccess(memory_shadow(), start, bytes))
    memory_make_noaccess(start, bytes);
}

/* Redzones as well: the guest may have made them accessible, but hardly ever has. */
static void make_noaccess_around(const struct block *block, uint64_t redzone)
{
  if (redzone > SHADOW_LIMIT)
    redzone = SHADOW_LIMIT; /* the guest may claim anything */
  uint64_t start = block->start > redzone ? block->start - redzone : 0;
  const uint64_t size_end = block->start + block->size_bytes, end = size_end + redzone;
  const uint64_t whole = (size_end + SLOTS_ALIGNMENT - 1) & ~(uint64_t)(SLOTS_ALIGNMENT - 1);
  const uint64_t middle = whole < end ? whole : end;
  make_noaccess(start, block->start - start);
  make_noaccess(block->start, middle - block->start);
  make_noaccess(middle, end - middle);
}

/* A live block goes: its site has less. */
static void count_out(const struct block *block)
{
  if (!sites)
    return;
  samples_before_free(sites);
  sites_remove(sites, block->alloc_stack_id, block->size_bytes, block->birth, allocations);
}

static void retire(block_id id, uint64_t redzone, stack_id stack)
{
  struct block *block = blocks_at(blocks, id);
  make_noaccess_around(block, redzone);
  if (settings.free_fill >= 0 && block->kind == BLOCK_HEAP)
    VG_(memset)((void *)(Addr)block->start, settings.free_fill, block->size_bytes);
  block->free_stack_id = stack;
  if (settings.keep_stacktraces == KEEP_ALLOC_THEN_FREE)
    block->alloc_stack_id = 0;
  quarantine_add(&quarantine, blocks, id);
  tell_free();
}

void heap_retire_block(ThreadId tid, block_id id, uint64_t redzone)
{
  count_out(blocks_at(blocks, id));
  retire(id, redzone, free_stack(tid));
}

void heap_forget_block(block_id id)
{
  count_out(blocks_at(blocks, id));
}

void heap_note_resized(block_id id, uint64_t old_bytes)
{
  const struct block *block = blocks_at(blocks, id);
  if (sites)
    sites_resize(sites, block->alloc_stack_id, old_bytes, block->size_bytes);
}

static block_id find_live(uint64_t start)
{
  block_id id = blocks_find(blocks, start);
  return id != 0 && blocks_at(blocks, id)->state == BLOCK_LIVE ? id : 0;
}

/* The live block at `start` that functions of `allocator` may free; reports what is wrong otherwise. 0: none at all. */
static block_id find_to_free(ThreadId tid, uint64_t start, unsigned allocator)
{
  block_id id = find_live(start);
  if (id == 0)
    errors_report_at(tid, RECORD_ERROR_INVALID_FREE, start);
  else if (blocks_at(blocks, id)->allocator != allocator && settings.show_mismatched_frees)
    errors_report_at(tid, RECORD_ERROR_MISMATCHED_FREE, start);
  return id;
}

/* A block that is given back, or has another size. */
static void expect_block(uint64_t start)
{
  blocks_expect_at(blocks, start);
  expect_shadow(start);
}

static void free_block(ThreadId tid, uint64_t start, unsigned allocator, uint64_t redzone)
{
  frees++;
  expect_block(start);
  const stack_id stack = free_stack(tid);
  block_id id = find_to_free(tid, start, allocator);
  if (id == 0)
    return;
  count_out(blocks_at(blocks, id));
  retire(id, redzone, stack);
}

/* The block that takes the place of `old`. Sites never have both, which would make peaks that no program has made. */
static void *new_block_for_old(ThreadId tid, block_id old, SizeT size)
{
  const struct block *block = blocks_at(blocks, old);
  const uint64_t now = allocations;
  count_out(block);
  void *start = new_block(tid, size, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC, false);
  if (!start && sites)
    sites_put_back(sites, block->alloc_stack_id, block->size_bytes, block->birth, now);
  return start;
}

/* A realloc counts as an allocation and a free even when it fails, as Memcheck counts it. */
static void *resize_block(ThreadId tid, void *old_start, SizeT new_size)
{
  block_id old = find_to_free(tid, (uint64_t)old_start, RECORD_ALLOCATOR_MALLOC);
  void *new_start = old == 0 ? NULL : new_block_for_old(tid, old, new_size);
  frees++;
  if (!new_start) {
    allocations++;
    allocated_bytes += new_size;
    return NULL;
  }
  SizeT old_size = blocks_at(blocks, old)->size_bytes;
  SizeT kept = old_size < new_size ? old_size : new_size;
  VG_(memcpy)(new_start, old_start, kept);
  memory_moved((Addr)new_start, (Addr)old_start, kept);
  retire(old, redzone_bytes, free_stack(tid));
  return new_start;
}

/* --- the functions the core calls for the preload library --- */

static void *on_malloc(ThreadId tid, SizeT size)
{
  return is_fishy(tid, "malloc(size)", size)
           ? NULL
           : new_block(tid, size, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC, false);
}

static void *on_new(ThreadId tid, SizeT size)
{
  return is_fishy(tid, "__builtin_new(size)", size)
           ? NULL
           : new_block(tid, size, VG_(clo_alignment), RECORD_ALLOCATOR_NEW, false);
}

static void *on_new_aligned(ThreadId tid, SizeT size, SizeT alignment)
{
  return is_fishy(tid, "__builtin_new_aligned(size)", size)
           ? NULL
           : new_block(tid, size, alignment, RECORD_ALLOCATOR_NEW, false);
}

static void *on_new_array(ThreadId tid, SizeT size)
{
  return is_fishy(tid, "__builtin_vec_new(size)", size)
           ? NULL
           : new_block(tid, size, VG_(clo_alignment), RECORD_ALLOCATOR_NEW_ARRAY, false);
}

static void *on_new_array_aligned(ThreadId tid, SizeT size, SizeT alignment)
{
  return is_fishy(tid, "__builtin_vec_new_aligned(size)", size)
           ? NULL
           : new_block(tid, size, alignment, RECORD_ALLOCATOR_NEW_ARRAY, false);
}

static void *on_memalign(ThreadId tid, SizeT alignment, SizeT size)
{
  return is_fishy(tid, "memalign(size)", size)
           ? NULL
           : new_block(tid, size, alignment, RECORD_ALLOCATOR_MALLOC, false);
}

static void *on_calloc(ThreadId tid, SizeT count, SizeT size)
{
  if (is_fishy(tid, "calloc(nmemb)", count) || is_fishy(tid, "calloc(size)", size))
    return NULL;
  return new_block(tid, count * size, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC, true);
}

static void on_free(ThreadId tid, void *start)
{
  free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_MALLOC, redzone_bytes);
}

static void on_delete(ThreadId tid, void *start)
{
  free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW, redzone_bytes);
}

static void on_delete_aligned(ThreadId tid, void *start, SizeT alignment)
{
  free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW, redzone_bytes);
}

static void on_delete_array(ThreadId tid, void *start)
{
  free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW_ARRAY, redzone_bytes);
}

static void on_delete_array_aligned(ThreadId tid, void *start, SizeT alignment)
{
  free_block(tid, (uint64_t)start, RECORD_ALLOCATOR_NEW_ARRAY, redzone_bytes);
}

static void *on_realloc(ThreadId tid, void *start, SizeT size)
{
  return is_fishy(tid, "realloc(size)", size) ? NULL : resize_block(tid, start, size);
}

void *heap_realloc_zero(ThreadId tid, uint64_t start)
{
  if (settings.show_realloc_size_zero && find_live(start) != 0)
    errors_report_at(tid, RECORD_ERROR_REALLOC_ZERO, start);
  if (!settings.realloc_zero_bytes_frees)
    return resize_block(tid, (void *)(Addr)start, 0);
  on_free(tid, (void *)(Addr)start);
  return NULL;
}

static SizeT on_usable_size(ThreadId tid, void *start)
{
  block_id id = find_live((uint64_t)start);
  return id == 0 ? 0 : blocks_at(blocks, id)->size_bytes;
}

/* --- the same where accesses are counted --- */

static void *counted(void *start, SizeT size)
{
  accesses_expect((Addr)start, size);
  return start;
}

static void *counted_malloc(ThreadId tid, SizeT size)
{
  return counted(on_malloc(tid, size), size);
}

static void *counted_new(ThreadId tid, SizeT size)
{
  return counted(on_new(tid, size), size);
}

static void *counted_new_aligned(ThreadId tid, SizeT size, SizeT alignment)
{
  return counted(on_new_aligned(tid, size, alignment), size);
}

static void *counted_new_array(ThreadId tid, SizeT size)
{
  return counted(on_new_array(tid, size), size);
}

static void *counted_new_array_aligned(ThreadId tid, SizeT size, SizeT alignment)
{
  return counted(on_new_array_aligned(tid, size, alignment), size);
}

static void *counted_memalign(ThreadId tid, SizeT alignment, SizeT size)
{
  return counted(on_memalign(tid, alignment, size), size);
}

static void *counted_calloc(ThreadId tid, SizeT count, SizeT size)
{
  return counted(on_calloc(tid, count, size), count * size);
}

static void *counted_realloc(ThreadId tid, void *old, SizeT size)
{
  void *start = counted(on_realloc(tid, old, size), size);
  if (start)
    accesses_moved((Addr)start, (Addr)old);
  return start;
}

void heap_init(void)
{
  VG_(needs_malloc_replacement)
  (on_malloc, on_new, on_new_aligned, on_new_array, on_new_array_aligned, on_memalign, on_calloc, on_free, on_delete,
   on_delete_aligned, on_delete_array, on_delete_array_aligned, on_realloc, on_usable_size, DEFAULT_REDZONE_BYTES);
}

void heap_begin(void)
{
  blocks = blocks_create();
  sites = settings.growth || settings.heap_access ? sites_create() : NULL;
  redzone_bytes = VG_(malloc_effective_client_redzone_size)();
  slots = slots_create(&(struct slots_source){take_region, give_region_back}, redzone_bytes);
  quarantine_init(&quarantine, (uint64_t)settings.freelist_vol_bytes, (uint64_t)settings.freelist_big_blocks_bytes);
  accesses_begin();
  if (accesses_are_counted())
    VG_(needs_malloc_replacement)
  (counted_malloc, counted_new, counted_new_aligned, counted_new_array, counted_new_array_aligned, counted_memalign,
   counted_calloc, on_free, on_delete, on_delete_aligned, on_delete_array, on_delete_array_aligned, counted_realloc,
   on_usable_size, DEFAULT_REDZONE_BYTES);
}

/* --- client requests --- */

void heap_prepare_custom(const struct block *block, bool zeroed, uint64_t redzone)
{
  make_noaccess_around(block, redzone);
  if (zeroed)
    memory_make_defined(block->start, block->size_bytes);
  else
    memory_make_undefined(block->start, block->size_bytes);
}

void heap_malloclike(ThreadId tid, uint64_t start, uint64_t size_bytes, uint64_t redzone, bool zeroed)
{
  block_id id = blocks_add(blocks, BLOCK_CUSTOM, start, size_bytes);
  if (id == 0)
    return;
  struct block *block = blocks_at(blocks, id);
  block->allocator = RECORD_ALLOCATOR_CUSTOM;
  heap_note_allocation(tid, block);
  heap_prepare_custom(block, zeroed, redzone);
}

void heap_freelike(ThreadId tid, uint64_t start, uint64_t redzone)
{
  free_block(tid, start, RECORD_ALLOCATOR_CUSTOM, redzone);
}

void heap_resize_in_place(ThreadId tid, uint64_t start, uint64_t old_bytes, uint64_t new_bytes, uint64_t redzone)
{
  block_id id = find_live(start);
  bool is_sound = id != 0 && blocks_at(blocks, id)->size_bytes == old_bytes && new_bytes > 0;
  if (!is_sound || !blocks_move(blocks, id, start, new_bytes)) {
    errors_report_at(tid, RECORD_ERROR_INVALID_FREE, start);
    return;
  }
  heap_note_resized(id, old_bytes);
  if (accesses_are_counted())
    accesses_resized(start, new_bytes);
  if (new_bytes > old_bytes) {
    memory_make_undefined(start + old_bytes, new_bytes - old_bytes);
    memory_make_noaccess(start + new_bytes, redzone);
  } else if (new_bytes < old_bytes) {
    memory_make_noaccess(start + new_bytes, old_bytes - new_bytes + redzone);
  }
}

/* --- totals --- */

uint64_t heap_allocations(void)
{
  return allocations;
}

uint64_t heap_allocated_bytes(void)
{
  return allocated_bytes;
}

void heap_send_totals(void)
{
  struct record_heap heap = {.allocations = allocations, .frees = frees, .allocated_bytes = allocated_bytes,
                             .elapsed_ns = process_elapsed_ns()};
  for (block_id id = 1; id < blocks_limit(blocks); id++) {
    const struct block *block = blocks_at(blocks, id);
    bool counts = block->state == BLOCK_LIVE && (block->kind == BLOCK_HEAP || block->kind == BLOCK_CUSTOM);
    if (counts) {
      heap.live_bytes += block->size_bytes;
      heap.live_blocks++;
    }
  }
  channel_send_heap(&heap);
}
