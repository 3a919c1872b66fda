/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How often the heap is sampled.
 *
 * The fit of growth needs samples over the whole run; a long run must not fill the disk, and a short one should show
 * detail. So the time to the next sample grows with the time that has passed: 1/200 of it, but at least 20 ms. That
 * makes 200 samples in the first four seconds and some 140 for each doubling afterwards: 1,400 in an hour, 2,000 in a
 * day. Where much changes the intervals are longer, so that at most a million numbers are sent while the time grows
 * e-fold.
 *
 * Sampling takes no more than 1 % of the time, as the next sample waits for a hundred times the processor time of the
 * last one. If the one before it took less, that counts, as on a busy virtual machine a process is now and then charged
 * for time in which others ran. All samples together never take more than 2 %.
 *
 * The largest heap lies between samples. It is sampled when it is over, before the first free that follows, but only if
 * it is 1 % more than at the last such sample, so that a heap that rises in small waves is not sampled at each. These
 * samples have a budget of their own, 1 % of the time.
 *
 * Time is read from the processor's counter, which is scaled by comparing it with the system's clock as both go on. */
#include "memcheck/heap/samples.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcassert.h"

enum {
  INTERVAL_NS = 20000000,
  INTERVAL_SHARE = 200,        /* of the time that has passed */
  NUMBERS_MAX = 1 << 20,       /* per e-fold time */
  COST_SHARE = 100,
  COST_SHARE_OF_ALL = 50,
  PEAK_STEP_SHARE = 100,       /* a peak worth a sample is larger than the last one by this part of it */
  FRAME_SITES = 1 << 16,       /* that one frame holds; more go into another one */
  SCALE_NS = 1000000,          /* clocks are compared over no less than this */
  UNSCALED_CYCLES = 1 << 20,    /* less than a millisecond: until the speed of the counter is known */
};

uint64_t samples_peak_bytes, samples_peak_cycles;

static uint64_t began_ns, due_cycles, due_ns;
static uint64_t scale_ns, scale_cycles; /* where both clocks were compared first */
static uint64_t last_cost_ns, cost_of_all_ns, peaks_cost_ns;
static struct {
  uint64_t *ids, *bytes, *blocks;
} changed; /* FRAME_SITES of each */

/* --- clocks --- */

static uint64_t cycles_at(uint64_t now_ns, uint64_t then_ns)
{
  const uint64_t tick = clock_cycles();
  if (now_ns - scale_ns < SCALE_NS || then_ns <= now_ns)
    return tick + UNSCALED_CYCLES;
  return tick + (uint64_t)((double)(then_ns - now_ns) * (double)(tick - scale_cycles) / (double)(now_ns - scale_ns));
}

static uint64_t larger(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static void plan_next_sample(uint64_t now_ns, uint64_t cost_ns, uint64_t sites)
{
  const uint64_t passed_ns = now_ns - began_ns;
  const uint64_t by_time = larger(INTERVAL_NS, passed_ns / INTERVAL_SHARE);
  const uint64_t by_numbers = (uint64_t)((double)passed_ns * (double)sites / NUMBERS_MAX);
  const uint64_t by_cost = smaller(cost_ns, last_cost_ns) * COST_SHARE;
  last_cost_ns = cost_ns;
  cost_of_all_ns += cost_ns;
  due_ns = larger(now_ns + larger(larger(by_time, by_numbers), by_cost), began_ns + cost_of_all_ns * COST_SHARE_OF_ALL);
  due_cycles = cycles_at(now_ns, due_ns);
}

/* --- frames --- */

/* Returns how many sites it told. */
static uint64_t send_sample(uint64_t now_ns, bool is_peak)
{
  struct sites *sites = guest.sites;
  uint64_t sent = 0;
  size_t count;
  do {
    count = block_sites_take_changed(sites, FRAME_SITES, changed.ids, changed.bytes, changed.blocks);
    for (size_t i = 0; i < count; i++)
      traces_send((stack_id)changed.ids[i]);
    channel_send_sample(&(struct record_sample){
      .elapsed_ns = now_ns,
      .allocations = clock_allocations,
      .instructions = clock_instructions,
      .live_bytes = block_sites_live_bytes(sites),
      .live_blocks = block_sites_live_blocks(sites),
      .is_peak = is_peak,
      .stack_ids = {changed.ids, count},
      .bytes = {changed.bytes, count},
      .blocks = {changed.blocks, count},
    });
    sent += count;
  } while (count == FRAME_SITES);
  return sent;
}

/* Returns the processor time that it took. */
static uint64_t take_sample(bool is_peak)
{
  const uint64_t now_ns = clock_elapsed_ns(), cpu_ns = core_cpu_ns();
  const uint64_t live_bytes = block_sites_live_bytes(guest.sites);
  const uint64_t sent = send_sample(now_ns, is_peak);
  channel_flush();
  const uint64_t cost_ns = core_cpu_ns() - cpu_ns;
  if (live_bytes > samples_peak_bytes && is_peak)
    samples_peak_bytes = live_bytes + live_bytes / PEAK_STEP_SHARE;
  plan_next_sample(now_ns, cost_ns, sent);
  return cost_ns;
}

static size_t bytes_of_ages(void)
{
  return ((size_t)block_sites_limit(guest.sites) + 1) * sizeof(uint64_t);
}

/* How long the live blocks of each site have been there, added up by id; in pages. */
static uint64_t *add_up_ages(void)
{
  uint64_t *ages = env_map_pages(bytes_of_ages());
  for (block_id id = 1; id < blocks_limit(guest.blocks); id++) {
    const struct block *block = blocks_at(guest.blocks, id);
    if (block->state == BLOCK_LIVE && block->alloc_stack_id < block_sites_limit(guest.sites))
      ages[block->alloc_stack_id] += clock_allocations - block->birth;
  }
  return ages;
}

static void send_site(stack_id id, const struct site_totals *totals, uint64_t live_lifetimes)
{
  traces_send(id);
  channel_send_site(&(struct record_site){
    .stack_id = id,
    .total_bytes = totals->total_bytes,
    .total_blocks = totals->total_blocks,
    .peak_bytes = totals->peak_bytes,
    .peak_blocks = totals->peak_blocks,
    .live_bytes = totals->live_bytes,
    .live_blocks = totals->live_blocks,
    .freed_lifetimes = totals->freed_lifetimes,
    .short_allocations = BLOCK_SITES_SHORT_ALLOCATIONS,
    .short_blocks = totals->short_blocks,
    .short_bytes = totals->short_bytes,
    .first_allocation = totals->first_allocation,
    .last_allocation = totals->last_allocation,
    .read_bytes = totals->accesses.read_bytes,
    .written_bytes = totals->accesses.written_bytes,
    .untouched_bytes = accesses_are_counted() ? totals->total_bytes - totals->accesses.touched_bytes : 0,
    .live_lifetimes = live_lifetimes,
  });
}

void samples_begin(void)
{
  if (!guest.sites)
    return;
  if (!changed.ids) {
    changed.ids = env_map_pages(FRAME_SITES * sizeof(uint64_t));
    changed.bytes = env_map_pages(FRAME_SITES * sizeof(uint64_t));
    changed.blocks = env_map_pages(FRAME_SITES * sizeof(uint64_t));
  }
  block_sites_forget_taken(guest.sites);
  began_ns = scale_ns = clock_elapsed_ns();
  scale_cycles = clock_cycles();
  samples_peak_bytes = block_sites_live_bytes(guest.sites);
  last_cost_ns = cost_of_all_ns = peaks_cost_ns = 0;
  plan_next_sample(began_ns, 0, 0);
}

void samples_tick(void)
{
  if (!guest.sites || clock_cycles() < due_cycles)
    return;
  const uint64_t now_ns = clock_elapsed_ns();
  if (now_ns < due_ns)
    due_cycles = cycles_at(now_ns, due_ns);
  else
    take_sample(false);
}

void samples_take_peak(void)
{
  const uint64_t now_ns = clock_elapsed_ns(), affordable_ns = (now_ns - began_ns) / COST_SHARE;
  if (peaks_cost_ns > affordable_ns) {
    samples_peak_cycles = cycles_at(now_ns, now_ns + (peaks_cost_ns - affordable_ns) * COST_SHARE);
    return;
  }
  peaks_cost_ns += take_sample(true);
}

void samples_end(void)
{
  if (!guest.sites)
    return;
  ENV_CHECK(block_sites_is_valid(guest.sites));
  take_sample(false);
  uint64_t *ages = add_up_ages();
  for (uint32_t id = 0; id < block_sites_limit(guest.sites); id++) {
    struct site_totals totals;
    if (block_sites_totals(guest.sites, id, &totals))
      send_site(id, &totals, ages[id]);
  }
  env_unmap_pages(ages, bytes_of_ages());
}

/* Not always: what cannot be executed is often tried in each folder of $PATH. */
void samples_before_exec(void)
{
  if (settings.fail_alloc)
    samples_end();
  else if (guest.sites)
    take_sample(false);
}

void samples_mark(ThreadId tid, const HChar *name)
{
  channel_send_mark(&(struct record_mark){
    .elapsed_ns = clock_elapsed_ns(),
    .allocations = clock_allocations,
    .instructions = clock_instructions,
    .tid = tid,
    .text = core_string(name),
  });
  channel_flush();
}
