/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables over time: how sites grow, and how their blocks have lived. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/heap/model/site_table.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/sparkline.h"
#include "host/output/json_text.h"
#include "host/model/words/growth_places.h"
#include "host/model/words/numbers.h"

/* Sites with growth data, in an order. */
struct list {
  const struct heap_site **sites;
  size_t count;
};

static void make_list(const struct heap *heap, int (*compare)(const void *, const void *), struct list *ret)
{
  struct list list = {.sites = memory_zeroed((size_t)heap->site_count + 1, sizeof(struct heap_site *))};
  for (uint32_t i = 0; i < heap->site_count; i++)
    if (heap->sites[i].growth)
      list.sites[list.count++] = &heap->sites[i];
  if (list.count > 0)
    qsort(list.sites, list.count, sizeof *list.sites, compare);
  *ret = list;
}

/* --- growth --- */

static int rank_of(const struct growth_site *site)
{
  static const int ranks[GROWTH_CLASSES] = {
    [GROWTH_GROWING] = 1, [GROWTH_FREED] = 2, [GROWTH_BOUNDED] = 3,
    [GROWTH_NONE] = 4, [GROWTH_SINGLETON] = 4, [GROWTH_ONE_TIME] = 4};
  return site->is_finding && !site->suppression ? 0 : ranks[site->class];
}

static int by_growth(const void *left_item, const void *right_item)
{
  const struct heap_site *left = *(const struct heap_site *const *)left_item;
  const struct heap_site *right = *(const struct heap_site *const *)right_item;
  const struct growth_site *a = left->growth, *b = right->growth;
  if (rank_of(a) != rank_of(b))
    return rank_of(a) - rank_of(b);
  double a_slope = a->fits[GROWTH_SECONDS].slope, b_slope = b->fits[GROWTH_SECONDS].slope;
  if (a_slope != b_slope)
    return a_slope > b_slope ? -1 : 1;
  return (a->stack_id > b->stack_id) - (a->stack_id < b->stack_id);
}

static json_t *course_json(const struct growth_site *site)
{
  json_t *list = json_array();
  for (size_t i = 0; i < site->value_count; i++)
    json_list_add(&list, json_pack("[o, o, o]", json_index(site->values[i].point), json_count(site->values[i].bytes),
                                   json_count(site->values[i].blocks)));
  return list;
}

static void put_growth_json(const struct question *question, const struct list *list, size_t growing)
{
  static const char *const clocks[GROWTH_CLOCKS] = {"seconds", "allocations", "instructions"};
  struct view *view = question->view;
  view_open_list(view, "sites");
  for (size_t i = 0; i < list->count && i < question->limit; i++) {
    const struct growth_site *site = list->sites[i]->growth;
    view_next_item(view);
    view_fact_text(view, "site", list->sites[i]->name);
    view_fact_text(view, "identity", list->sites[i]->identity.digits);
    view_fact_text(view, "class", growth_class_code(site->class));
    for (int clock = 0; clock < GROWTH_CLOCKS; clock++)
      view_fact(view, clocks[clock], json_pack("{s:f, s:f, s:f, s:o}", "slope", site->fits[clock].slope, "intercept",
                                               site->fits[clock].intercept, "r2", site->fits[clock].r2, "samples",
                                               json_index(site->fits[clock].samples)));
    view_fact(view, "values", course_json(site));
  }
  view_close_list(view);
  view_fact_count(view, "sites_total", list->count);
  view_fact_count(view, "growing", growing);
  view_open_list(view, "points");
  for (size_t i = 0; i < question->heap->growth->point_count; i++) {
    const struct growth_point *point = &question->heap->growth->points[i];
    view_next_item(view);
    view_fact_count(view, "elapsed_ns", point->elapsed_ns);
    view_fact_count(view, "allocations", point->allocations);
    view_fact_count(view, "instructions", point->instructions);
    view_fact_count(view, "bytes", point->live_bytes);
    view_fact_count(view, "blocks", point->live_blocks);
  }
  view_close_list(view);
}

/* The site that says most of what its place does. */
static const struct growth_site *first_of(const struct growth_place *place)
{
  const struct growth_site *first = place->sites[0];
  for (size_t i = 1; i < place->site_count; i++)
    if (rank_of(place->sites[i]) < rank_of(first))
      first = place->sites[i];
  return first;
}

ORDER(places_by_growth, struct growth_place,
      COMPARE(rank_of(first_of(x)), rank_of(first_of(y))) ?: DOWN(bytes_per_second) ?: UP_TEXT(identity.digits))

static const char *kind_of(const struct growth_site *site)
{
  if (site->class == GROWTH_GROWING && site->suppression)
    return "growing, suppressed";
  return site->class == GROWTH_GROWING && !site->is_finding ? "growing, lost" : growth_class_words(site->class);
}

static void put_place(const struct question *question, struct table *table, const struct growth_place *place)
{
  const struct growth_site *first = first_of(place);
  const struct sparkline_text course =
    sparkline_draw(question->heap->growth, place->sites, place->site_count, view_is_utf8(question->view));
  table_real(table, place->bytes_per_second);
  table_real(table, first->fits[GROWTH_SECONDS].r2);
  table_number(table, place->bytes);
  table_text(table, course.text);
  table_text(table, kind_of(first));
  table_text(table, site_table_find(question->heap, first)->name);
}

static void put_places(const struct question *question, const struct growth_places *places, size_t growing)
{
  static const struct table_column columns[] = {
    {"rate", "per second", CELL_RATE}, {"r2", "fit", CELL_REAL}, {"bytes", "live", CELL_BYTES},
    {"course", "course", CELL_TEXT}, {"class", "kind", CELL_TEXT}, {"site", "site", CELL_TEXT},
  };
  const struct growth *growth = question->heap->growth;
  double seconds = growth->point_count ? (double)growth->points[growth->point_count - 1].elapsed_ns / 1e9 : 0;
  view_line(question->view, VIEW_FAINT, 2, "%s over %.1f s; fit is R2, 1 for a straight line",
            grouped_count(growth->point_count, "sample", "samples").digits, seconds);
  view_line(question->view, VIEW_STRONG, 2, "%s growing", grouped_count(growing, "place keeps", "places keep").digits);
  struct table *table = table_open(question->view, "sites", columns, 6);
  for (size_t i = 0; i < places->count && i < question->limit; i++)
    put_place(question, table, &places->items[i]);
  table_close(table, NULL, places->count);
}

/* Of all sites, by place. */
static void find_places(const struct question *question, const struct list *list, struct growth_places *ret)
{
  const struct growth_site **sites = memory_zeroed(list->count + 1, sizeof(struct growth_site *));
  for (size_t i = 0; i < list->count; i++)
    sites[i] = list->sites[i]->growth;
  growth_places_of(sites, list->count, question->heap->process, ret);
  free(sites);
  qsort(ret->items, ret->count, sizeof *ret->items, places_by_growth);
}

static void put_growth_text(const struct question *question, const struct list *list, size_t growing)
{
  struct growth_places places;
  find_places(question, list, &places);
  put_places(question, &places, growing);
  growth_places_release(&places);
}

/* As the gate counts them. */
static size_t count_growing(const struct heap *heap)
{
  struct growth_places places;
  growth_places_find(heap->growth, heap->process, growth_findings, &places);
  growth_places_release(&places);
  return places.count;
}

struct error *ask_growth(const struct question *question)
{
  struct list list;
  const size_t growing = count_growing(question->heap);
  make_list(question->heap, by_growth, &list);
  ask_say_unfinished(question);
  if (view_is_json(question->view))
    put_growth_json(question, &list, growing);
  else
    put_growth_text(question, &list, growing);
  if (list.count > 0 && ask_is_growing(list.sites[0]) && question->heap->snapshot) {
    view_gap(question->view);
    ask_suggest(question, "what holds what grows", "why %s", ask_site_word(list.sites[0]).text);
  }
  free(list.sites);
  return NULL;
}

/* --- lifetimes --- */

ORDER_POINTERS(by_total, struct heap_site, DOWN(growth->totals.total_bytes) ?: UP(growth->totals.stack_id))

static double mean_lifetime(const struct record_site *totals)
{
  uint64_t freed = totals->total_blocks - totals->live_blocks;
  return totals->total_blocks <= totals->live_blocks ? NAN : (double)totals->freed_lifetimes / (double)freed;
}

static double share(uint64_t part, uint64_t whole)
{
  return whole == 0 ? NAN : (double)part / (double)whole;
}

static bool has_accesses(const struct list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->sites[i]->growth->totals.read_bytes || list->sites[i]->growth->totals.written_bytes)
      return true;
  return false;
}

static void add_lifetime(struct table *table, const struct heap_site *site)
{
  const struct record_site *totals = &site->growth->totals;
  table_number(table, totals->total_bytes);
  table_number(table, totals->total_blocks);
  table_number(table, totals->peak_bytes);
  table_number(table, totals->live_bytes);
  table_real(table, mean_lifetime(totals));
  table_real(table, share(totals->short_blocks, totals->total_blocks));
  table_number(table, totals->short_blocks);
  table_number(table, totals->short_allocations);
  table_number(table, totals->read_bytes);
  table_number(table, totals->written_bytes);
  table_number(table, totals->untouched_bytes);
  table_text(table, site->identity.digits);
  table_text(table, site->name);
}

struct error *ask_lifetimes(const struct question *question)
{
  struct table_column columns[] = {
    {"total_bytes", "total", CELL_BYTES},
    {"total_blocks", "blocks", CELL_COUNT},
    {"peak_bytes", "peak", CELL_BYTES},
    {"live_bytes", "at end", CELL_BYTES},
    {"mean_lifetime", "lifetime", CELL_REAL},
    {"short_share", "short", CELL_SHARE},
    {"short_blocks", NULL, CELL_NUMBER},
    {"short_allocations", NULL, CELL_NUMBER},
    {"read_bytes", "read", CELL_NUMBER},
    {"written_bytes", "written", CELL_NUMBER},
    {"untouched_bytes", "untouched", CELL_NUMBER},
    {"identity", NULL, CELL_EXTRA},
    {"site", "site", CELL_TEXT},
  };
  struct list list;
  make_list(question->heap, by_total, &list);
  ask_say_unfinished(question);
  for (size_t i = 8; i <= 10 && has_accesses(&list); i++)
    columns[i].kind = CELL_BYTES;
  struct table *table = table_open(question->view, "sites", columns, sizeof columns / sizeof *columns);
  uint64_t count = 0;
  for (size_t i = 0; i < list.count; i++)
    if (list.sites[i]->growth->totals.total_blocks > 0 && count++ < question->limit)
      add_lifetime(table, list.sites[i]);
  table_close(table, "Total allocations by site (lifetimes in allocations)", count);
  if (count == 0)
    view_line(question->view, VIEW_PLAIN, 2, "The run did not finish, so there are no totals.");
  free(list.sites);
  return NULL;
}
