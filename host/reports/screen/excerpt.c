/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/excerpt.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/model/frames/source_text.h"

/* Without spaces at its end. */
static char *make_line(const char *start, size_t bytes)
{
  char *line = source_text_line(start, bytes);
  size_t size = strlen(line);
  while (size > 0 && line[size - 1] == ' ')
    line[--size] = '\0';
  return line;
}

static bool is_empty_at(const struct excerpt *excerpt, size_t index)
{
  return !excerpt->lines[index] || !*excerpt->lines[index];
}

static void drop_empty_ends(struct excerpt *excerpt, unsigned line)
{
  while (excerpt->count > 0 && excerpt->first + excerpt->count - 1 > line && is_empty_at(excerpt, excerpt->count - 1))
    free(excerpt->lines[--excerpt->count]);
  while (excerpt->first < line && is_empty_at(excerpt, 0)) {
    free(excerpt->lines[0]);
    memmove(excerpt->lines, excerpt->lines + 1, --excerpt->count * sizeof *excerpt->lines);
    excerpt->first++;
  }
}

/* What stands before it takes as many bytes as it is shown with. */
static size_t shown_at(const char *start, size_t bytes, unsigned column)
{
  if (column == 0 || column > bytes)
    return SIZE_MAX;
  char *before = source_text_line(start, column - 1);
  const size_t at = strlen(before);
  free(before);
  return at;
}

void excerpt_of_text(const char *text, size_t bytes, const struct excerpt_wanted *wanted, struct excerpt *ret)
{
  const unsigned line = wanted->line, first = line > wanted->before ? line - wanted->before : 1;
  *ret = (struct excerpt){.first = first, .at = SIZE_MAX};
  unsigned number = 1;
  for (size_t at = 0; at < bytes && number <= line + wanted->after && ret->count < EXCERPT_LINES; number++) {
    const char *start = text + at, *end = memchr(start, '\n', bytes - at);
    const size_t size = end ? (size_t)(end - start) : bytes - at;
    at += size + 1;
    if (number >= first)
      ret->lines[ret->count++] = make_line(start, size);
    if (number == line)
      ret->at = shown_at(start, size, wanted->column);
  }
  if (line == 0 || number <= line || first + ret->count <= line || is_empty_at(ret, line - first))
    excerpt_release(ret);
  else
    drop_empty_ends(ret, line);
}

void excerpt_of_file(const char *path, const struct excerpt_wanted *wanted, struct excerpt *ret)
{
  size_t bytes;
  *ret = (struct excerpt){0};
  char *text = wanted->line > 0 && *path == '/' && source_text_has_name(path) ? source_text_read(path, &bytes) : NULL;
  if (text)
    excerpt_of_text(text, bytes, wanted, ret);
  free(text);
}

void excerpt_release(struct excerpt *excerpt)
{
  for (size_t i = 0; i < excerpt->count; i++)
    free(excerpt->lines[i]);
  *excerpt = (struct excerpt){0};
}
