/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One plane of the shadow: a large range of host addresses of which only some pages are present. An absent page stands
 * for all ones. Presence is kept for groups of 64 pages, and for single pages where a group is mixed; these tables lie
 * in chunks, of which there is one wherever a page ever was present. All addresses here are host addresses. */
#ifndef SEEP_MEMCHECK_PURE_SHADOW_SHADOW_PAGES_H
#define SEEP_MEMCHECK_PURE_SHADOW_SHADOW_PAGES_H

#include <stdbool.h>
#include <stdint.h>

enum {
  PLANE_PAGE_BYTES = 4096,
  PLANE_GROUP_PAGES = 64,
  PLANE_GROUP_BYTES = PLANE_PAGE_BYTES * PLANE_GROUP_PAGES,
  PLANE_CHUNK_GROUPS = 1 << 16, /* 16 GiB */
  PLANE_CHUNKS_MAX = 2113,
};

struct plane_chunk {
  uint64_t some[PLANE_CHUNK_GROUPS / 64]; /* a bit per group: some page of it is present */
  uint64_t all[PLANE_CHUNK_GROUPS / 64];  /* a bit per group: every page of it is */
  uint64_t pages[PLANE_CHUNK_GROUPS];     /* a word per group, valid where it is mixed: a bit per page */
};

struct plane {
  uint64_t base;      /* of the first group */
  uint64_t end;       /* after the last page */
  uint64_t neighbourhood_bytes; /* that a fault fills, at least */
  uint64_t mappings, mappings_max; /* made since they were counted; when to count them next */
  uint64_t busy_start, busy_end;   /* being made present for a caller: not to be swept */
  struct plane_chunk
    *chunks[PLANE_CHUNKS_MAX]; /* one that all share, and nobody changes, where nothing ever was present */
};

/* A plane that is absent throughout; `base` is aligned to a group. */
void plane_init(struct plane *plane, uint64_t base, uint64_t end);
void plane_release(struct plane *plane);

/* Is the page of the address present? */
static inline bool plane_has(const struct plane *plane, uint64_t address)
{
  const uint64_t page = (address - plane->base) / PLANE_PAGE_BYTES, group = page / PLANE_GROUP_PAGES;
  const struct plane_chunk *chunk = plane->chunks[group / PLANE_CHUNK_GROUPS];
  const uint64_t in_chunk = group % PLANE_CHUNK_GROUPS, bit = UINT64_C(1) << (group % 64);
  if (chunk->all[in_chunk / 64] & bit)
    return true;
  return (chunk->some[in_chunk / 64] & bit) && (chunk->pages[in_chunk] >> (page % PLANE_GROUP_PAGES) & 1);
}

/* Is the page of `start` present? Sets *ret_end to where that changes, `end` at most. */
bool plane_run(const struct plane *plane, uint64_t start, uint64_t end, uint64_t *ret_end);

/* Set bytes to all ones. Whole pages are given back to the system when they are `release_bytes` together. */
void plane_fill_ones(struct plane *plane, uint64_t start, uint64_t end, uint64_t release_bytes);
/* Set bytes to zero. Whole groups come fresh from the system. */
void plane_fill_zero(struct plane *plane, uint64_t start, uint64_t end);

/* Give whole pages [to, to + bytes) what [from, from + bytes) holds, and leave there something undetermined. They do
 * not overlap. Cheap for pages that were never touched. [to + bytes, to + to_bytes) is all ones, and stays so. */
void plane_move(struct plane *plane, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes);

/* Make the pages of the bytes present. */
void plane_make_present(struct plane *plane, uint64_t start, uint64_t end);

/* Make the page of a fault present, and absent ones around it; false: it was. */
bool plane_resolve_fault(struct plane *plane, uint64_t address);

/* How much memory its pages take. */
uint64_t plane_mapped_bytes(const struct plane *plane);

/* Do the tables of presence agree? */
bool plane_is_valid(const struct plane *plane);

#endif
