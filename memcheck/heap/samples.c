/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the heap is sampled is planned by memcheck/pure/blocks/sample_plan.h. Time is read from the processor's counter,
 * which is scaled by comparing it with the system's clock as both go on. */
#include "memcheck/heap/samples.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/blocks/sample_plan.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcassert.h"

enum {
  FRAME_SITES = 1 << 16,       /* that one frame holds; more go into another one */
  SCALE_NS = 1000000,          /* clocks are compared over no less than this */
  UNSCALED_CYCLES = 1 << 20,    /* less than a millisecond: until the speed of the counter is known */
};

uint64_t samples_peak_bytes, samples_peak_cycles;

static struct sample_plan plan;
static uint64_t due_cycles;
static uint64_t scale_ns, scale_cycles; /* where both clocks were compared first */
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
  const uint64_t sent = send_sample(now_ns, is_peak);
  channel_flush();
  const uint64_t cost_ns = core_cpu_ns() - cpu_ns;
  sample_plan_note(&plan, now_ns, cost_ns, sent);
  due_cycles = cycles_at(now_ns, plan.due_ns);
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
  scale_ns = clock_elapsed_ns();
  scale_cycles = clock_cycles();
  sample_plan_begin(&plan, scale_ns, block_sites_live_bytes(guest.sites));
  samples_peak_bytes = plan.peak_bytes;
  due_cycles = cycles_at(scale_ns, plan.due_ns);
}

void samples_tick(void)
{
  if (!guest.sites || clock_cycles() < due_cycles)
    return;
  const uint64_t now_ns = clock_elapsed_ns();
  if (now_ns < plan.due_ns)
    due_cycles = cycles_at(now_ns, plan.due_ns);
  else
    take_sample(false);
}

void samples_take_peak(void)
{
  const uint64_t now_ns = clock_elapsed_ns(), live_bytes = block_sites_live_bytes(guest.sites);
  uint64_t again_ns;
  if (!sample_plan_allows_peak(&plan, now_ns, &again_ns)) {
    samples_peak_cycles = cycles_at(now_ns, again_ns);
    return;
  }
  sample_plan_note_peak(&plan, take_sample(true), live_bytes);
  samples_peak_bytes = plan.peak_bytes;
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
