/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each thread has a small table of counters, each in the one place that its stacks lead to by their hash. What is there
 * goes to the common table when others need the place. A thread that ends leaves its table behind. */
#include "native/ended_blocks.h"

#include <stdatomic.h>

#include "memcheck/pure/base/env.h"
#include "native/forks.h"
#include "native/locks.h"

enum { PENDING_BITS = 12 };

struct pending {
  uint32_t site, call;
  uint32_t blocks; /* 0: the place is free */
  bool is_resized;
};

struct thread_ends {
  struct pending items[1 << PENDING_BITS];
};

static struct block_ends *common; /* NULL: nothing yet. Changed under LOCK_SITES, or while all others stand still */

static void add_to_common(struct pending *pending)
{
  if (!common)
    common = block_ends_create();
  if (pending->blocks > 0)
    block_ends_note(common, pending->site, pending->call, pending->is_resized, pending->blocks);
  pending->blocks = 0;
}

/* A signal handler may end the process anywhere here: a place holds what it says, or nothing. */
static __attribute__((noinline)) void replace(struct pending *place, uint32_t site, uint32_t call, bool is_resized)
{
  if (place->blocks > 0) {
    locks_take(LOCK_SITES);
    add_to_common(place);
    locks_release(LOCK_SITES);
  }
  atomic_signal_fence(memory_order_seq_cst);
  *place = (struct pending){.site = site, .call = call, .is_resized = is_resized};
  atomic_signal_fence(memory_order_seq_cst);
  place->blocks = 1;
}

static __attribute__((noinline)) struct thread_ends *begin_thread(struct watched_thread *thread)
{
  thread->ends = env_map_pages(sizeof *thread->ends);
  return thread->ends;
}

void ended_blocks_note(struct watched_thread *thread, const struct live_block *block, stack_id call, bool is_resized)
{
  if (call == 0 || forks_generation_at(block->birth) != forks_generation())
    return;
  struct thread_ends *const ends = thread->ends ? thread->ends : begin_thread(thread);
  const uint32_t hash = (block->stack_id * UINT32_C(0x9e3779b1)) ^ (call * UINT32_C(0x85ebca77));
  struct pending *const place = &ends->items[hash >> (32 - PENDING_BITS)];
  const bool is_same = place->site == block->stack_id && place->call == call && place->is_resized == is_resized;
  if (__builtin_expect(is_same && place->blocks > 0 && place->blocks < UINT32_MAX, true))
    place->blocks++;
  else
    replace(place, block->stack_id, call, is_resized);
}

const struct block_ends *ended_blocks_all(const struct watched_thread *own)
{
  for (struct watched_thread *each = watched_threads(); each; each = each->next) {
    const bool is_whole = each->ends && (each == own || !each->is_inside);
    for (unsigned i = 0; is_whole && i < 1u << PENDING_BITS; i++)
      if (each->ends->items[i].blocks > 0)
        add_to_common(&each->ends->items[i]);
  }
  return common;
}

/* A signal handler may free something meanwhile. */
void ended_blocks_forget(void)
{
  struct watched_thread *const own = watched_thread_begin();
  for (struct watched_thread *each = watched_threads(); each; each = each->next) {
    struct thread_ends *const ends = each->ends;
    each->ends = NULL;
    if (ends)
      env_unmap_pages(ends, sizeof *ends);
  }
  if (common)
    block_ends_forget(common);
  watched_thread_end(own);
}
