/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "suppressions/rewrite.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* Where each line begins, and the end of the last one. Lines are numbered from 1. */
struct lines {
  const char *text;
  size_t *starts;
  size_t count;
};

static struct lines split_lines(const char *text, size_t size)
{
  size_t count = 0;
  for (size_t i = 0; i < size; i++)
    count += text[i] == '\n';
  struct lines lines = {text, memory_zeroed(count + 2, sizeof *lines.starts), 0};
  for (size_t position = 0; position < size; lines.count++) {
    const char *newline = memchr(text + position, '\n', size - position);
    lines.starts[lines.count] = position;
    position = newline ? (size_t)(newline - text) + 1 : size;
  }
  lines.starts[lines.count] = size;
  return lines;
}

/* The first character of a line that is no white space; '\n' for an empty line and for one that is not there. */
static char first_character(const struct lines *lines, unsigned line)
{
  if (line == 0 || line > lines->count)
    return '\n';
  for (size_t i = lines->starts[line - 1]; i < lines->starts[line]; i++)
    if (!strchr(" \t\r\v\f\n", lines->text[i]) && lines->text[i])
      return lines->text[i];
  return '\n';
}

/* "#:" lines are directives. */
static bool is_comment(const struct lines *lines, unsigned line)
{
  if (first_character(lines, line) != '#')
    return false;
  const char *hash = memchr(lines->text + lines->starts[line - 1], '#', lines->starts[line] - lines->starts[line - 1]);
  return hash + 1 >= lines->text + lines->starts[line] || hash[1] != ':';
}

/* The first of the lines that go with a removed entry. */
static unsigned removed_from(const struct lines *lines, const struct rewrite *rewrite)
{
  unsigned line = rewrite->line;
  if (first_character(lines, rewrite->end_line + 1) == '{')
    return line;
  while (line > 1 && is_comment(lines, line - 1))
    line--;
  return line == 1 ? rewrite->line : line;
}

/* The last of them: with the empty line after it when there is one before it as well. */
static unsigned removed_to(const struct lines *lines, const struct rewrite *rewrite, unsigned first)
{
  unsigned last = rewrite->end_line;
  bool is_between = first_character(lines, first - 1) == '\n' && first_character(lines, last + 1) == '\n';
  return is_between && last < lines->count ? last + 1 : last;
}

/* Lines [first, last]. */
static void copy_lines(FILE *output, const struct lines *lines, unsigned first, unsigned last)
{
  if (first <= last && first <= lines->count)
    fwrite(lines->text + lines->starts[first - 1], 1, lines->starts[last] - lines->starts[first - 1], output);
}

static void write_all(FILE *output, const struct lines *lines, const struct rewrite *rewrites, size_t count)
{
  unsigned next = 1; /* line to be copied */
  for (size_t i = 0; i < count; i++) {
    unsigned first = rewrites[i].line, last = rewrites[i].end_line;
    if (!rewrites[i].text) {
      first = removed_from(lines, &rewrites[i]);
      last = removed_to(lines, &rewrites[i], first);
    }
    copy_lines(output, lines, next, first > next ? first - 1 : next - 1);
    if (rewrites[i].text)
      fputs(rewrites[i].text, output);
    next = last + 1;
  }
  copy_lines(output, lines, next, (unsigned)lines->count);
}

void rewrite_text(const char *text, size_t size, const struct rewrite *rewrites, size_t count, char **ret)
{
  struct lines lines = split_lines(text, size);
  size_t result_size;
  FILE *output = print_begin(ret, &result_size);
  write_all(output, &lines, rewrites, count);
  print_end(output, ret);
  free(lines.starts);
}
