/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Large ranges are set by mapping and unmapping whole groups, small ones by touching bytes: system calls are dear, and
 * so is filling a page again that was given back a moment ago.
 *
 * The kernel allows a process some 65,000 mappings. Each island of present pages is one, so islands are counted now and
 * then; when there are too many, pages that became all ones again are given back, and later faults fill larger
 * neighbourhoods, so that islands grow together. */
#include "memcheck/pure/shadow/shadow_pages.h"

#include "memcheck/pure/base/bits.h"
#include "memcheck/pure/base/env.h"

enum {
  NEIGHBOURHOOD_BYTES = 16 << 10,
  NEIGHBOURHOOD_BYTES_MAX = 1 << 20,
  NEIGHBOURHOOD_GROWTH = 4, /* when islands are too many, and next to present pages */
  ISLANDS_MAX = 12000,
};

/* What stands for chunks that there are not. */
static struct plane_chunk nothing_present;

static uint64_t page_count(const struct plane *plane)
{
  return (plane->end - plane->base) / PLANE_PAGE_BYTES;
}

static uint64_t group_count(const struct plane *plane)
{
  return page_count(plane) / PLANE_GROUP_PAGES + 1;
}

static uint64_t chunk_count(const struct plane *plane)
{
  return (group_count(plane) + PLANE_CHUNK_GROUPS - 1) / PLANE_CHUNK_GROUPS;
}

void plane_init(struct plane *plane, uint64_t base, uint64_t end)
{
  ENV_ASSERT(base % PLANE_GROUP_BYTES == 0 && end % PLANE_PAGE_BYTES == 0);
  plane->base = base;
  plane->end = end;
  ENV_ASSERT(chunk_count(plane) <= PLANE_CHUNKS_MAX);
  for (uint64_t i = 0; i < chunk_count(plane); i++)
    plane->chunks[i] = &nothing_present;
  plane->neighbourhood_bytes = NEIGHBOURHOOD_BYTES;
  plane->mappings = 0;
  plane->mappings_max = ISLANDS_MAX;
  plane->busy_start = plane->busy_end = 0;
}

static bool has_chunk(const struct plane *plane, uint64_t index)
{
  return plane->chunks[index] != &nothing_present;
}

/* To be changed. */
static struct plane_chunk *make_chunk(struct plane *plane, uint64_t index)
{
  if (!has_chunk(plane, index)) {
    struct plane_chunk *chunk = env_map_pages(sizeof *chunk);
    if (!chunk)
      env_out_of_memory("shadow memory", sizeof *chunk);
    plane->chunks[index] = chunk;
  }
  return plane->chunks[index];
}

void plane_release(struct plane *plane)
{
  const uint64_t bytes = (uint64_t)PLANE_CHUNK_GROUPS * PLANE_GROUP_BYTES;
  for (uint64_t i = 0; i < chunk_count(plane); i++)
    if (has_chunk(plane, i)) {
      const uint64_t start = plane->base + i * bytes;
      env_unmap_pages_at(start, plane->end - start < bytes ? plane->end - start : bytes);
      env_unmap_pages(plane->chunks[i], sizeof *plane->chunks[i]);
    }
}

/* --- presence --- */

static bool get_bit(const uint64_t *bits, uint64_t index)
{
  return bits[index / 64] >> (index % 64) & 1;
}

static void set_bits(uint64_t *bits, uint64_t start, uint64_t end, bool value)
{
  while (start < end) {
    uint64_t in_word = end - start < 64 - start % 64 ? end - start : 64 - start % 64;
    uint64_t mask = bits_between(start % 64, start % 64 + in_word);
    if (value)
      bits[start / 64] |= mask;
    else if (bits[start / 64] & mask)
      bits[start / 64] &= ~mask;
    start += in_word;
  }
}

/* The pages of a group as a mask. */
static uint64_t group_mask(const struct plane *plane, uint64_t group)
{
  const struct plane_chunk *chunk = plane->chunks[group / PLANE_CHUNK_GROUPS];
  const uint64_t in_chunk = group % PLANE_CHUNK_GROUPS;
  if (get_bit(chunk->all, in_chunk))
    return ~UINT64_C(0);
  return get_bit(chunk->some, in_chunk) ? chunk->pages[in_chunk] : 0;
}

static void set_group_mask(struct plane *plane, uint64_t group, uint64_t mask)
{
  if (mask == 0 && !has_chunk(plane, group / PLANE_CHUNK_GROUPS))
    return;
  struct plane_chunk *chunk = make_chunk(plane, group / PLANE_CHUNK_GROUPS);
  const uint64_t in_chunk = group % PLANE_CHUNK_GROUPS;
  set_bits(chunk->some, in_chunk, in_chunk + 1, mask != 0);
  set_bits(chunk->all, in_chunk, in_chunk + 1, mask == ~UINT64_C(0));
  if (mask != 0 && mask != ~UINT64_C(0))
    chunk->pages[in_chunk] = mask;
}

/* Whole groups [start, end). */
static void mark_groups(struct plane *plane, uint64_t start, uint64_t end, bool present)
{
  for (uint64_t stop; start < end; start = stop) {
    const uint64_t index = start / PLANE_CHUNK_GROUPS, first = index * PLANE_CHUNK_GROUPS;
    stop = end < first + PLANE_CHUNK_GROUPS ? end : first + PLANE_CHUNK_GROUPS;
    if (!present && !has_chunk(plane, index))
      continue;
    struct plane_chunk *chunk = make_chunk(plane, index);
    set_bits(chunk->some, start - first, stop - first, present);
    set_bits(chunk->all, start - first, stop - first, present);
  }
}

static void mark_part(struct plane *plane, uint64_t group, uint64_t start, uint64_t end, bool present)
{
  uint64_t mask = group_mask(plane, group);
  set_bits(&mask, start, end, present);
  set_group_mask(plane, group, mask);
}

/* Pages [start, end), by their numbers. */
static void mark_pages(struct plane *plane, uint64_t start, uint64_t end, bool present)
{
  if (start < end && start % PLANE_GROUP_PAGES != 0) {
    uint64_t group = start / PLANE_GROUP_PAGES, group_end = (group + 1) * PLANE_GROUP_PAGES;
    uint64_t stop = end < group_end ? end : group_end;
    mark_part(plane, group, start % PLANE_GROUP_PAGES, stop - group * PLANE_GROUP_PAGES, present);
    start = stop;
  }
  uint64_t first = start / PLANE_GROUP_PAGES, last = end / PLANE_GROUP_PAGES;
  if (first < last) {
    mark_groups(plane, first, last, present);
    start = last * PLANE_GROUP_PAGES;
  }
  if (start < end)
    mark_part(plane, last, 0, end % PLANE_GROUP_PAGES, present);
}

/* The first group in [group, end) that has a page of the other presence; `end` when there is none. */
static uint64_t next_group_with(const struct plane *plane, uint64_t group, uint64_t end, bool present)
{
  while (group < end) {
    const uint64_t index = group / PLANE_CHUNK_GROUPS, in_chunk = group % PLANE_CHUNK_GROUPS;
    if (present && !has_chunk(plane, index)) {
      group = (index + 1) * PLANE_CHUNK_GROUPS;
      continue;
    }
    const struct plane_chunk *chunk = plane->chunks[index];
    uint64_t word = present ? chunk->some[in_chunk / 64] : ~chunk->all[in_chunk / 64];
    word >>= group % 64;
    if (word != 0) {
      group += (uint64_t)__builtin_ctzll(word);
      return group < end ? group : end;
    }
    group = (group / 64 + 1) * 64;
  }
  return end;
}

/* The first page in [page, end) that is present, or absent. */
static uint64_t next_page(const struct plane *plane, uint64_t page, uint64_t end, bool present)
{
  uint64_t group_end = (end + PLANE_GROUP_PAGES - 1) / PLANE_GROUP_PAGES;
  while (page < end) {
    uint64_t group = next_group_with(plane, page / PLANE_GROUP_PAGES, group_end, present);
    if (group * PLANE_GROUP_PAGES > page)
      page = group * PLANE_GROUP_PAGES;
    if (page >= end)
      return end;
    uint64_t mask = group_mask(plane, group);
    mask = (present ? mask : ~mask) >> (page % PLANE_GROUP_PAGES);
    if (mask != 0) {
      page += (uint64_t)__builtin_ctzll(mask);
      return page < end ? page : end;
    }
    page = (group + 1) * PLANE_GROUP_PAGES;
  }
  return end;
}

static uint64_t page_of(const struct plane *plane, uint64_t address)
{
  return (address - plane->base) / PLANE_PAGE_BYTES;
}

static uint64_t address_of(const struct plane *plane, uint64_t page)
{
  return plane->base + page * PLANE_PAGE_BYTES;
}

bool plane_run(const struct plane *plane, uint64_t start, uint64_t end, uint64_t *ret_end)
{
  bool present = plane_has(plane, start);
  uint64_t last = page_of(plane, end - 1) + 1;
  uint64_t stop = address_of(plane, next_page(plane, page_of(plane, start) + 1, last, !present));
  *ret_end = stop < end ? stop : end;
  return present;
}

/* --- giving back --- */

static bool is_sweepable(const struct plane *plane, uint64_t address)
{
  if (address >= plane->busy_start && address < plane->busy_end)
    return false;
  const uint64_t *words = (const uint64_t *)address;
  for (unsigned i = 0; i < PLANE_PAGE_BYTES / sizeof *words; i++)
    if (words[i] != ~UINT64_C(0))
      return false;
  return true;
}

static void sweep_group(struct plane *plane, uint64_t group)
{
  uint64_t mask = group_mask(plane, group), first = group * PLANE_GROUP_PAGES;
  for (uint64_t page = 0, end; page < PLANE_GROUP_PAGES; page = end + 1) {
    for (end = page;
         end < PLANE_GROUP_PAGES && (mask >> end & 1) && is_sweepable(plane, address_of(plane, first + end));)
      end++;
    if (page < end && env_unmap_pages_at(address_of(plane, first + page), (end - page) * PLANE_PAGE_BYTES))
      mark_pages(plane, first + page, first + end, false);
  }
}

/* Groups that are whole are no islands, and may be large and never touched: they are left alone. */
static void sweep(struct plane *plane)
{
  uint64_t end = group_count(plane);
  for (uint64_t group = next_group_with(plane, 0, end, true); group < end;
       group = next_group_with(plane, group + 1, end, true))
    if (group_mask(plane, group) != ~UINT64_C(0))
      sweep_group(plane, group);
}

/* --- mapping --- */

static uint64_t count_islands(const struct plane *plane)
{
  uint64_t count = 0, end = page_count(plane);
  for (uint64_t page = next_page(plane, 0, end, true); page < end; count++)
    page = next_page(plane, next_page(plane, page, end, false), end, true);
  return count;
}

/* Before a mapping is made: see that there do not become too many. */
static void note_mapping(struct plane *plane)
{
  if (++plane->mappings < plane->mappings_max)
    return;
  plane->mappings = 0;
  if (count_islands(plane) > ISLANDS_MAX / 2)
    sweep(plane);
  uint64_t islands = count_islands(plane);
  if (islands > ISLANDS_MAX / 2 && plane->neighbourhood_bytes < NEIGHBOURHOOD_BYTES_MAX)
    plane->neighbourhood_bytes *= NEIGHBOURHOOD_GROWTH;
  plane->mappings_max = islands < ISLANDS_MAX / 2 ? ISLANDS_MAX - islands : ISLANDS_MAX / 2;
}

/* Fresh zero pages in place of what was there. */
static void map_pages(struct plane *plane, uint64_t start, uint64_t end, bool populate)
{
  uint64_t address = address_of(plane, start), bytes = (end - start) * PLANE_PAGE_BYTES;
  note_mapping(plane);
  if (!env_map_pages_at(address, bytes, populate)) {
    sweep(plane);
    if (!env_map_pages_at(address, bytes, populate))
      env_out_of_memory("shadow memory", bytes);
  }
  mark_pages(plane, start, end, true);
}

static void set_present_bytes(struct plane *plane, uint64_t start, uint64_t end, int value)
{
  for (uint64_t stop; start < end; start = stop)
    if (plane_run(plane, start, end, &stop))
      memset((void *)start, value, stop - start);
}

/* What is present of these pages goes; when the kernel refuses, as that would cut a mapping in two, it is filled. */
static void unmap_pages(struct plane *plane, uint64_t start, uint64_t end)
{
  if (next_page(plane, start, end, true) == end)
    return;
  uint64_t address = address_of(plane, start), bytes = (end - start) * PLANE_PAGE_BYTES;
  note_mapping(plane);
  if (env_unmap_pages_at(address, bytes))
    mark_pages(plane, start, end, false);
  else
    set_present_bytes(plane, address, address + bytes, 0xff);
}

/* Make absent pages present, full of ones. */
static void fill_absent(struct plane *plane, uint64_t start, uint64_t end)
{
  for (uint64_t page = next_page(plane, start, end, false); page < end;) {
    uint64_t stop = next_page(plane, page, end, true);
    map_pages(plane, page, stop, true);
    memset((void *)address_of(plane, page), 0xff, (stop - page) * PLANE_PAGE_BYTES);
    page = next_page(plane, stop, end, false);
  }
}

/* The aligned stretch of pages around a page, as [*start, *end). */
static void stretch_around(const struct plane *plane, uint64_t page, uint64_t pages, uint64_t *start, uint64_t *end)
{
  uint64_t limit = page_count(plane);
  *start = page / pages * pages;
  *end = *start + pages < limit ? *start + pages : limit;
}

static bool has_page(const struct plane *plane, uint64_t page)
{
  return page < page_count(plane) && plane_has(plane, address_of(plane, page));
}

/* Like fill_absent(), and what lies around: more of it when memory seems to be used in sequence. */
static void fill_neighbourhood(struct plane *plane, uint64_t address)
{
  uint64_t pages = plane->neighbourhood_bytes / PLANE_PAGE_BYTES, page = page_of(plane, address), start, end;
  stretch_around(plane, page, pages, &start, &end);
  if ((start > 0 && has_page(plane, start - 1)) || has_page(plane, end))
    stretch_around(plane, page, pages * NEIGHBOURHOOD_GROWTH, &start, &end);
  fill_absent(plane, start, end);
}

static void set_busy(struct plane *plane, uint64_t start, uint64_t end)
{
  plane->busy_start = start / PLANE_PAGE_BYTES * PLANE_PAGE_BYTES;
  plane->busy_end = end;
}

void plane_make_present(struct plane *plane, uint64_t start, uint64_t end)
{
  set_busy(plane, start, end);
  for (uint64_t stop; start < end; start = stop)
    if (!plane_run(plane, start, end, &stop)) {
      fill_neighbourhood(plane, start);
      fill_absent(plane, page_of(plane, start), page_of(plane, stop - 1) + 1);
    }
}

bool plane_resolve_fault(struct plane *plane, uint64_t address)
{
  if (plane_has(plane, address))
    return false;
  fill_neighbourhood(plane, address);
  return true;
}

/* --- filling --- */

static uint64_t group_at_or_after(const struct plane *plane, uint64_t address)
{
  return (address - plane->base + PLANE_GROUP_BYTES - 1) / PLANE_GROUP_BYTES;
}

static uint64_t group_before(const struct plane *plane, uint64_t address)
{
  return (address - plane->base) / PLANE_GROUP_BYTES;
}

void plane_fill_ones(struct plane *plane, uint64_t start, uint64_t end, uint64_t release_bytes)
{
  uint64_t whole = (start + PLANE_PAGE_BYTES - 1) / PLANE_PAGE_BYTES * PLANE_PAGE_BYTES;
  uint64_t whole_end = end / PLANE_PAGE_BYTES * PLANE_PAGE_BYTES;
  if (whole_end < whole + release_bytes) {
    set_present_bytes(plane, start, end, 0xff);
    return;
  }
  set_present_bytes(plane, start, whole, 0xff);
  unmap_pages(plane, page_of(plane, whole), page_of(plane, whole_end));
  set_present_bytes(plane, whole_end, end, 0xff);
}

/* Bytes of absent pages. Pages around are left absent when there are whole ones among them: what follows is then likely
 * to be mapped whole as well. Fresh pages are not touched. */
static void fill_absent_zero(struct plane *plane, uint64_t start, uint64_t end)
{
  uint64_t first = page_of(plane, start + PLANE_PAGE_BYTES - 1), last = page_of(plane, end);
  if (first >= last) {
    plane_make_present(plane, start, end);
    memset((void *)start, 0, end - start);
    return;
  }
  map_pages(plane, first, last, false);
  set_busy(plane, start, end);
  fill_absent(plane, page_of(plane, start), page_of(plane, end - 1) + 1);
  memset((void *)start, 0, address_of(plane, first) - start);
  memset((void *)address_of(plane, last), 0, end - address_of(plane, last));
}

/* Less than a group. */
static void fill_zero_small(struct plane *plane, uint64_t start, uint64_t end)
{
  for (uint64_t stop; start < end; start = stop)
    if (plane_run(plane, start, end, &stop))
      memset((void *)start, 0, stop - start);
    else
      fill_absent_zero(plane, start, stop);
}

void plane_fill_zero(struct plane *plane, uint64_t start, uint64_t end)
{
  uint64_t first = group_at_or_after(plane, start), last = group_before(plane, end);
  if (first >= last) {
    fill_zero_small(plane, start, end);
    return;
  }
  uint64_t whole = plane->base + first * PLANE_GROUP_BYTES, whole_end = plane->base + last * PLANE_GROUP_BYTES;
  map_pages(plane, first * PLANE_GROUP_PAGES, last * PLANE_GROUP_PAGES, false);
  fill_zero_small(plane, start, whole);
  fill_zero_small(plane, whole_end, end);
}

/* --- moving --- */

static bool move_pages(struct plane *plane, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes)
{
  note_mapping(plane);
  const bool has_moved = env_move_pages_at(to, to_bytes, from, bytes);
  if (has_moved)
    mark_pages(plane, page_of(plane, from), page_of(plane, from + bytes), false);
  mark_pages(plane, page_of(plane, to), page_of(plane, to + to_bytes), has_moved);
  return has_moved;
}

static void move_or_copy(struct plane *plane, uint64_t to, uint64_t from, uint64_t bytes)
{
  if (plane_has(plane, from) && move_pages(plane, to, bytes, from, bytes))
    return;
  plane_make_present(plane, to, to + bytes);
  for (uint64_t page = 0; page < bytes; page += PLANE_PAGE_BYTES)
    if (plane_has(plane, from + page))
      memcpy((void *)(to + page), (const void *)(from + page), PLANE_PAGE_BYTES);
    else
      memset((void *)(to + page), 0xff, PLANE_PAGE_BYTES);
}

/* The kernel moves only what is one mapping to it, which a run of present pages need not be. */
static void move_run(struct plane *plane, uint64_t to, uint64_t from, uint64_t bytes)
{
  if (move_pages(plane, to, bytes, from, bytes))
    return;
  for (uint64_t done = 0, step; done < bytes; done += step) {
    step = bytes - done < PLANE_GROUP_BYTES ? bytes - done : PLANE_GROUP_BYTES;
    move_or_copy(plane, to + done, from + done, step);
  }
}

/* All of it is present, and will move again with what is made present behind it: let that be one mapping. */
static bool move_growing(struct plane *plane, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes)
{
  uint64_t stop;
  if (to_bytes <= bytes || to_bytes - bytes > PLANE_GROUP_BYTES || bytes < PLANE_GROUP_BYTES ||
      !plane_run(plane, from, from + bytes, &stop) || stop < from + bytes ||
      !move_pages(plane, to, to_bytes, from, bytes))
    return false;
  memset((void *)(to + bytes), 0xff, to_bytes - bytes);
  return true;
}

void plane_move(struct plane *plane, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes)
{
  if (move_growing(plane, to, to_bytes, from, bytes))
    return;
  uint64_t end = from + bytes;
  for (uint64_t at = from, stop; at < end; at = stop)
    if (plane_run(plane, at, end, &stop))
      move_run(plane, to + (at - from), at, stop - at);
    else
      unmap_pages(plane, page_of(plane, to + (at - from)), page_of(plane, to + (stop - from)));
}

uint64_t plane_mapped_bytes(const struct plane *plane)
{
  uint64_t pages = 0, end = page_count(plane);
  for (uint64_t page = next_page(plane, 0, end, true); page < end;) {
    uint64_t stop = next_page(plane, page, end, false);
    pages += stop - page;
    page = next_page(plane, stop, end, true);
  }
  return pages * PLANE_PAGE_BYTES;
}

/* --- invariants --- */

static bool chunk_is_valid(const struct plane_chunk *chunk)
{
  for (uint64_t word = 0; word < PLANE_CHUNK_GROUPS / 64; word++) {
    if (chunk->all[word] & ~chunk->some[word])
      return false;
    for (uint64_t mixed = chunk->some[word] & ~chunk->all[word]; mixed; mixed &= mixed - 1) {
      const uint64_t pages = chunk->pages[word * 64 + (uint64_t)__builtin_ctzll(mixed)];
      if (pages == 0 || pages == ~UINT64_C(0))
        return false;
    }
  }
  return true;
}

bool plane_is_valid(const struct plane *plane)
{
  for (uint64_t i = 0; i < chunk_count(plane); i++)
    if (has_chunk(plane, i) && !chunk_is_valid(plane->chunks[i]))
      return false;
  return next_page(plane, page_count(plane), group_count(plane) * PLANE_GROUP_PAGES, true) ==
         group_count(plane) * PLANE_GROUP_PAGES;
}
