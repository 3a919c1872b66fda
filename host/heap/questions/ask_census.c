/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep heap census`: what the heap consists of, by type, site or size. */
#include "host/heap/questions/ask.h"
#include "host/heap/questions/census.h"
#include "host/model/words/numbers.h"

/* What a row is called. */
typedef void name_row_function(const struct heap *heap, const struct census_row *row, char *buffer, size_t size);

static void name_by_text(const struct heap *heap, const struct census_row *row, char *buffer, size_t size)
{
  (void)heap;
  snprintf(buffer, size, "%s", row->name ? row->name : "(unknown type)");
}

static void name_by_range(const struct heap *heap, const struct census_row *row, char *buffer, size_t size)
{
  char text[CENSUS_RANGE_BYTES];
  (void)heap;
  snprintf(buffer, size, "%s", census_range_text(row->range, text));
}

static void name_by_age(const struct heap *heap, const struct census_row *row, char *buffer, size_t size)
{
  uint64_t now = heap->snapshot->head.allocations, end = row->range.end == UINT64_MAX ? now : row->range.end;
  snprintf(buffer, size, "%s to %s allocations ago", grouped_number(now > end ? now - end : 0).digits,
           grouped_number(now > row->range.start ? now - row->range.start : 0).digits);
}

/* Releases the census. */
static void put_census(const struct question *question, struct census *census, const char *key, const char *heading,
                       const char *title, name_row_function *name)
{
  const struct table_column columns[] = {
    {"bytes", "live", CELL_BYTES}, {"blocks", "blocks", CELL_COUNT}, {"retained_bytes", "retained", CELL_BYTES},
    {"sites", NULL, CELL_NUMBER}, {"smallest", NULL, CELL_NUMBER}, {"largest", NULL, CELL_NUMBER},
    {"unreached_bytes", NULL, CELL_NUMBER}, {"identity", NULL, CELL_EXTRA}, {"type", NULL, CELL_EXTRA},
    {"name", title, CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  char words[512];
  struct table *table = table_open(question->view, key, columns, sizeof columns / sizeof *columns);
  uint64_t count = 0;
  for (size_t i = 0; i < census->count; i++) {
    const struct census_row *row = &census->rows[i];
    const struct heap_site *site = row->site < heap->site_count ? &heap->sites[row->site] : NULL;
    if (row->blocks == 0 || count++ >= question->limit)
      continue;
    name(heap, row, words, sizeof words);
    table_number(table, row->bytes);
    table_number(table, row->blocks);
    table_number(table, row->retained_bytes);
    table_number(table, row->sites);
    table_number(table, row->smallest);
    table_number(table, row->largest);
    table_number(table, row->unreached_bytes);
    table_text(table, site ? site->identity.digits : NULL);
    table_text(table, site ? site->type : row->name);
    table_text(table, words);
  }
  table_close(table, heading, count);
  ask_say_exact(question, census->is_exact);
  census_release(census);
}

struct error *ask_sites(const struct question *question)
{
  struct census census;
  census_by_site(question->heap, &census);
  put_census(question, &census, "sites", "Live memory, by allocation site", "site", name_by_text);
  if (question->heap->site_count > 0) {
    view_gap(question->view);
    ask_suggest(question, "what holds it", "why %s", ask_site_word(&question->heap->sites[0]).text);
  }
  return NULL;
}

struct error *ask_types(const struct question *question)
{
  struct census census;
  census_by_type(question->heap, &census);
  put_census(question, &census, "types", "Live memory, by type", "type", name_by_text);
  return NULL;
}

struct error *ask_sizes(const struct question *question)
{
  struct census census;
  char text[CENSUS_RANGE_BYTES] = "";
  census_by_size(question->heap, &census);
  for (size_t i = 0, most = 0; i < census.count; i++)
    if (census.rows[i].bytes > census.rows[most].bytes || i == 0) {
      most = i;
      census_range_text(census.rows[i].range, text);
    }
  put_census(question, &census, "sizes", "Live memory, by block size in bytes", "size", name_by_range);
  if (text[0]) {
    view_gap(question->view);
    ask_suggest(question, "what holds most of these bytes", "why %s", text);
  }
  return NULL;
}

struct error *ask_ages(const struct question *question)
{
  struct census census;
  census_by_age(question->heap, &census);
  put_census(question, &census, "ages", "Live memory, by age, oldest first", "allocated", name_by_age);
  return NULL;
}
