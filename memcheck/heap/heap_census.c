/* SPDX-License-Identifier: GPL-2.0-or-later */
/* With --growth=yes all numbers are there; else the blocks are counted. It is looked for watchers about ten times a
 * second while the program runs, and one part in a hundred of its time is for them at most. */
#include "memcheck/heap/heap_census.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/errors/errors.h"
#include "memcheck/pure/blocks/block_sites.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/blocks/stack_census.h"
#include "memcheck/stacks/traces.h"

enum { COST_SHARE = 100, NS_OF_MS = 1000000 };
static const uint64_t LOOK_CYCLES = 1 << 28; /* a tenth of a second, more or less */

static struct stack_census *census; /* NULL: nobody has watched */
static uint64_t look_cycles, due_ns;

static void read_sites(const struct sites *sites)
{
  for (uint32_t id = 0; id < block_sites_limit(sites); id++) {
    struct site_totals totals;
    if (block_sites_totals(sites, id, &totals))
      stack_census_set(census, id,
                       &(struct stack_counts){.bytes = totals.live_bytes,
                                              .blocks = totals.live_blocks,
                                              .total_bytes = totals.total_bytes,
                                              .total_blocks = totals.total_blocks});
  }
}

static void count_blocks(const struct blocks *blocks)
{
  for (block_id id = 1; id < blocks_limit(blocks); id++) {
    const struct block *const block = blocks_at(blocks, id);
    if (block->state == BLOCK_LIVE)
      stack_census_add(census, block->alloc_stack_id, block->size_bytes);
  }
}

static void send_changes(const struct stack_changes *changes)
{
  const size_t totals = guest.sites ? changes->count : 0;
  for (size_t i = 0; i < changes->count; i++)
    traces_send((stack_id)changes->ids[i]);
  channel_send_census(&(struct record_census){
    .elapsed_ns = clock_elapsed_ns(),
    .allocations = clock_allocations,
    .allocated_bytes = clock_allocated_bytes,
    .live_bytes = stack_census_live_bytes(census),
    .live_blocks = stack_census_live_blocks(census),
    .stack_ids = {changes->ids, changes->count},
    .bytes = {changes->bytes, changes->count},
    .blocks = {changes->blocks, changes->count},
    .total_bytes = {changes->total_bytes, totals},
    .total_blocks = {changes->total_blocks, totals},
  });
}

static void send_census(void)
{
  const struct stack_changes *changes;
  if (!census)
    census = stack_census_create();
  errors_send_counts();
  stack_census_begin(census);
  if (guest.sites)
    read_sites(guest.sites);
  else
    count_blocks(guest.blocks);
  do {
    changes = stack_census_take(census);
    send_changes(changes);
  } while (changes->count == STACK_CENSUS_AT_ONCE);
  channel_flush();
}

static uint64_t most(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

void heap_census_tick(void)
{
  uint64_t every_ms;
  if (clock_cycles() < look_cycles)
    return;
  look_cycles = clock_cycles() + LOOK_CYCLES;
  const uint64_t now_ns = clock_elapsed_ns();
  if (now_ns < due_ns || !channel_is_watched(&every_ms))
    return;
  send_census();
  due_ns = now_ns + most(every_ms * NS_OF_MS, (clock_elapsed_ns() - now_ns) * COST_SHARE);
}

void heap_census_forget(void)
{
  if (census)
    stack_census_destroy(census);
  census = NULL;
}
