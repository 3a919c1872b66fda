/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables are laid out when all their rows are known: numbers are aligned to the right, text to the left, and the last
 * text column takes what the terminal has left. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/heap/questions/view_private.h"
#include "host/output/json_text.h"
#include "host/model/words/numbers.h"

enum { COLUMNS_MAX = 16, TEXT_LEAST = 24, MARGIN = 2, GAP = 2 };

struct cell {
  char *text;   /* as people see it; of CELL_TEXT and CELL_EXTRA the text itself; NULL: none */
  json_t *json; /* NULL: text is shown */
};

struct table {
  struct view *view;
  const char *key;
  struct table_column columns[COLUMNS_MAX];
  size_t column_count;
  struct cell *cells;
  size_t count, capacity;
};

struct table *table_open(struct view *view, const char *key, const struct table_column *columns, size_t column_count)
{
  struct table *table = memory_zeroed(1, sizeof *table);
  table->view = view;
  table->key = key;
  table->column_count = column_count < COLUMNS_MAX ? column_count : COLUMNS_MAX;
  memcpy(table->columns, columns, table->column_count * sizeof *columns);
  return table;
}

/* Takes both over. */
static void add_cell(struct table *table, char *text, json_t *json)
{
  *NEW_ITEM(table->cells, table->count, table->capacity) = (struct cell){text, json};
}

static bool is_json(const struct table *table)
{
  return table->view->config.is_json;
}

static enum cell_kind next_kind(const struct table *table)
{
  return table->columns[table->count % table->column_count].kind;
}

void table_text(struct table *table, const char *text)
{
  if (is_json(table))
    add_cell(table, NULL, json_text(text));
  else
    add_cell(table, text ? utf8_line(text, 0) : NULL, NULL);
}

void table_number(struct table *table, uint64_t number)
{
  if (is_json(table))
    add_cell(table, NULL, json_count(number));
  else
    add_cell(table,
             memory_text(next_kind(table) == CELL_BYTES ? view_bytes(number).text : grouped_number(number).digits),
             NULL);
}

static void add_empty_cell(struct table *table)
{
  add_cell(table, NULL, is_json(table) ? json_null() : NULL);
}

void table_real(struct table *table, double real)
{
  char text[64];
  if (isnan(real))
    add_empty_cell(table);
  else if (is_json(table))
    add_cell(table, NULL, json_real(real));
  else if (next_kind(table) == CELL_RATE)
    add_cell(table, memory_text(view_rate(real).text), NULL);
  else {
    bool is_share = next_kind(table) == CELL_SHARE;
    snprintf(text, sizeof text, is_share ? "%.0f%%" : fabs(real) < 10 ? "%.2f" : "%.0f", is_share ? 100 * real : real);
    add_cell(table, memory_text(text), NULL);
  }
}

void table_change(struct table *table, int64_t change)
{
  char text[80];
  uint64_t size = change < 0 ? 0 - (uint64_t)change : (uint64_t)change;
  snprintf(text, sizeof text, "%s%s", change > 0 ? "+" : change < 0 ? "-" : "", view_bytes(size).text);
  if (is_json(table))
    add_cell(table, NULL, json_integer(change));
  else
    add_cell(table, memory_text(text), NULL);
}

/* --- text --- */

static bool is_shown(const struct table *table, size_t column)
{
  return table->columns[column].kind != CELL_EXTRA && table->columns[column].kind != CELL_NUMBER;
}

static const char *cell_text(const struct table *table, size_t row, size_t column)
{
  const char *text = table->cells[row * table->column_count + column].text;
  return text ? text : "";
}

static size_t row_count(const struct table *table)
{
  return table->count / table->column_count;
}

static void measure_columns(const struct table *table, size_t last, size_t widths[COLUMNS_MAX])
{
  for (size_t column = 0; column < table->column_count; column++) {
    widths[column] = is_shown(table, column) ? view_width(table->columns[column].title) : 0;
    for (size_t row = 0; is_shown(table, column) && row < row_count(table); row++) {
      size_t width = view_width(cell_text(table, row, column));
      widths[column] = width > widths[column] ? width : widths[column];
    }
    size_t most = table->view->config.columns / 3;
    if (most >= TEXT_LEAST && column != last && widths[column] > most)
      widths[column] = most;
  }
}

/* What is left for the last column; 0: as much as it wants. */
static size_t last_room(const struct table *table, const size_t widths[COLUMNS_MAX], size_t last)
{
  size_t taken = MARGIN;
  for (size_t column = 0; column < last; column++)
    taken += is_shown(table, column) ? widths[column] + GAP : 0;
  size_t columns = table->view->config.columns;
  if (columns == 0)
    return 0;
  return columns > taken + TEXT_LEAST ? columns - taken : TEXT_LEAST;
}

/* Text that is too long loses its middle: function names begin alike, and the place is at the end. */
static void put_cut(struct view *view, enum view_style style, const char *text, size_t room)
{
  size_t width = view_width(text);
  if (room == 0 || width <= room) {
    view_put(view, style, text);
    return;
  }
  size_t tail = (room - 3) * 2 / 3, head = room - 3 - tail, skip = width - tail, at = 0;
  const char *end = text, *head_end = text;
  for (; at < skip; at++) {
    size_t bytes = utf8_character(end);
    end += bytes ? bytes : 1;
    if (at + 1 == head)
      head_end = end;
  }
  char *cut = print_text("%.*s...%s", (int)(head_end - text), text, end);
  view_put(view, style, cut);
  free(cut);
}

/* `row` SIZE_MAX: the titles. */
static void put_row(const struct table *table, const size_t widths[COLUMNS_MAX], size_t last, size_t row)
{
  struct view *view = table->view;
  enum view_style style = row == SIZE_MAX ? VIEW_FAINT : VIEW_PLAIN;
  fprintf(view->config.output, "%*s", MARGIN, "");
  for (size_t column = 0; column <= last; column++) {
    if (!is_shown(table, column))
      continue;
    const char *text = row == SIZE_MAX ? table->columns[column].title : cell_text(table, row, column);
    size_t width = view_width(text);
    int fill = width < widths[column] ? (int)(widths[column] - width) : 0;
    bool is_text = table->columns[column].kind == CELL_TEXT;
    if (!is_text)
      fprintf(view->config.output, "%*s", fill, "");
    put_cut(view, style, text, !is_text ? 0 : column == last ? last_room(table, widths, last) : widths[column]);
    if (column != last)
      fprintf(view->config.output, "%*s", (is_text ? fill : 0) + GAP, "");
  }
  fputc('\n', view->config.output);
}

static void put_text(const struct table *table, const char *heading, uint64_t total)
{
  size_t widths[COLUMNS_MAX], last = table->column_count - 1;
  while (last > 0 && !is_shown(table, last))
    last--;
  measure_columns(table, last, widths);
  if (heading)
    view_line(table->view, VIEW_STRONG, 0, "%s", heading);
  put_row(table, widths, last, SIZE_MAX);
  for (size_t row = 0; row < row_count(table); row++)
    put_row(table, widths, last, row);
  if (total > row_count(table))
    view_line(table->view, VIEW_FAINT, MARGIN, "  and %s more (--limit=N)",
              grouped_number(total - row_count(table)).digits);
}

/* --- JSON --- */

static void put_json(struct table *table, uint64_t total)
{
  json_t *list = json_array();
  char total_key[64];
  for (size_t row = 0; row < row_count(table); row++) {
    json_t *object = json_object();
    for (size_t column = 0; column < table->column_count; column++) {
      struct cell *cell = &table->cells[row * table->column_count + column];
      view_set(object, table->columns[column].key, cell->json);
      cell->json = NULL;
    }
    json_array_append_new(list, object);
  }
  view_fact(table->view, table->key, list);
  snprintf(total_key, sizeof total_key, "%s_total", table->key);
  view_fact_count(table->view, total_key, total);
}

void table_close(struct table *table, const char *heading, uint64_t total)
{
  if (table->view->config.is_json)
    put_json(table, total);
  else if (row_count(table) > 0)
    put_text(table, heading, total);
  for (size_t i = 0; i < table->count; i++) {
    free(table->cells[i].text);
    json_decref(table->cells[i].json);
  }
  free(table->cells);
  free(table);
}
