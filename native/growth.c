/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads count one after the other (LOCK_SITES). Samples are taken by the thread that allocates when one is due: while
 * nobody allocates, nothing grows. */
#include "native/growth.h"

#include <time.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/block_sites.h"
#include "memcheck/pure/blocks/sample_plan.h"
#include "memcheck/pure/blocks/stack_census.h"
#include "native/call_stacks.h"
#include "native/forks.h"
#include "native/locks.h"
#include "native/process_private.h"

enum { FRAME_SITES = 1 << 16 /* that one frame holds; more go into another one */ };

bool growth_is_counted;
struct peak_plan growth_peaks = PEAK_PLAN_OFF; /* under LOCK_SITES, or while all threads stand still */

static struct sites *sites;
static struct sample_plan plan;
static _Atomic uint64_t due_ns, peak_due_ns;
static struct {
  uint64_t *ids, *bytes, *blocks;
} changed; /* FRAME_SITES of each */

/* Without a system call. */
static uint64_t now_ns(void)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* --- frames --- */

static void send_stacks(size_t count)
{
  locks_take(LOCK_WALKS);
  for (size_t i = 0; i < count; i++)
    walks_send(&process.output, (stack_id)changed.ids[i]);
  locks_release(LOCK_WALKS);
}

/* Under LOCK_OUTPUT. Returns how many sites it told. */
static uint64_t send_sample(uint64_t elapsed_ns, bool is_peak)
{
  uint64_t sent = 0;
  size_t count;
  do {
    locks_take(LOCK_SITES);
    count = block_sites_take_changed(sites, FRAME_SITES, changed.ids, changed.bytes, changed.blocks);
    struct record_sample frame = {.elapsed_ns = elapsed_ns,
                                  .allocations = forks_births(),
                                  .live_bytes = block_sites_live_bytes(sites),
                                  .live_blocks = block_sites_live_blocks(sites),
                                  .is_peak = is_peak,
                                  .stack_ids = {changed.ids, count},
                                  .bytes = {changed.bytes, count},
                                  .blocks = {changed.blocks, count}};
    locks_release(LOCK_SITES);
    send_stacks(count);
    output_send(&process.output, RECORD_SAMPLE, &frame);
    sent += count;
  } while (count == FRAME_SITES);
  output_flush(&process.output);
  return sent;
}

/* Under LOCK_OUTPUT. */
static void take_sample(bool is_peak)
{
  const uint64_t now = now_ns(), cpu_ns = process_now_ns(CLOCK_THREAD_CPUTIME_ID);
  const uint64_t live_bytes = block_sites_live_bytes(sites);
  const uint64_t sent = send_sample(now - process.began_ns, is_peak);
  const uint64_t cost_ns = process_now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_ns;
  sample_plan_note(&plan, now, cost_ns, sent);
  if (is_peak)
    sample_plan_note_peak(&plan, cost_ns, live_bytes);
  due_ns = plan.due_ns;
}

static __attribute__((noinline)) void take_due_sample(void)
{
  locks_take(LOCK_OUTPUT);
  if (now_ns() >= due_ns)
    take_sample(false);
  locks_release(LOCK_OUTPUT);
}

static __attribute__((noinline)) void take_peak(void)
{
  uint64_t again_ns;
  locks_take(LOCK_OUTPUT);
  if (!sample_plan_allows_peak(&plan, now_ns(), &again_ns))
    peak_due_ns = again_ns;
  else if (block_sites_live_bytes(sites) > plan.peak_bytes)
    take_sample(true);
  locks_release(LOCK_OUTPUT);
}

/* --- blocks --- */

uint64_t growth_live_bytes(void)
{
  return block_sites_live_bytes(sites);
}

void growth_add(const struct live_block *block)
{
  locks_take(LOCK_SITES);
  block_sites_add(sites, block->stack_id, block->size_bytes, block->birth);
  locks_release(LOCK_SITES);
  if (now_ns() >= due_ns)
    take_due_sample();
}

/* Looked for under the same lock: otherwise several threads could get past the peak at once. */
static bool is_at_peak(uint64_t gone_bytes)
{
  const uint64_t live_bytes = block_sites_live_bytes(sites);
  return live_bytes >= growth_peaks.floor_bytes && peak_plan_is_peak(&growth_peaks, live_bytes, gone_bytes) &&
         peak_plan_is_worth(&growth_peaks, live_bytes, process_elapsed_ns(), false);
}

bool growth_remove(const struct live_block *block, uint64_t new_bytes, bool whatever_peak)
{
  if (block_sites_live_bytes(sites) > plan.peak_bytes && now_ns() >= peak_due_ns)
    take_peak();
  locks_take(LOCK_SITES);
  const bool is_peak = !whatever_peak && block->size_bytes > new_bytes && is_at_peak(block->size_bytes - new_bytes);
  if (!is_peak)
    block_sites_remove(sites, block->stack_id, block->size_bytes, block->birth, forks_births());
  locks_release(LOCK_SITES);
  return !is_peak;
}

void growth_keep(const struct live_block *block)
{
  locks_take(LOCK_SITES);
  block_sites_undo_remove(sites, block->stack_id, block->size_bytes, block->birth, forks_births());
  locks_release(LOCK_SITES);
}

void growth_resize(const struct live_block *block, uint64_t bytes)
{
  locks_take(LOCK_SITES);
  block_sites_resize(sites, block->stack_id, block->size_bytes, bytes);
  locks_release(LOCK_SITES);
}

/* Memory is taken before the lock is. */
bool growth_census(struct stack_census *census)
{
  if (!growth_is_counted)
    return false;
  const uint32_t limit = block_sites_limit(sites);
  stack_census_reserve(census, limit);
  locks_take(LOCK_SITES);
  for (uint32_t id = 0; id < limit; id++) {
    struct site_totals totals;
    if (block_sites_totals(sites, id, &totals))
      stack_census_set(census, id,
                       &(struct stack_counts){.bytes = totals.live_bytes,
                                              .blocks = totals.live_blocks,
                                              .total_bytes = totals.total_bytes,
                                              .total_blocks = totals.total_blocks});
  }
  locks_release(LOCK_SITES);
  return true;
}

/* --- the process --- */

void growth_begin(void)
{
  if (!process.settings.growth && !peak_plan_is_on(&growth_peaks))
    return;
  if (!sites) {
    sites = block_sites_create();
    changed.ids = env_map_pages(FRAME_SITES * sizeof(uint64_t));
    changed.bytes = env_map_pages(FRAME_SITES * sizeof(uint64_t));
    changed.blocks = env_map_pages(FRAME_SITES * sizeof(uint64_t));
  }
  block_sites_forget_taken(sites);
  sample_plan_begin(&plan, now_ns(), block_sites_live_bytes(sites));
  due_ns = process.settings.growth ? plan.due_ns : UINT64_MAX;
  peak_due_ns = process.settings.growth ? 0 : UINT64_MAX;
  growth_is_counted = true;
}

void growth_before_exec(void)
{
  if (!growth_is_counted || !process.settings.growth)
    return;
  struct watched_thread *const thread = watched_thread_begin();
  locks_take(LOCK_OUTPUT);
  take_sample(false);
  locks_release(LOCK_OUTPUT);
  watched_thread_end(thread);
}

static void send_site(stack_id id, const struct site_totals *totals, uint64_t live_lifetimes)
{
  walks_send(&process.output, id);
  output_send(&process.output, RECORD_SITE,
              &(struct record_site){.stack_id = id,
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
                                    .live_lifetimes = live_lifetimes});
}

/* How long the live blocks of each site have been there, added up by id; in pages. */
static uint64_t *add_up_ages(const struct blocks *blocks, size_t bytes)
{
  uint64_t *const ages = env_map_pages(bytes);
  for (block_id id = 1; id < blocks_limit(blocks); id++) {
    const struct block *const block = blocks_at(blocks, id);
    if (block->state == BLOCK_LIVE && block->alloc_stack_id < block_sites_limit(sites))
      ages[block->alloc_stack_id] += forks_births() - block->birth;
  }
  return ages;
}

void growth_end(const struct blocks *blocks)
{
  if (!growth_is_counted || !process.settings.growth)
    return;
  const size_t bytes = ((size_t)block_sites_limit(sites) + 1) * sizeof(uint64_t);
  take_sample(false);
  uint64_t *const ages = add_up_ages(blocks, bytes);
  for (uint32_t id = 0; id < block_sites_limit(sites); id++) {
    struct site_totals totals;
    if (block_sites_totals(sites, id, &totals))
      send_site(id, &totals, ages[id]);
  }
  env_unmap_pages(ages, bytes);
}

void growth_forget(void)
{
  growth_is_counted = false;
  if (sites)
    block_sites_destroy(sites);
  sites = NULL;
}
