/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `seep heap` shows, as words and tables on a terminal or as one JSON object. An answer is given once, for both:
 * tables and facts have keys for JSON, lines of text are for people alone.
 *
 * Names come from programs and are cleaned here: nothing in them steers a terminal, and JSON is valid UTF-8. When
 * memory runs out, or not all could be written, view_finish() says so. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_VIEW_H
#define SEEP_HOST_HEAP_QUESTIONS_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"

struct view;

struct view_config {
  FILE *output;
  size_t columns; /* of the terminal; 0: no limit */
  bool colour;
  bool is_json;
  bool is_utf8;   /* text may have signs that are not in ASCII */
};

enum view_style { VIEW_PLAIN, VIEW_STRONG, VIEW_FAINT, VIEW_WARNING };

void view_create(const struct view_config *config, struct view **ret);

/* Write what is left, and free. `error` (may be NULL) is what ended the answer: then nothing more is written, and it is
 * handed on. */
struct error *view_finish(struct view *view, struct error *error);

/* As it was made. */
bool view_is_json(const struct view *view);
bool view_is_utf8(const struct view *view);

/* A line of text; not in JSON. Longer ones are wrapped, those after the first are indented by `indent`. */
void view_line(struct view *view, enum view_style style, size_t indent, const char *format, ...)
  __attribute__((format(printf, 4, 5)));
void view_gap(struct view *view);

/* A member of the JSON object, or of the innermost list's item that is open; not in text. Takes the value over. */
void view_fact(struct view *view, const char *key, json_t *value);
void view_fact_text(struct view *view, const char *key, const char *text); /* NULL: null */
void view_fact_count(struct view *view, const char *key, uint64_t number);

/* A list of objects in JSON: until view_close_list(), facts and tables go into the item that was opened last. */
void view_open_list(struct view *view, const char *key);
void view_next_item(struct view *view);
void view_close_list(struct view *view);

/* --- tables --- */

enum cell_kind {
  CELL_TEXT,   /* is cut in the middle when the terminal is too narrow, most of all that of the last column */
  CELL_BYTES,  /* for people in units */
  CELL_COUNT,
  CELL_SHARE,  /* 0 to 1; for people in percent */
  CELL_REAL,
  CELL_RATE,   /* bytes per second */
  CELL_CHANGE, /* of bytes, signed */
  CELL_EXTRA,  /* text that is in JSON only */
  CELL_NUMBER, /* a number that is in JSON only */
};
struct table_column {
  const char *key, *title;
  enum cell_kind kind;
};

struct table;

/* Cells are given row by row, from left to right, by the functions that fit their kinds. */
struct table *table_open(struct view *view, const char *key, const struct table_column *columns, size_t column_count);
void table_text(struct table *table, const char *text); /* NULL: none */
void table_number(struct table *table, uint64_t number);
void table_real(struct table *table, double real);      /* NAN: none */
void table_change(struct table *table, int64_t change);

/* Print it under a heading (NULL: none) unless it is empty. `total`: how many rows there would be; when that is more,
 * people are told, and JSON gets the number as KEY_total. */
void table_close(struct table *table, const char *heading, uint64_t total);

/* --- words --- */

struct view_words {
  char text[64];
};

/* "1,337", "12.6 kB" */
struct view_words view_bytes(uint64_t bytes);

/* "12.6 kB (12,595 bytes)", "1,337 bytes" */
struct view_words view_bytes_exact(uint64_t bytes);

/* "3,200/s", "32.1 kB/s" */
struct view_words view_rate(double bytes_per_second);

#endif
