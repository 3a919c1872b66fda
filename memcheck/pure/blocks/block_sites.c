/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an allocation and a free touch of a site fits into one cache line; the rest lies in a second table, and is
 * touched at a site's first block, at its peaks, and once between two samples.
 *
 * A site's peak is noticed when it is over: at the first block that goes. */
#include "memcheck/pure/blocks/block_sites.h"

#include "memcheck/pure/base/env.h"

enum {
  SEGMENT_BITS = 12, /* sites are mapped by the segment, as their stacks are found */
  SEGMENT_SITES = 1 << SEGMENT_BITS,
  SEGMENT_COUNT = 1 << (32 - SEGMENT_BITS),
};

struct site {
  uint64_t total_bytes, total_blocks;
  uint64_t live_bytes, peak_bytes;
  uint64_t freed_lifetimes;
  uint64_t short_bytes;
  uint32_t live_blocks, short_blocks;
  uint64_t last_allocation : BLOCK_SITES_TIME_BITS;
  uint64_t is_changed : 1;
};

_Static_assert(sizeof(struct site) == 64, "a site is a cache line");

struct site_rest {
  uint64_t first_allocation;
  uint64_t taken_bytes;
  uint32_t taken_blocks;
  uint32_t peak_blocks;
  uint32_t short_carries; /* of short_blocks */
  uint32_t next_changed;
};

struct segment {
  struct site sites[SEGMENT_SITES];
  struct site_rest rests[SEGMENT_SITES];
};

/* What is counted of sites on request only: items that are all zeros until they are made, in segments of
 * SEGMENT_SITES. */
struct extras {
  unsigned char **segments; /* SEGMENT_COUNT; NULL: nothing was counted */
};

struct sites {
  struct segment **segments; /* SEGMENT_COUNT */
  struct extras accesses;    /* struct site_accesses */
  struct extras frees;       /* struct site_frees */
  uint64_t live_bytes, live_blocks;
  uint32_t first_changed;    /* one more than the id; 0: none has changed */
  uint32_t limit;
};

struct sites *block_sites_create(void)
{
  struct sites *sites = env_allocate("sites", sizeof *sites);
  memset(sites, 0, sizeof *sites);
  sites->segments = env_map_sparse(SEGMENT_COUNT * sizeof *sites->segments);
  return sites;
}

static void *extras_find(const struct extras *extras, uint32_t id, size_t item_bytes)
{
  unsigned char *segment = extras->segments ? extras->segments[id >> SEGMENT_BITS] : NULL;
  return segment ? segment + (id & (SEGMENT_SITES - 1)) * item_bytes : NULL;
}

static void *extras_make(struct extras *extras, uint32_t id, size_t item_bytes)
{
  if (!extras->segments)
    extras->segments = env_map_sparse(SEGMENT_COUNT * sizeof *extras->segments);
  if (!extras->segments[id >> SEGMENT_BITS])
    extras->segments[id >> SEGMENT_BITS] = env_map_pages(SEGMENT_SITES * item_bytes);
  return extras_find(extras, id, item_bytes);
}

static void extras_release(const struct extras *extras, size_t item_bytes)
{
  if (!extras->segments)
    return;
  for (uint32_t i = 0; i < SEGMENT_COUNT; i++)
    if (extras->segments[i])
      env_unmap_pages(extras->segments[i], SEGMENT_SITES * item_bytes);
  env_unmap_sparse(extras->segments, SEGMENT_COUNT * sizeof *extras->segments);
}

void block_sites_destroy(struct sites *sites)
{
  for (uint32_t i = 0; i < SEGMENT_COUNT; i++)
    if (sites->segments[i])
      env_unmap_pages(sites->segments[i], sizeof **sites->segments);
  env_unmap_sparse(sites->segments, SEGMENT_COUNT * sizeof *sites->segments);
  extras_release(&sites->accesses, sizeof(struct site_accesses));
  extras_release(&sites->frees, sizeof(struct site_frees));
  env_free(sites);
}

static struct segment *segment_of(const struct sites *sites, uint32_t id)
{
  return sites->segments[id >> SEGMENT_BITS];
}

static struct site *site_at(const struct sites *sites, uint32_t id)
{
  return &segment_of(sites, id)->sites[id & (SEGMENT_SITES - 1)];
}

static struct site_rest *rest_at(const struct sites *sites, uint32_t id)
{
  return &segment_of(sites, id)->rests[id & (SEGMENT_SITES - 1)];
}

static void note_change(struct sites *sites, uint32_t id, struct site *site)
{
  if (site->is_changed)
    return;
  site->is_changed = true;
  rest_at(sites, id)->next_changed = sites->first_changed;
  sites->first_changed = id + 1;
}

/* --- blocks come and go --- */

static void begin_site(struct sites *sites, uint32_t id, uint64_t now)
{
  rest_at(sites, id)->first_allocation = now;
  if (id >= sites->limit)
    sites->limit = id + 1;
}

void block_sites_add(struct sites *sites, uint32_t id, uint64_t bytes, uint64_t now)
{
  if (!segment_of(sites, id))
    sites->segments[id >> SEGMENT_BITS] = env_map_pages(sizeof **sites->segments);
  struct site *site = site_at(sites, id);
  if (site->total_blocks++ == 0)
    begin_site(sites, id, now);
  site->total_bytes += bytes;
  site->live_bytes += bytes;
  site->live_blocks++;
  site->last_allocation = now & ((UINT64_C(1) << BLOCK_SITES_TIME_BITS) - 1);
  sites->live_bytes += bytes;
  sites->live_blocks++;
  note_change(sites, id, site);
}

static void note_peak(struct sites *sites, uint32_t id, struct site *site)
{
  if (site->live_bytes <= site->peak_bytes)
    return;
  site->peak_bytes = site->live_bytes;
  rest_at(sites, id)->peak_blocks = site->live_blocks;
}

void block_sites_remove(struct sites *sites, uint32_t id, uint64_t bytes, uint64_t birth, uint64_t now)
{
  struct site *site = site_at(sites, id);
  note_peak(sites, id, site);
  site->live_bytes -= bytes;
  site->live_blocks--;
  site->freed_lifetimes += now - birth;
  if (now - birth < BLOCK_SITES_SHORT_ALLOCATIONS) {
    site->short_bytes += bytes;
    if (++site->short_blocks == 0)
      rest_at(sites, id)->short_carries++;
  }
  sites->live_bytes -= bytes;
  sites->live_blocks--;
  note_change(sites, id, site);
}

void block_sites_undo_remove(struct sites *sites, uint32_t id, uint64_t bytes, uint64_t birth, uint64_t now)
{
  struct site *site = site_at(sites, id);
  site->live_bytes += bytes;
  site->live_blocks++;
  site->freed_lifetimes -= now - birth;
  if (now - birth < BLOCK_SITES_SHORT_ALLOCATIONS) {
    site->short_bytes -= bytes;
    if (site->short_blocks-- == 0)
      rest_at(sites, id)->short_carries--;
  }
  sites->live_bytes += bytes;
  sites->live_blocks++;
}

void block_sites_resize(struct sites *sites, uint32_t id, uint64_t old_bytes, uint64_t new_bytes)
{
  struct site *site = site_at(sites, id);
  note_peak(sites, id, site);
  site->live_bytes += new_bytes - old_bytes;
  sites->live_bytes += new_bytes - old_bytes;
  if (new_bytes > old_bytes)
    site->total_bytes += new_bytes - old_bytes;
  note_change(sites, id, site);
}

struct site_accesses *block_sites_accesses(struct sites *sites, uint32_t id)
{
  return extras_make(&sites->accesses, id, sizeof(struct site_accesses));
}

void block_sites_note_freed(struct sites *sites, uint32_t id, uint64_t bytes)
{
  struct site_frees *frees = extras_make(&sites->frees, id, sizeof *frees);
  frees->bytes += bytes;
  frees->blocks++;
  if (id >= sites->limit)
    sites->limit = id + 1;
}

struct site_frees block_sites_frees(const struct sites *sites, uint32_t id)
{
  const struct site_frees *frees = extras_find(&sites->frees, id, sizeof *frees);
  return frees ? *frees : (struct site_frees){0};
}

uint64_t block_sites_live_bytes(const struct sites *sites)
{
  return sites->live_bytes;
}

uint64_t block_sites_live_blocks(const struct sites *sites)
{
  return sites->live_blocks;
}

/* --- what has changed --- */

size_t block_sites_take_changed(struct sites *sites, size_t capacity, uint64_t *ret_ids, uint64_t *ret_bytes,
                          uint64_t *ret_blocks)
{
  size_t count = 0;
  while (sites->first_changed && count < capacity) {
    const uint32_t id = sites->first_changed - 1;
    struct site *site = site_at(sites, id);
    struct site_rest *rest = rest_at(sites, id);
    sites->first_changed = rest->next_changed;
    site->is_changed = false;
    if (rest->taken_bytes == site->live_bytes && rest->taken_blocks == site->live_blocks)
      continue;
    rest->taken_bytes = site->live_bytes;
    rest->taken_blocks = site->live_blocks;
    ret_ids[count] = id;
    ret_bytes[count] = site->live_bytes;
    ret_blocks[count++] = site->live_blocks;
  }
  return count;
}

void block_sites_forget_taken(struct sites *sites)
{
  for (uint32_t id = 0; id < sites->limit; id++) {
    if (!segment_of(sites, id) || site_at(sites, id)->total_blocks == 0)
      continue;
    rest_at(sites, id)->taken_bytes = rest_at(sites, id)->taken_blocks = 0;
    note_change(sites, id, site_at(sites, id));
  }
}

/* --- totals --- */

uint32_t block_sites_limit(const struct sites *sites)
{
  return sites->limit;
}

bool block_sites_totals(const struct sites *sites, uint32_t id, struct site_totals *ret)
{
  if (id >= sites->limit || !segment_of(sites, id) || site_at(sites, id)->total_blocks == 0)
    return false;
  const struct site *site = site_at(sites, id);
  const struct site_rest *rest = rest_at(sites, id);
  const bool is_at_peak = site->live_bytes > site->peak_bytes;
  *ret = (struct site_totals){
    .total_bytes = site->total_bytes,
    .total_blocks = site->total_blocks,
    .peak_bytes = is_at_peak ? site->live_bytes : site->peak_bytes,
    .peak_blocks = is_at_peak ? site->live_blocks : rest->peak_blocks,
    .live_bytes = site->live_bytes,
    .live_blocks = site->live_blocks,
    .freed_lifetimes = site->freed_lifetimes,
    .short_blocks = (uint64_t)rest->short_carries << 32 | site->short_blocks,
    .short_bytes = site->short_bytes,
    .first_allocation = rest->first_allocation,
    .last_allocation = site->last_allocation,
  };
  const struct site_accesses *accesses = extras_find(&sites->accesses, id, sizeof(struct site_accesses));
  if (accesses)
    ret->accesses = *accesses;
  return true;
}

bool block_sites_is_valid(const struct sites *sites)
{
  uint64_t bytes = 0, blocks = 0, changed = 0;
  for (uint32_t id = 0; id < sites->limit; id++) {
    struct site_totals totals;
    if (!block_sites_totals(sites, id, &totals))
      continue;
    bytes += totals.live_bytes;
    blocks += totals.live_blocks;
    changed += site_at(sites, id)->is_changed;
    if (totals.live_blocks > totals.total_blocks || totals.first_allocation > totals.last_allocation)
      return false;
  }
  for (uint32_t next = sites->first_changed; next && changed; changed--) {
    if (!site_at(sites, next - 1)->is_changed)
      return false;
    next = rest_at(sites, next - 1)->next_changed;
  }
  return bytes == sites->live_bytes && blocks == sites->live_blocks && changed == 0;
}
