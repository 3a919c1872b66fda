/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stack of such an error is the one that the program's author can do most with: where the block was allocated
 * which is too small, or was freed too early. */
#include "native/late_errors.h"

#include "native/errors.h"
#include "native/forks.h"
#include "native/libc_blocks.h"
#include "native/places.h"
#include "native/process_private.h"

enum { WORD = 8 };

static struct record_error error_of(const struct damage *damage, enum record_error_kind kind,
                                    enum record_found_when found)
{
  return (struct record_error){.kind = kind, .address = damage->address, .size = damage->bytes, .auxiliary = found};
}

static void report_around(struct watched_thread *thread, uint64_t start, const struct live_block *block,
                          const struct damage *damage, enum record_found_when found, stack_id found_by)
{
  struct record_error error =
    error_of(damage, damage->is_before ? RECORD_ERROR_WRITTEN_BEFORE : RECORD_ERROR_WRITTEN_BEHIND, found);
  places_fill_live(&error, start, block);
  error.alloc_stack_id = 0;
  error.place_stack_id = found_by;
  errors_report(thread, &error, block->stack_id);
}

/* A head is damaged, that of the block or of the next one. It is mended, so that the C library can go on when it frees
 * neighbours; a block whose own head was damaged it does not get, as not all of that is known. */
static bool is_mended(uint64_t start, const struct live_block *block, const struct damage *damage)
{
  struct near_block next;
  if (damage->is_before) {
    red_zones_mend(start, block->size_bytes, 0);
    return false;
  }
  const uint64_t behind = start + libc_blocks_chunk(start);
  if (!live_blocks_find_near(behind, false, &next) || next.start != behind)
    return false;
  red_zones_mend(next.start, next.size_bytes, libc_blocks_head(start) & LIBC_IN_OTHER_ARENA);
  return true;
}

bool late_errors_at_free(struct watched_thread *thread, uint64_t start, const struct live_block *block,
                         const struct damage *damage, stack_id found_by)
{
  report_around(thread, start, block, damage, RECORD_FOUND_BY_CALL, found_by);
  return !damage->is_in_head || is_mended(start, block, damage);
}

static void report_freed(struct watched_thread *thread, const struct resting_block *block, const struct damage *damage,
                         enum record_found_when found)
{
  struct near_block freed;
  struct record_error error = error_of(damage, RECORD_ERROR_WRITTEN_FREED, found);
  if (!live_blocks_find_near(block->start, true, &freed) || freed.start != block->start)
    return;
  places_fill_freed(&error, &freed);
  const stack_id stack = (stack_id)(error.free_stack_id ? error.free_stack_id : freed.alloc_stack_id);
  error.free_stack_id = 0;
  errors_report(thread, &error, stack);
}

void late_errors_after_free(struct watched_thread *thread, const struct resting_block *block,
                            const struct damage *damage)
{
  report_freed(thread, block, damage, RECORD_FOUND_BEFORE_REUSE);
}

/* Other threads may have been at their quarantines. */
void late_errors_in_child(void)
{
  const struct watched_thread *const own = watched_thread_current();
  for (struct watched_thread *each = watched_threads(); each; each = each->next)
    if (each->quarantine && each != own)
      thread_quarantine_forget(each->quarantine);
    else if (each->quarantine)
      thread_quarantine_renew(each->quarantine);
}

/* --- at the end --- */

struct last_look {
  struct watched_thread *thread;
  uint64_t told; /* address of the head that was told of last, as one block's end is the next one's beginning */
};

static void look_at_live(void *context, uint64_t start, const struct live_block *block)
{
  struct last_look *const look = context;
  struct damage damage;
  if (forks_generation_at(block->birth) < forks_generation() ||
      !red_zones_find_at_end(start, block->size_bytes, &damage) || damage.address == look->told)
    return;
  look->told = damage.is_in_head ? start + (damage.is_before ? 0 : libc_blocks_chunk(start)) - WORD : 0;
  report_around(look->thread, start, block, &damage, RECORD_FOUND_AT_END, 0);
}

static void look_at_freed(void *context, const struct resting_block *block, const struct damage *damage)
{
  const struct last_look *const look = context;
  report_freed(look->thread, block, damage, RECORD_FOUND_AT_END);
}

void late_errors_at_end(struct watched_thread *thread)
{
  struct last_look look = {.thread = thread};
  for (const struct watched_thread *each = watched_threads(); each; each = each->next)
    if (each->quarantine && (each == thread || !each->is_inside))
      thread_quarantine_visit(each->quarantine, look_at_freed, &look);
  live_blocks_visit(look_at_live, &look);
}
