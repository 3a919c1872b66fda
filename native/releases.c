/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/releases.h"

#include "memcheck/pure/base/env.h"
#include "native/call_stacks.h"
#include "native/ended_blocks.h"
#include "native/growth.h"
#include "native/late_errors.h"
#include "native/libc_blocks.h"
#include "native/misuse.h"
#include "native/old_blocks.h"
#include "native/process_private.h"
#include "native/snapshot_peaks.h"

/* What is about to be looked at: its head, and what is known of it. */
static inline void prefetch(uint64_t start)
{
  __builtin_prefetch((const void *)(start - LIBC_HEAD_BYTES));
  live_blocks_prefetch(start);
}

/* Of a call that frees; 0: stacks of those are not kept. */
static stack_id free_stack(struct watched_thread *thread, uint64_t door, const void *frame)
{
  return process.settings.keeps_free_stacks ? walks_take(thread, door, frame) : 0;
}

static __attribute__((noinline)) enum fate fate_of_unknown(struct watched_thread *thread, uint64_t start, uint64_t door,
                                                           const void *frame)
{
  if (process.is_attached)
    old_blocks_forget(start);
  if (process.is_attached || misuse_of_free(thread, start, walks_take(thread, door, frame)))
    return FATE_UNKNOWN;
  thread->frees++;
  return FATE_INVALID;
}

static __attribute__((noinline)) enum fate fate_of_damaged(struct watched_thread *thread, uint64_t start,
                                                           const struct live_block *block, const struct damage *damage,
                                                           uint64_t door, const void *frame)
{
  return late_errors_at_free(thread, start, block, damage, walks_take(thread, door, frame)) ? FATE_KNOWN : FATE_DAMAGED;
}

/* A delete that is told a size but no alignment says nothing about the latter. */
static inline bool fits(const struct release *how, const struct live_block *block)
{
  if (how->allocator != block->allocator || (how->has_size && !misuse_is_size(block, how->bytes)))
    return false;
  if (how->has_alignment)
    return block->alignment_log != 0 && how->alignment == UINT64_C(1) << (block->alignment_log - 1);
  return how->has_size || block->alignment_log == 0;
}

static __attribute__((noinline)) void tell_of_misfit(struct watched_thread *thread, uint64_t start,
                                                     const struct live_block *block, const struct release *how,
                                                     uint64_t door, const void *frame)
{
  const stack_id stack = walks_take(thread, door, frame);
  if (how->allocator != block->allocator)
    misuse_of_family(thread, start, block, stack);
  else
    misuse_of_delete(thread, start, block, how, stack);
}

/* The block lives again, until there is a snapshot; false: there is none. */
static __attribute__((noinline)) bool take_peak(struct watched_thread *thread, uint64_t start,
                                                const struct live_block *block)
{
  live_blocks_add(start, block);
  watched_thread_end(thread);
  const bool is_taken = snapshot_peaks_take();
  (void)watched_thread_begin();
  return is_taken;
}

/* `new_bytes`: that it is resized to, or 0. False: there is no such block. */
static inline bool take_out(struct watched_thread *thread, uint64_t start, stack_id stack, uint64_t new_bytes,
                            struct live_block *ret)
{
  bool whatever_peak = false;
  for (;;) {
    if (__builtin_expect(!live_blocks_remove(start, stack, ret), false))
      return false;
    if (!__builtin_expect(growth_is_counted, false) || growth_remove(ret, new_bytes, whatever_peak))
      return true;
    whatever_peak = !take_peak(thread, start, ret);
  }
}

static inline enum fate forget(struct watched_thread *thread, uint64_t start, const struct release *how,
                               uint64_t new_bytes, stack_id stack, struct live_block *ret, uint64_t door,
                               const void *frame)
{
  struct damage damage;
  if (!take_out(thread, start, stack, new_bytes, ret))
    return fate_of_unknown(thread, start, door, frame);
  thread->frees++;
  if (__builtin_expect(!fits(how, ret), false))
    tell_of_misfit(thread, start, ret, how, door, frame);
  if (process.is_attached)
    return FATE_KNOWN;
  if (__builtin_expect(red_zones_find(start, ret->size_bytes, &damage), false))
    return fate_of_damaged(thread, start, ret, &damage, door, frame);
  return FATE_KNOWN;
}

enum fate releases_forget(void *block, uint64_t bytes, struct live_block *ret, stack_id *ret_stack, uint64_t door,
                          const void *frame)
{
  struct watched_thread *const thread = process_is_watched() ? watched_thread_begin() : NULL;
  if (!thread) {
    process_note_unseen();
    return FATE_UNKNOWN;
  }
  prefetch((uint64_t)block);
  *ret_stack = free_stack(thread, door, frame);
  const struct release how = {.allocator = RECORD_ALLOCATOR_MALLOC};
  const enum fate fate = forget(thread, (uint64_t)block, &how, bytes, *ret_stack, ret, door, frame);
  watched_thread_end(thread);
  return fate;
}

/* --- quarantine --- */

static __attribute__((noinline)) struct thread_quarantine *begin_quarantine(struct watched_thread *thread)
{
  thread->quarantine = env_map_pages(sizeof *thread->quarantine);
  return thread->quarantine;
}

/* What comes out instead; NULL: nothing that the C library could take. */
static inline void *swap(struct watched_thread *thread, uint64_t start, uint64_t bytes)
{
  struct damage damage;
  struct thread_quarantine *const quarantine = thread->quarantine ? thread->quarantine : begin_quarantine(thread);
  const struct resting_block out =
    thread_quarantine_swap(quarantine, (struct resting_block){start, (uint32_t)bytes}, &damage);
  if (__builtin_expect(damage.bytes != 0, false))
    late_errors_after_free(thread, &out, &damage);
  return out.start != 0 && red_zones_have_heads(out.start, out.bytes) ? (void *)out.start : NULL;
}

void *releases_free(void *block, const struct release *how, uint64_t door, const void *frame)
{
  struct live_block known;
  struct watched_thread *const thread = process_is_watched() ? watched_thread_begin() : NULL;
  if (!thread) {
    process_note_unseen();
    return block;
  }
  prefetch((uint64_t)block);
  const stack_id stack = free_stack(thread, door, frame);
  const enum fate fate = forget(thread, (uint64_t)block, how, 0, stack, &known, door, frame);
  if (__builtin_expect(fate == FATE_KNOWN || fate == FATE_DAMAGED, true))
    ended_blocks_note(thread, &known, stack, false);
  void *freed = fate == FATE_KNOWN || fate == FATE_UNKNOWN ? block : NULL;
  if (fate == FATE_KNOWN && known.size_bytes <= QUARANTINE_BYTES && !process.is_attached)
    freed = swap(thread, (uint64_t)block, known.size_bytes);
  watched_thread_end(thread);
  return freed;
}
