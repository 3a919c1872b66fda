/* SPDX-License-Identifier: GPL-2.0-or-later */
/* With --growth=yes all numbers are there; else the table of live blocks is looked through, while other threads change
 * it: a block that comes or goes meanwhile may count or not. */
#include "native/live_census.h"

#include <setjmp.h>
#include <time.h>

#include "memcheck/pure/blocks/stack_census.h"
#include "native/call_stacks.h"
#include "native/errors.h"
#include "native/growth.h"
#include "native/live_blocks.h"
#include "native/locks.h"
#include "native/own_memory.h"
#include "native/process_private.h"

static struct stack_census *census; /* NULL: nobody has asked */

static void count(void *context, uint64_t start, const struct live_block *block)
{
  (void)context;
  (void)start;
  stack_census_add(census, block->stack_id, block->size_bytes);
}

/* False: memory ran out. */
static bool count_all(bool *ret_has_totals)
{
  jmp_buf place;
  if (_setjmp(place) != 0)
    return false;
  own_memory_escape_alone_to(&place);
  if (!census)
    census = stack_census_create();
  stack_census_begin(census);
  *ret_has_totals = growth_census(census);
  if (!*ret_has_totals)
    live_blocks_visit(count, NULL);
  own_memory_escape_to(NULL);
  return true;
}

/* Threads that are at work now may have one more each. */
static void count_allocations(struct record_census *frame)
{
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    frame->allocations += thread->allocations;
    frame->allocated_bytes += thread->allocated_bytes;
  }
}

static void send_stacks(const struct stack_changes *changes)
{
  locks_take(LOCK_WALKS);
  for (size_t i = 0; i < changes->count; i++)
    walks_send(&process.output, (stack_id)changes->ids[i]);
  locks_release(LOCK_WALKS);
}

static void send_changes(const struct stack_changes *changes, const struct record_census *head, bool has_totals)
{
  const size_t totals = has_totals ? changes->count : 0;
  struct record_census frame = *head;
  frame.stack_ids = (struct record_numbers){changes->ids, changes->count};
  frame.bytes = (struct record_numbers){changes->bytes, changes->count};
  frame.blocks = (struct record_numbers){changes->blocks, changes->count};
  frame.total_bytes = (struct record_numbers){changes->total_bytes, totals};
  frame.total_blocks = (struct record_numbers){changes->total_blocks, totals};
  send_stacks(changes);
  output_send(&process.output, RECORD_CENSUS, &frame);
}

bool live_census_send(void)
{
  const struct stack_changes *changes;
  bool has_totals;
  if (own_memory_is_short() || !count_all(&has_totals))
    return false;
  struct record_census head = {.elapsed_ns = process_now_ns(CLOCK_MONOTONIC) - process.began_ns,
                               .live_bytes = stack_census_live_bytes(census),
                               .live_blocks = stack_census_live_blocks(census)};
  count_allocations(&head);
  locks_take(LOCK_OUTPUT);
  errors_send_counts();
  do {
    changes = stack_census_take(census);
    send_changes(changes, &head, has_totals);
  } while (changes->count == STACK_CENSUS_AT_ONCE);
  output_flush(&process.output);
  locks_release(LOCK_OUTPUT);
  return true;
}

void live_census_forget(void)
{
  if (census)
    stack_census_destroy(census);
  census = NULL;
}
