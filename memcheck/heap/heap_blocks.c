/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small blocks lie in slots (slots.h), others in the core's client arena, both with redzones. Freed blocks stay in
 * quarantine until that overflows, which is checked whenever a block is made.
 *
 * By the time a block is freed, and more so when it leaves quarantine, its entry and shadow have mostly left the
 * processor's caches. So what will be needed is prefetched while the call stack is taken. */
#include "memcheck/heap/heap_blocks.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/clock.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/pure/blocks/block_ends.h"
#include "memcheck/pure/blocks/quarantine.h"
#include "memcheck/pure/blocks/slots.h"
#include "memcheck/errors/errors.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/heap/fail_alloc.h"
#include "memcheck/heap/heap_private.h"
#include "memcheck/heap/peaks.h"
#include "memcheck/heap/samples.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/running_stacks.h"
#include "memcheck/runtime/value_paths.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_replacemalloc.h"

/* Quick requests are for blocks of fewer bytes: for larger ones the request is not what takes the time. 0 with
 * --fail-alloc: a quick request that declines is made again as a client request, and would be counted twice. */
static uint64_t quick_bytes_end = 1 << 20;
static bool may_fail;
static bool frees_need_notes; /* settle_free() has something to do */

static struct quarantine quarantine;
static struct slots *slots;
static uint64_t excess_bytes; /* of the regions that slots lie in */
static SizeT redzone_bytes;
static uint64_t frees;

uint64_t heap_quick_bytes_end(void)
{
  return quick_bytes_end;
}

/* --- blocks come and go --- */

static bool keeps_alloc_stack(void)
{
  return settings.keep_stacktraces != KEEP_NONE && settings.keep_stacktraces != KEEP_FREE;
}

static bool keeps_free_stack(void)
{
  return (settings.keep_stacktraces != KEEP_NONE && settings.keep_stacktraces != KEEP_ALLOC) ||
         settings.xtree_memory == XTREE_MEMORY_FULL;
}

/* --- memory --- */

/* A region is aligned to its size, for which the arena may take more. */
static uint64_t excess_of_region(uint64_t start)
{
  return VG_(cli_malloc_usable_size)((void *)(Addr)start) - SLOTS_REGION_BYTES;
}

static uint64_t take_region(void)
{
  uint64_t start = (uint64_t)VG_(cli_malloc)(SLOTS_SPAN_BYTES, SLOTS_REGION_BYTES);
  if (start != 0)
    excess_bytes += excess_of_region(start);
  return start;
}

/* The core may unmap it, and stacks with it. */
static void free_to_core(uint64_t start)
{
  VG_(cli_free)((void *)(Addr)start);
  unwinder_forget_limits();
}

static void return_region(uint64_t start)
{
  excess_bytes -= excess_of_region(start);
  free_to_core(start);
}

static Addr take_memory(SizeT size, SizeT alignment)
{
  Addr start = size <= SLOTS_SIZE_MAX && alignment <= SLOTS_ALIGNMENT ? slots_take(slots, size) : 0;
  return start != 0 ? start : (Addr)VG_(cli_malloc)(alignment, size);
}

static void return_memory(Addr start)
{
  if (!slots_give_back(slots, start))
    free_to_core(start);
}

/* The core answers the guest's mallinfo() from its arena. What lies in quarantine or idle slots is not in use by the
 * guest. */
static void tell_core_of_free_bytes(void)
{
  VG_(free_queue_volume) = (Long)(quarantine.bytes + slots_idle_bytes(slots) + excess_bytes);
  VG_(free_queue_length) = (Long)(quarantine.count + slots_idle_count(slots));
}

static void release_excess(void)
{
  block_id id;
  quarantine.limit_bytes = (uint64_t)settings.freelist_vol_bytes; /* may change while the guest runs */
  quarantine.big_block_bytes = (uint64_t)settings.freelist_big_blocks_bytes;
  while ((id = quarantine_take_excess(&quarantine, guest.blocks)) != 0) {
    const struct block *block = blocks_entry(guest.blocks, id);
    if (block->kind == BLOCK_HEAP)
      return_memory(block->start);
    blocks_remove(guest.blocks, id);
  }
  tell_core_of_free_bytes();
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
  clock_allocations++;
  block->generation = clock_generation();
  block->alloc_stack_id = stack;
  block->birth = clock_allocations & ((UINT64_C(1) << BLOCK_BIRTH_BITS) - 1);
  block->tid = tid & ((1u << BLOCK_TID_BITS) - 1);
  clock_allocated_bytes += block->size_bytes;
  if (guest.sites)
    block_sites_add(guest.sites, stack, block->size_bytes, clock_allocations);
  release_excess();
}

void heap_note_allocation(ThreadId tid, struct block *block)
{
  note_allocation(tid, block, alloc_stack(tid));
}

static void prefetch_shadow(uint64_t start)
{
  if (start >= SHADOW_LIMIT)
    return;
  env_prefetch(shadow_a_bits(start));
  env_prefetch(shadow_v_bits(start));
}

/* The next block of this size will come from a slot that was last touched when its block was freed. */
static void prefetch_next_block(SizeT size)
{
  const uint64_t next = size <= SLOTS_SIZE_MAX ? slots_next(slots, size) : 0;
  if (next == 0)
    return;
  blocks_prefetch_place(guest.blocks, next);
  prefetch_shadow(next);
  env_prefetch((const void *)next);
}

void *heap_new_block(ThreadId tid, SizeT size, SizeT alignment, unsigned allocator, bool zeroed)
{
  if (may_fail && fail_alloc_now(tid, size))
    return NULL;
  Addr start = take_memory(size, alignment);
  if (start == 0)
    return NULL;
  prefetch_next_block(size);
  const stack_id stack = alloc_stack(tid);
  if (zeroed) {
    watched_pages_open(start, size);
    core_clear(start, size);
    memory_make_defined(start, size);
  } else {
    memory_make_undefined(start, size);
  }
  if (!zeroed && settings.malloc_fill >= 0)
    guarded_fill_pages((void *)start, (uint8_t)settings.malloc_fill, size);
  const block_id id = blocks_add(guest.blocks, BLOCK_HEAP, start, size);
  struct block *block = blocks_entry(guest.blocks, id);
  block->allocator = allocator & 3;
  note_allocation(tid, block, stack);
  follow_block_made(id);
  if (accesses_are_counted())
    accesses_note_block(start, size);
  return (void *)start;
}

uint64_t heap_allocate(ThreadId tid, uint64_t bytes, unsigned allocator)
{
  return bytes >= quick_bytes_end ? 0 : (uint64_t)heap_new_block(tid, bytes, VG_(clo_alignment), allocator, false);
}

uint64_t heap_allocate_cleared(ThreadId tid, uint64_t count, uint64_t bytes_each)
{
  if (count >= quick_bytes_end || bytes_each >= quick_bytes_end / (count + 1))
    return 0;
  return (uint64_t)heap_new_block(tid, count * bytes_each, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC, true);
}

/* With its redzones, which the guest may have made accessible. */
static void make_noaccess_around(const struct block *block, uint64_t redzone)
{
  if (redzone > SHADOW_LIMIT)
    redzone = SHADOW_LIMIT; /* of custom blocks the guest may claim any */
  const uint64_t start = block->start > redzone ? block->start - redzone : 0;
  memory_make_noaccess(start, block->start + block->size_bytes + redzone - start);
}

/* A live block is about to go, or to have so many bytes. */
static void look_for_peak(const struct block *block, uint64_t new_bytes)
{
  if (guest.sites && new_bytes < block->size_bytes)
    peaks_before_shrinking(block_sites_live_bytes(guest.sites), block->size_bytes - new_bytes);
}

/* A live block goes: take it from what lives by allocation stack. */
static void uncount_live(const struct block *block)
{
  if (!guest.sites)
    return;
  samples_before_free(guest.sites);
  block_sites_remove(guest.sites, block->alloc_stack_id, block->size_bytes, block->birth, clock_allocations);
}

static void note_free_for_options(struct block *block)
{
  if (settings.xtree_memory == XTREE_MEMORY_FULL)
    block_sites_note_freed(guest.sites, block->free_stack_id, block->size_bytes);
  if (settings.keep_stacktraces == KEEP_ALLOC)
    block->free_stack_id = 0;
  if (settings.keep_stacktraces == KEEP_ALLOC_THEN_FREE)
    block->alloc_stack_id = 0;
}

/* What was allocated before the fork is its parent's to tell, as in loss records. */
static void note_end(const struct block *block, stack_id call, bool is_resized)
{
  if (guest.ends && block->generation == clock_generation())
    block_ends_note(guest.ends, block->alloc_stack_id, call, is_resized, 1);
}

static void retire_block(block_id id, uint64_t redzone, stack_id stack)
{
  struct block *block = blocks_entry(guest.blocks, id);
  make_noaccess_around(block, redzone);
  follow_block_ended(id);
  if (settings.free_fill >= 0 && block->kind == BLOCK_HEAP)
    guarded_fill_pages((void *)(Addr)block->start, (uint8_t)settings.free_fill, block->size_bytes);
  block->free_stack_id = stack;
  if (frees_need_notes)
    note_free_for_options(block);
  quarantine_add(&quarantine, guest.blocks, id);
  tell_core_of_free_bytes();
}

static void retire_live_block(block_id id, uint64_t redzone, stack_id stack)
{
  look_for_peak(blocks_entry(guest.blocks, id), 0);
  uncount_live(blocks_entry(guest.blocks, id));
  note_end(blocks_entry(guest.blocks, id), stack, false);
  retire_block(id, redzone, stack);
}

void heap_retire_block(ThreadId tid, block_id id, uint64_t redzone)
{
  retire_live_block(id, redzone, free_stack(tid));
}

/* For good, as if somebody had freed it there; its memory keeps what it holds, and is not used again. */
static Bool retire_tried(block_id id, stack_id stack)
{
  struct block *block = blocks_entry(guest.blocks, id);
  if (block->kind != BLOCK_HEAP || block->state != BLOCK_LIVE)
    return False;
  uncount_live(block);
  note_end(block, stack, false);
  make_noaccess_around(block, redzone_bytes);
  follow_block_ended(id);
  block->free_stack_id = stack;
  block->state = BLOCK_QUARANTINED;
  block->queue_next = 0;
  return True;
}

void heap_forget_block(block_id id)
{
  look_for_peak(blocks_entry(guest.blocks, id), 0);
  uncount_live(blocks_entry(guest.blocks, id));
  note_end(blocks_entry(guest.blocks, id), 0, false);
  follow_block_ended(id);
}

void heap_note_resized(block_id id, uint64_t old_bytes)
{
  const struct block *block = blocks_entry(guest.blocks, id);
  if (guest.sites)
    block_sites_resize(guest.sites, block->alloc_stack_id, old_bytes, block->size_bytes);
  follow_block_resized(id);
}

block_id heap_find_live(uint64_t start)
{
  block_id id = blocks_find(guest.blocks, start);
  return id != 0 && blocks_entry(guest.blocks, id)->state == BLOCK_LIVE ? id : 0;
}

static bool is_around(block_id id, uint64_t address, enum block_state state)
{
  const struct block *const block = id != 0 ? blocks_entry(guest.blocks, id) : NULL;
  return block && block->state == state && block_distance(block, address) == 0;
}

/* Large blocks are searched for, so those found last are tried before: one for addresses with the same bits. */
static block_id large_in_state(uint64_t address, enum block_state state)
{
  enum { RECENT = 1024, SHARED_BITS = 12 };
  static block_id recent[RECENT];
  block_id *const last = &recent[(address >> SHARED_BITS) % RECENT];
  if (!blocks_have_custom(guest.blocks) && is_around(*last, address, state))
    return *last;
  const block_id id = blocks_find_containing_kinds(guest.blocks, address, 0, state, BLOCK_KINDS_ALL);
  if (id != 0)
    *last = id;
  return id;
}

/* The innermost such block around an address; 0: there is none. Nearly all are small ones, or pointed to at their
 * start. */
static block_id block_in_state(uint64_t address, enum block_state state)
{
  if (!blocks_have_custom(guest.blocks)) {
    const uint64_t start = slots_start_around(slots, address);
    const block_id id = blocks_find(guest.blocks, start != 0 ? start : address);
    if (is_around(id, address, state))
      return id;
    if (start != 0)
      return 0;
  }
  return large_in_state(address, state);
}

static block_id block_around(uint64_t address)
{
  return block_in_state(address, BLOCK_LIVE);
}

static block_id block_freed_around(uint64_t address)
{
  return block_in_state(address, BLOCK_QUARANTINED);
}

bool heap_has_block_around(uint64_t address)
{
  return blocks_find_containing_kinds(guest.blocks, address, 0, BLOCK_LIVE, 1 << BLOCK_HEAP) != 0 ||
         heap_find_live(address) != 0;
}

uint64_t heap_live_bytes(void)
{
  uint64_t bytes = 0;
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_entry(guest.blocks, id);
    if (block->state == BLOCK_LIVE && block->kind == BLOCK_HEAP)
      bytes += block->size_bytes;
  }
  return bytes;
}

/* The live block at `start` that functions of `allocator` may free; reports what is wrong otherwise. 0: none at all. */
static block_id find_to_free(ThreadId tid, uint64_t start, unsigned allocator)
{
  block_id id = heap_find_live(start);
  if (id == 0)
    errors_report_at(tid, RECORD_ERROR_INVALID_FREE, start);
  else if (!heap_is_for(blocks_entry(guest.blocks, id), allocator) && settings.show_mismatched_frees)
    errors_report_at(tid, RECORD_ERROR_MISMATCHED_FREE, start);
  return id;
}

/* The stack of a free; the block's entry and shadow are prefetched meanwhile. */
static stack_id free_stack_while_fetching(ThreadId tid, uint64_t start)
{
  blocks_prefetch_at(guest.blocks, start);
  prefetch_shadow(start);
  return free_stack(tid);
}

static void free_block(ThreadId tid, uint64_t start, unsigned allocator, uint64_t redzone)
{
  frees++;
  const stack_id stack = free_stack_while_fetching(tid, start);
  block_id id = find_to_free(tid, start, allocator);
  if (id != 0)
    retire_live_block(id, redzone, stack);
}

bool heap_report_if_fishy(ThreadId tid, const HChar *what, SizeT size)
{
  if ((SSizeT)size >= 0)
    return false;
  struct record_error error = {.kind = RECORD_ERROR_FISHY_VALUE, .size = size, .text = core_string(what)};
  errors_report(tid, &error, false);
  return true;
}

static bool may_be_freed(const struct block *block, unsigned how, uint64_t bytes, uint64_t alignment)
{
  const bool is_told = how > HEAP_ALLOCATOR_MASK;
  if (!heap_is_for(block, how & HEAP_ALLOCATOR_MASK))
    return false;
  if (!is_told)
    return how == RECORD_ALLOCATOR_MALLOC || block->alignment_log == 0;
  if ((how & PRELOAD_HAS_SIZE) && block->size_bytes != bytes)
    return false;
  return !(how & PRELOAD_HAS_ALIGNMENT) ||
         (alignment != HEAP_NO_ALIGNMENT && heap_alignment_of(block) == alignment);
}

/* The live block that may be freed this way, with nothing to report; 0: there is none. */
static block_id find_freeable(uint64_t start, unsigned how, uint64_t bytes, uint64_t alignment)
{
  const block_id id = heap_find_live(start);
  return id != 0 && may_be_freed(blocks_entry(guest.blocks, id), how, bytes, alignment) ? id : 0;
}

bool heap_free(ThreadId tid, unsigned how, uint64_t start, uint64_t bytes, uint64_t alignment)
{
  const stack_id stack = free_stack_while_fetching(tid, start);
  const block_id id = find_freeable(start, how, bytes, alignment);
  if (id == 0)
    return false;
  frees++;
  retire_live_block(id, redzone_bytes, stack);
  return true;
}

void heap_free_block(ThreadId tid, uint64_t start, unsigned allocator)
{
  free_block(tid, start, allocator, redzone_bytes);
}

/* The block that takes the place of `old`. It is counted after `old` is taken out, as both together would be a peak
 * that the program never had. */
static void *new_block_for_old(ThreadId tid, block_id old, SizeT size)
{
  const struct block *block = blocks_entry(guest.blocks, old);
  const uint64_t now = clock_allocations;
  look_for_peak(block, size);
  uncount_live(block);
  void *start = heap_new_block(tid, size, VG_(clo_alignment), RECORD_ALLOCATOR_MALLOC, false);
  if (!start && guest.sites)
    block_sites_undo_remove(guest.sites, block->alloc_stack_id, block->size_bytes, block->birth, now);
  return start;
}

/* What cannot be read, as the program has closed its pages, is left out, and undefined in the copy. */
static void copy_contents(Addr to, Addr from, SizeT bytes)
{
  SizeT done = 0;
  while ((done += guarded_copy((void *)(to + done), (const void *)(from + done), bytes - done)) < bytes) {
    const SizeT skipped = guarded_skip(to + done, from + done, bytes - done);
    memory_make_undefined(to + done, skipped);
    done += skipped;
  }
}

static void move_contents(Addr to, SizeT to_bytes, Addr from, SizeT bytes)
{
  SizeT moved_start, moved_end;
  if (settings.malloc_fill >= 0) /* what is behind is filled already */
    to_bytes = bytes;
  watched_pages_open(from, bytes);
  watched_pages_open(to, to_bytes);
  if (!moved_pages(to, to_bytes, from, bytes, &moved_start, &moved_end)) {
    copy_contents(to, from, bytes);
    return;
  }
  copy_contents(to, from, moved_start);
  copy_contents(to + moved_end, from + moved_end, bytes - moved_end);
}

/* NULL: there is no memory, and nothing has changed. */
static void *move_block(ThreadId tid, block_id old, SizeT new_size)
{
  void *const new_start = new_block_for_old(tid, old, new_size);
  if (!new_start)
    return NULL;
  const struct block *block = blocks_entry(guest.blocks, old);
  const SizeT kept = block->size_bytes < new_size ? block->size_bytes : new_size;
  frees++;
  memory_move_state((Addr)new_start, new_size, block->start, kept);
  move_contents((Addr)new_start, new_size, block->start, kept);
  const stack_id stack = free_stack(tid);
  note_end(block, stack, true);
  retire_block(old, redzone_bytes, stack);
  if (accesses_are_counted())
    accesses_note_moved((Addr)new_start, block->start);
  return new_start;
}

/* A realloc counts as an allocation and a free even when it fails, as Memcheck counts it. */
void *heap_resize_block(ThreadId tid, void *old_start, SizeT new_size)
{
  block_id old = find_to_free(tid, (uint64_t)old_start, RECORD_ALLOCATOR_MALLOC);
  void *new_start = old == 0 ? NULL : move_block(tid, old, new_size);
  if (!new_start) {
    frees++;
    clock_allocations++;
    clock_allocated_bytes += new_size;
  }
  return new_start;
}

uint64_t heap_resize(ThreadId tid, uint64_t start, uint64_t bytes)
{
  const block_id old = bytes > 0 && bytes < quick_bytes_end ? find_freeable(start, RECORD_ALLOCATOR_MALLOC, 0, 0) : 0;
  return old == 0 ? 0 : (uint64_t)move_block(tid, old, bytes);
}

void heap_begin(void)
{
  guest.blocks = blocks_create();
  running_stacks_begin(block_around);
  if (follow_is_on)
    follow_begin(block_around, block_freed_around, retire_tried);
  if (settings_explain_values())
    value_paths_begin(block_around);
  const bool counts_all = settings.xtree_memory == XTREE_MEMORY_FULL;
  const bool counts_sites = settings.growth || settings.heap_access || counts_all || peak_plan_is_on(&peaks);
  guest.sites = counts_sites ? block_sites_create() : NULL;
  guest.ends = keeps_alloc_stack() && settings.keep_stacktraces != KEEP_ALLOC ? block_ends_create() : NULL;
  frees_need_notes = counts_all || settings.keep_stacktraces == KEEP_ALLOC_THEN_FREE;
  redzone_bytes = VG_(malloc_effective_client_redzone_size)();
  slots = slots_create(&(struct slots_source){take_region, return_region}, redzone_bytes);
  quarantine_init(&quarantine, (uint64_t)settings.freelist_vol_bytes, (uint64_t)settings.freelist_big_blocks_bytes);
  may_fail = fail_alloc_begin();
  if (may_fail)
    quick_bytes_end = 0;
  accesses_begin();
}

void heap_forget_ends(void)
{
  if (guest.ends)
    block_ends_forget(guest.ends);
}

bool heap_is_valid(void)
{
  return blocks_is_valid(guest.blocks) && quarantine_is_valid(&quarantine, guest.blocks) && slots_is_valid(slots) &&
         (!guest.sites || block_sites_is_valid(guest.sites));
}

/* --- client requests --- */

void heap_prepare_custom(ThreadId tid, const struct block *block, bool zeroed, uint64_t redzone)
{
  make_noaccess_around(block, redzone);
  if (zeroed) {
    memory_make_defined(block->start, block->size_bytes);
  } else {
    memory_make_undefined(block->start, block->size_bytes);
    checks_note_carved(tid, block);
  }
}

void heap_malloclike(ThreadId tid, uint64_t start, uint64_t size_bytes, uint64_t redzone, bool zeroed)
{
  block_id id = blocks_add(guest.blocks, BLOCK_CUSTOM, start, size_bytes);
  if (id == 0)
    return;
  struct block *block = blocks_entry(guest.blocks, id);
  block->allocator = RECORD_ALLOCATOR_CUSTOM;
  heap_note_allocation(tid, block);
  follow_custom_block_made(tid, id);
  heap_prepare_custom(tid, block, zeroed, redzone);
}

void heap_freelike(ThreadId tid, uint64_t start, uint64_t redzone)
{
  free_block(tid, start, RECORD_ALLOCATOR_CUSTOM, redzone);
}

void heap_resize_in_place(ThreadId tid, uint64_t start, uint64_t old_bytes, uint64_t new_bytes, uint64_t redzone)
{
  block_id id = heap_find_live(start);
  bool is_sound = id != 0 && blocks_entry(guest.blocks, id)->size_bytes == old_bytes && new_bytes > 0;
  if (is_sound)
    look_for_peak(blocks_entry(guest.blocks, id), new_bytes);
  if (!is_sound || !blocks_move(guest.blocks, id, start, new_bytes)) {
    errors_report_at(tid, RECORD_ERROR_INVALID_FREE, start);
    return;
  }
  heap_note_resized(id, old_bytes);
  if (accesses_are_counted())
    accesses_note_resized(start, new_bytes);
  if (new_bytes > old_bytes) {
    memory_make_undefined(start + old_bytes, new_bytes - old_bytes);
    memory_make_noaccess(start + new_bytes, redzone);
  } else if (new_bytes < old_bytes) {
    memory_make_noaccess(start + new_bytes, old_bytes - new_bytes + redzone);
  }
}

/* --- totals --- */

void heap_send_totals(void)
{
  struct record_heap heap = {.allocations = clock_allocations, .frees = frees, .allocated_bytes = clock_allocated_bytes,
                             .elapsed_ns = clock_elapsed_ns()};
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_entry(guest.blocks, id);
    bool counts = block->state == BLOCK_LIVE && (block->kind == BLOCK_HEAP || block->kind == BLOCK_CUSTOM);
    if (counts) {
      heap.live_bytes += block->size_bytes;
      heap.live_blocks++;
    }
  }
  channel_send_heap(&heap);
}
