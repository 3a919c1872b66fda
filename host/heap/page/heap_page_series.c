/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart is some hundred pixels wide, so a few hundred of the samples are shown, the same for all sites, so that areas
 * can be stacked: every n-th one, the last, and the peak. A site's values are written where they change. When all sites
 * together would have too many, the smaller ones are shown at fewer of the steps. */
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/heap/page/heap_page_data.h"

#include <stdlib.h>
#include <string.h>

enum { SITES_IN_FULL = 64 };

/* --- which samples --- */

static bool is_shown(const struct growth *growth, size_t point, size_t every)
{
  return point % every == 0 || point + 1 == growth->point_count;
}

size_t heap_page_peak(const struct growth *growth)
{
  size_t peak = 0;
  for (size_t i = 1; i < growth->point_count; i++)
    if (growth->points[i].live_bytes > growth->points[peak].live_bytes)
      peak = i;
  return peak;
}

void heap_page_grid_init(const struct growth *growth, struct heap_page_grid *ret)
{
  size_t every = (growth->point_count + HEAP_PAGE_POINTS - 1) / HEAP_PAGE_POINTS, peak = heap_page_peak(growth);
  struct heap_page_grid grid = {.points = memory_zeroed(HEAP_PAGE_POINTS + 2, sizeof *grid.points)};
  for (size_t i = 0; i < growth->point_count; i++)
    if (i == peak || is_shown(growth, i, every))
      grid.points[grid.count++] = i;
  *ret = grid;
}

void heap_page_grid_deinit(struct heap_page_grid *grid)
{
  free(grid->points);
}

/* --- series --- */

uint64_t heap_page_bytes_at(const struct growth_site *site, size_t point)
{
  uint64_t bytes = 0;
  for (size_t i = 0; site && i < site->value_count && site->values[i].point <= point; i++)
    bytes = site->values[i].bytes;
  return bytes;
}

/* Tell of each value that differs from the one shown before. The last step is always looked at. */
static size_t for_changes(const struct growth_site *site, const struct heap_page_grid *grid, uint32_t stride,
                          void (*tell)(void *context, size_t step, uint64_t bytes), void *context)
{
  size_t next = 0, changes = 0;
  uint64_t now = 0, shown = 0;
  for (size_t step = 0; step < grid->count; step++) {
    for (; next < site->value_count && site->values[next].point <= grid->points[step]; next++)
      now = site->values[next].bytes;
    if (now == shown || (step % stride != 0 && step + 1 != grid->count))
      continue;
    shown = now;
    changes++;
    if (tell)
      tell(context, step, now);
  }
  return changes;
}

static void add_change(void *context, size_t step, uint64_t bytes)
{
  json_list_add(context, json_count(step));
  json_list_add(context, json_count(bytes));
}

json_t *heap_page_series(const struct growth_site *site, const struct heap_page_grid *grid, uint32_t stride)
{
  json_t *list = json_array();
  if (site && list)
    for_changes(site, grid, stride, add_change, &list);
  return list;
}

/* --- how finely --- */

struct weighed {
  uint32_t site;
  double area;
};

static double area_of(const struct growth_site *site, size_t point_count)
{
  double area = 0;
  for (size_t i = 0; i < site->value_count; i++) {
    size_t end = i + 1 < site->value_count ? site->values[i + 1].point : point_count;
    area += (double)site->values[i].bytes * (double)(end - site->values[i].point);
  }
  return area;
}

ORDER(by_area, struct weighed, DOWN(area) ?: UP(site))

static size_t weigh_sites(const struct heap_page *html, struct weighed *ret)
{
  size_t count = 0;
  for (uint32_t i = 0; i < html->site_count; i++)
    if (html->heap->sites[i].growth)
      ret[count++] = (struct weighed){i, area_of(html->heap->sites[i].growth, html->heap->growth->point_count)};
  qsort(ret, count, sizeof *ret, by_area);
  return count;
}

static size_t changes_of(const struct heap_page *html, const struct heap_page_grid *grid, uint32_t site,
                         uint32_t stride)
{
  return for_changes(html->heap->sites[site].growth, grid, stride, NULL, NULL);
}

/* The room that is left is shared by those that are left. */
static void choose_strides(const struct heap_page *html, const struct heap_page_grid *grid,
                           const struct weighed *order, size_t count, uint32_t *strides)
{
  size_t room = HEAP_PAGE_VALUES;
  for (size_t i = 0; i < count; i++) {
    size_t share = room / (count - i) + 1, changes;
    uint32_t stride = 1;
    while ((changes = changes_of(html, grid, order[i].site, stride)) > share && i >= SITES_IN_FULL &&
           stride < grid->count)
      stride *= 2;
    strides[order[i].site] = stride;
    room -= changes < room ? changes : room;
  }
}

void heap_page_strides(const struct heap_page *html, const struct heap_page_grid *grid, uint32_t **ret)
{
  struct weighed *order = memory_zeroed((size_t)html->site_count + 1, sizeof *order);
  uint32_t *strides = memory_allocate(((size_t)html->site_count + 1) * sizeof *strides);
  for (uint32_t i = 0; i < html->site_count; i++)
    strides[i] = 1;
  choose_strides(html, grid, order, weigh_sites(html, order), strides);
  free(order);
  *ret = strides;
}

/* --- the whole heap --- */

enum value { VALUE_TIME, VALUE_ALLOCATIONS, VALUE_INSTRUCTIONS, VALUE_BYTES };

static uint64_t value_at(const struct growth_point *point, enum value value)
{
  switch (value) {
  case VALUE_TIME:
    return point->elapsed_ns / 1000;
  case VALUE_ALLOCATIONS:
    return point->allocations;
  case VALUE_INSTRUCTIONS:
    return point->instructions;
  case VALUE_BYTES:
    return point->live_bytes;
  }
  return 0;
}

static json_t *make_values(const struct growth *growth, const struct heap_page_grid *grid, enum value value)
{
  json_t *list = json_array();
  for (size_t i = 0; i < grid->count; i++)
    json_list_add(&list, json_count(value_at(&growth->points[grid->points[i]], value)));
  return list;
}

static json_t *make_marks(const struct growth *growth)
{
  json_t *list = json_array();
  for (size_t i = 0; i < growth->mark_count && i < HEAP_PAGE_MARKS; i++) {
    const struct growth_mark *mark = &growth->marks[i];
    json_list_add(&list, json_pack("[oooo]", json_count(mark->elapsed_ns / 1000), json_count(mark->allocations),
                                   json_count(mark->instructions), page_text(mark->text)));
  }
  return list;
}

static json_t *make_clocks(const struct growth *growth, const struct heap_page_grid *grid)
{
  return json_pack("[ooo]", make_values(growth, grid, VALUE_TIME), make_values(growth, grid, VALUE_ALLOCATIONS),
                   make_values(growth, grid, VALUE_INSTRUCTIONS));
}

void heap_page_write_samples(const struct heap_page *html, const struct heap_page_grid *grid)
{
  const struct growth *growth = html->heap->growth;
  const struct json_output *output = html->output;
  json_write_member(output, "samples", json_count(growth->point_count));
  json_write_member(output, "clocks", make_clocks(growth, grid));
  json_write_member(output, "whole", make_values(growth, grid, VALUE_BYTES));
  json_write_member(output, "mark_count", json_count(growth->mark_count));
  json_write_member(output, "marks", make_marks(growth));
}
