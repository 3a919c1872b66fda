/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of the heap's view, part by part. */
#ifndef SEEP_HOST_HEAP_PAGE_HEAP_PAGE_DATA_H
#define SEEP_HOST_HEAP_PAGE_HEAP_PAGE_DATA_H

#include "host/heap/model/heap.h"
#include "host/model/findings/findings_frames.h"
#include "host/reports/page/page.h"

/* What a page can hold. */
enum {
  HEAP_PAGE_SITES = 20000,
  HEAP_PAGE_SITES_WITH_SOURCES = 2000,
  HEAP_PAGE_NAME_BYTES = 200,       /* of a site, type or root; stacks have them whole */
  HEAP_PAGE_FRAMES_BYTES = 4 << 20, /* of names; sites that come later have no stack */
  HEAP_PAGE_POINTS = 400,           /* samples that are shown */
  HEAP_PAGE_MARKS = 200,
  HEAP_PAGE_VALUES = 200000,        /* of all series */
  HEAP_PAGE_TREE = 3000,            /* nodes */
  HEAP_PAGE_GROUPS = 2000,          /* roots that are named */
  HEAP_PAGE_LINKS = 12000,
  HEAP_PAGE_PATHS = 1000,
};

struct heap_page {
  const struct heap *heap;
  struct page_frames *frames;
  struct findings_frames *named;
  const struct json_output *output;
  uint32_t site_count;            /* that are shown */
  uint32_t *group_numbers;        /* of the graph's groups in the page; UINT32_MAX: not shown yet */
  uint32_t *groups, group_count;  /* those that are shown */
};

/* The number of a group in the page, where it is named from now on; UINT32_MAX: there are too many. */
uint32_t heap_page_group(struct heap_page *html, uint32_t group);

/* UINT32_MAX becomes null. */
json_t *heap_page_number(uint32_t number);

/* --- values over time (host/heap/page/heap_page_series.c) --- */

/* Which samples are shown. */
struct heap_page_grid {
  size_t *points; /* ascending numbers of samples */
  size_t count;
};
void heap_page_grid_init(const struct growth *growth, struct heap_page_grid *ret);
void heap_page_grid_deinit(struct heap_page_grid *grid);

/* By site: at every how many steps of the grid it is shown. Sites share the room there is, and the largest are served
 * first. */
void heap_page_strides(const struct heap_page *html, const struct heap_page_grid *grid, uint32_t **ret);

/* The sample with most bytes; 0 when there is none. */
size_t heap_page_peak(const struct growth *growth);

/* Live bytes of a site (NULL: 0) at a sample. */
uint64_t heap_page_bytes_at(const struct growth_site *site, size_t point);

/* Changes of a site's bytes as [step, bytes, step, bytes, ...]. */
json_t *heap_page_series(const struct growth_site *site, const struct heap_page_grid *grid, uint32_t stride);

/* Members "samples", "clocks", "whole", "peak", "marks". */
void heap_page_write_samples(const struct heap_page *html, const struct heap_page_grid *grid);

/* --- who retains what (host/heap/page/heap_page_tree.c) --- */

/* Member "tree". */
void heap_page_write_tree(struct heap_page *html);

/* --- who points at what (host/heap/page/heap_page_links.c, host/heap/page/heap_page_paths.c) --- */

/* Members "links" and "link_count". */
void heap_page_write_links(struct heap_page *html);

/* Member "paths". */
void heap_page_write_paths(struct heap_page *html);

/* Sites by number, groups as negative ones from -1 on; null: not shown. */
json_t *heap_page_site_node(const struct heap_page *html, uint32_t site);
json_t *heap_page_group_node(struct heap_page *html, uint32_t group);

#endif
