/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables over time: how sites grow, and how their blocks have lived. */
#include <math.h>
#include <stdlib.h>

#include "heap/ask.h"
#include "report/json_text.h"
#include "report/numbers.h"

enum { SPARK_COLUMNS = 16 };

/* Sites with growth data, in an order. */
struct list {
  const struct heap_site **sites;
  size_t count;
};

static struct error *make_list(const struct heap *heap, int (*compare)(const void *, const void *), struct list *ret)
{
  struct list list = {.sites = calloc((size_t)heap->site_count + 1, sizeof(struct heap_site *))};
  if (!list.sites)
    return error_no_memory();
  for (uint32_t i = 0; i < heap->site_count; i++)
    if (heap->sites[i].growth)
      list.sites[list.count++] = &heap->sites[i];
  if (list.count > 0)
    qsort(list.sites, list.count, sizeof *list.sites, compare);
  *ret = list;
  return NULL;
}

/* --- growth --- */

/* The largest value in a part of the samples. */
static uint64_t most_in(const struct growth_site *site, size_t start, size_t end)
{
  uint64_t most = 0;
  for (size_t point = start; point < end; point++) {
    const struct growth_value *value = growth_at(site, point);
    if (value && value->bytes > most)
      most = value->bytes;
  }
  return most;
}

/* A course as a line of blocks, one for each part of the run. */
static void spark(const struct growth *growth, const struct growth_site *site, char text[SPARK_COLUMNS * 3 + 1])
{
  static const char *const steps[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  uint64_t values[SPARK_COLUMNS], most = 1;
  size_t columns = growth->point_count < SPARK_COLUMNS ? growth->point_count : SPARK_COLUMNS;
  for (size_t i = 0; i < columns; i++) {
    size_t start = growth->point_count * i / columns, end = growth->point_count * (i + 1) / columns;
    /* Long runs have many samples: a few of a part tell enough. */
    values[i] = most_in(site, end - start > 64 ? end - 64 : start, end);
    most = values[i] > most ? values[i] : most;
  }
  size_t used = 0;
  for (size_t i = 0; i < columns; i++) {
    size_t step = values[i] == 0 ? 0 : 1 + (size_t)(7.0 * (double)values[i] / (double)most);
    used += (size_t)snprintf(text + used, SPARK_COLUMNS * 3 + 1 - used, "%s", steps[step > 8 ? 8 : step]);
  }
  text[used] = '\0';
}

static int rank_of(const struct growth_site *site)
{
  static const int ranks[GROWTH_CLASSES] = {
    [GROWTH_GROWING] = 0, [GROWTH_FREED] = 1, [GROWTH_BOUNDED] = 2,
    [GROWTH_NONE] = 3, [GROWTH_SINGLETON] = 3, [GROWTH_ONE_TIME] = 3};
  return ranks[site->class];
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

static void put_growth_json(const struct question *question, const struct list *list)
{
  static const char *const clocks[GROWTH_CLOCKS] = {"seconds", "allocations", "instructions"};
  struct view *view = question->view;
  view_open_list(view, "sites");
  for (size_t i = 0; i < list->count && i < question->limit; i++) {
    const struct growth_site *site = list->sites[i]->growth;
    view_next_item(view);
    view_fact_text(view, "site", list->sites[i]->name);
    view_fact_text(view, "identity", list->sites[i]->identity.digits);
    view_fact_text(view, "class", growth_class_words(site->class));
    for (int clock = 0; clock < GROWTH_CLOCKS; clock++)
      view_fact(view, clocks[clock], json_pack("{s:f, s:f, s:f, s:o}", "slope", site->fits[clock].slope, "intercept",
                                               site->fits[clock].intercept, "r2", site->fits[clock].r2, "samples",
                                               json_index(site->fits[clock].samples)));
    view_fact(view, "values", course_json(site));
  }
  view_close_list(view);
  view_fact_count(view, "sites_total", list->count);
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

static void put_growth_text(const struct question *question, const struct list *list)
{
  static const struct table_column columns[] = {
    {"rate", "per second", CELL_RATE}, {"r2", "fit", CELL_REAL}, {"bytes", "live", CELL_BYTES},
    {"course", "course", CELL_TEXT}, {"class", "kind", CELL_TEXT}, {"site", "site", CELL_TEXT},
  };
  const struct growth *growth = question->heap->growth;
  struct table *table = table_open(question->view, "sites", columns, 6);
  for (size_t i = 0; i < list->count && i < question->limit; i++) {
    const struct growth_site *site = list->sites[i]->growth;
    char course[SPARK_COLUMNS * 3 + 1];
    spark(growth, site, course);
    table_real(table, site->fits[GROWTH_SECONDS].slope);
    table_real(table, site->fits[GROWTH_SECONDS].r2);
    table_number(table, site->value_count ? site->values[site->value_count - 1].bytes : 0);
    table_text(table, course);
    table_text(table, growth_class_words(site->class));
    table_text(table, list->sites[i]->name);
  }
  double seconds = growth->point_count ? (double)growth->points[growth->point_count - 1].elapsed_ns / 1e9 : 0;
  view_line(question->view, VIEW_FAINT, 2, "%s over %.1f s; fit is R², 1 for a straight line",
            view_count(growth->point_count, "sample", "samples").text, seconds);
  table_close(table, NULL, list->count);
}

struct error *ask_growth(const struct question *question)
{
  struct list list;
  struct error *error = make_list(question->heap, by_growth, &list);
  if (error)
    return error;
  if (view_is_json(question->view))
    put_growth_json(question, &list);
  else
    put_growth_text(question, &list);
  if (list.count > 0 && list.sites[0]->growth->class == GROWTH_GROWING && question->heap->snapshot) {
    view_gap(question->view);
    ask_suggest(question, "what holds what grows", "why %s", ask_site_word(list.sites[0]).text);
  }
  free(list.sites);
  return NULL;
}

/* --- lifetimes --- */

static int by_total(const void *left_item, const void *right_item)
{
  const struct heap_site *left = *(const struct heap_site *const *)left_item;
  const struct heap_site *right = *(const struct heap_site *const *)right_item;
  const struct record_site *a = &left->growth->totals, *b = &right->growth->totals;
  if (a->total_bytes != b->total_bytes)
    return a->total_bytes > b->total_bytes ? -1 : 1;
  return (a->stack_id > b->stack_id) - (a->stack_id < b->stack_id);
}

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
    {"total_bytes", "total", CELL_BYTES}, {"total_blocks", "blocks", CELL_COUNT}, {"peak_bytes", "peak", CELL_BYTES},
    {"live_bytes", "at end", CELL_BYTES}, {"mean_lifetime", "lifetime", CELL_REAL}, {"short_share", "short", CELL_SHARE},
    {"short_blocks", NULL, CELL_NUMBER}, {"short_allocations", NULL, CELL_NUMBER}, {"read_bytes", "read", CELL_NUMBER},
    {"written_bytes", "written", CELL_NUMBER}, {"untouched_bytes", "untouched", CELL_NUMBER},
    {"identity", NULL, CELL_EXTRA}, {"site", "site", CELL_TEXT},
  };
  struct list list;
  struct error *error = make_list(question->heap, by_total, &list);
  if (error)
    return error;
  for (size_t i = 8; i <= 10 && has_accesses(&list); i++)
    columns[i].kind = CELL_BYTES;
  struct table *table = table_open(question->view, "sites", columns, sizeof columns / sizeof *columns);
  uint64_t count = 0;
  for (size_t i = 0; i < list.count; i++)
    if (list.sites[i]->growth->totals.total_blocks > 0 && count++ < question->limit)
      add_lifetime(table, list.sites[i]);
  table_close(table, "What sites have ever allocated (lifetimes in allocations)", count);
  if (count == 0)
    view_line(question->view, VIEW_PLAIN, 2, "The run did not come to its end: there are no totals.");
  free(list.sites);
  return NULL;
}
