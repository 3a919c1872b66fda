/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/questions/view.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/heap/questions/view_private.h"
#include "host/output/json_text.h"
#include "host/model/words/numbers.h"

void view_create(const struct view_config *config, struct view **ret)
{
  struct view *view = memory_zeroed(1, sizeof *view);
  view->places[0] = config->is_json ? json_object() : NULL;
  view->config = *config;
  *ret = view;
}

static struct error *write_json(struct view *view)
{
  json_write_document(view->config.output, json_incref(view->places[0]), JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  return ferror(view->config.output) ? error_errno(errno ? errno : EIO, "cannot write") : NULL;
}

struct error *view_finish(struct view *view, struct error *error)
{
  if (!error && view->config.is_json)
    error = write_json(view);
  json_decref(view->places[0]);
  free(view);
  return error;
}

bool view_is_json(const struct view *view)
{
  return view->config.is_json;
}

bool view_is_utf8(const struct view *view)
{
  return view->config.is_utf8;
}

/* --- text --- */

static const char *const style_codes[] = {
  [VIEW_PLAIN] = "", [VIEW_STRONG] = "\033[1m", [VIEW_FAINT] = "\033[2m", [VIEW_WARNING] = "\033[1;31m",
};

size_t view_width(const char *text)
{
  size_t width = 0;
  for (size_t bytes; *text; text += bytes ? bytes : 1, width++)
    bytes = utf8_character(text);
  return width;
}

/* So many characters of text. */
static size_t bytes_of_width(const char *text, size_t width)
{
  const char *at = text;
  for (; *at && width > 0; width--) {
    size_t bytes = utf8_character(at);
    at += bytes ? bytes : 1;
  }
  return (size_t)(at - text);
}

void view_put(struct view *view, enum view_style style, const char *text)
{
  bool is_styled = view->config.colour && style != VIEW_PLAIN;
  fprintf(view->config.output, "%s%s%s", is_styled ? style_codes[style] : "", text, is_styled ? "\033[m" : "");
}

/* Where a line of at most `width` characters ends: at the last space that fits, else at the first there is. */
static size_t line_bytes(const char *text, size_t width)
{
  size_t fitting = bytes_of_width(text, width);
  if (!text[fitting])
    return fitting;
  for (size_t i = fitting; i > 0; i--)
    if (text[i] == ' ')
      return i;
  return strcspn(text, " ");
}

/* Spaces at the start stay. */
static void put_wrapped(struct view *view, enum view_style style, size_t indent, char *text)
{
  size_t columns = view->config.columns, margin = strspn(text, " ");
  bool is_first = true;
  while (*text) {
    size_t taken = is_first ? 0 : indent;
    size_t room = columns > taken + margin + 20 ? columns - taken - margin : 20;
    size_t size = columns ? margin + line_bytes(text + margin, room) : strlen(text);
    char next = text[size];
    text[size] = '\0';
    fprintf(view->config.output, "%*s", (int)taken, "");
    view_put(view, style, text);
    fputc('\n', view->config.output);
    text += size + (next == ' ');
    margin = 0;
    is_first = false;
  }
}

void view_line(struct view *view, enum view_style style, size_t indent, const char *format, ...)
{
  va_list args;
  if (view->config.is_json)
    return;
  va_start(args, format);
  char *text = print_args(format, args);
  va_end(args);
  char *clean = utf8_line(text, 0);
  put_wrapped(view, style, indent, clean);
  free(text);
  free(clean);
}

void view_gap(struct view *view)
{
  if (!view->config.is_json)
    fputc('\n', view->config.output);
}

/* --- JSON --- */

static json_t *current_object(const struct view *view)
{
  return view->places[view->depth];
}

void view_set(json_t *object, const char *key, json_t *value)
{
  json_object_set_new(object, key, value ? value : json_null());
}

void view_fact(struct view *view, const char *key, json_t *value)
{
  if (view->config.is_json)
    view_set(current_object(view), key, value);
  else
    json_decref(value);
}

void view_fact_text(struct view *view, const char *key, const char *text)
{
  if (view->config.is_json)
    view_fact(view, key, json_text(text));
}

void view_fact_count(struct view *view, const char *key, uint64_t number)
{
  if (view->config.is_json)
    view_fact(view, key, json_count(number));
}

void view_open_list(struct view *view, const char *key)
{
  if (!view->config.is_json || view->depth + 1 >= VIEW_DEPTH_MAX)
    return;
  json_t *list = json_array();
  view_fact(view, key, list);
  view->lists[view->depth] = list;
  view->places[view->depth + 1] = NULL;
  view->depth++;
}

void view_next_item(struct view *view)
{
  if (!view->config.is_json || view->depth == 0)
    return;
  json_t *item = json_object();
  json_array_append_new(view->lists[view->depth - 1], item);
  view->places[view->depth] = item;
}

void view_close_list(struct view *view)
{
  if (view->config.is_json && view->depth > 0)
    view->depth--;
}

/* --- words --- */

struct view_words view_bytes(uint64_t bytes)
{
  static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  struct view_words words;
  double value = (double)bytes / 1000;
  size_t unit = 0;
  if (bytes < 10000) {
    snprintf(words.text, sizeof words.text, "%s", grouped_number(bytes).digits);
    return words;
  }
  for (; value >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
    value /= 1000;
  snprintf(words.text, sizeof words.text, "%.*f %s", value < 99.95 ? 1 : 0, value, units[unit]);
  return words;
}

struct view_words view_bytes_exact(uint64_t bytes)
{
  struct view_words words;
  if (bytes < 10000)
    snprintf(words.text, sizeof words.text, "%s byte%s", grouped_number(bytes).digits, bytes == 1 ? "" : "s");
  else
    snprintf(words.text, sizeof words.text, "%.12s (%.28s bytes)", view_bytes(bytes).text,
             grouped_number(bytes).digits);
  return words;
}

struct view_words view_rate(double bytes_per_second)
{
  struct view_words words;
  double size = fabs(bytes_per_second);
  if (!(size < 1e18))
    snprintf(words.text, sizeof words.text, "?");
  else
    snprintf(words.text, sizeof words.text, "%s%.24s/s", bytes_per_second <= -0.5 ? "-" : "",
             view_bytes((uint64_t)(size + 0.5)).text);
  return words;
}
