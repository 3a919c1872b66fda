/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/span_label.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

static bool is_of_name(char c)
{
  return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* The end of "f", "std::vector<int>::f", "f<int>" that sources call the function by; its size is 0 for operators. */
static const char *called_as(const char *function, size_t *ret_size)
{
  const char *end = function + strlen(function);
  size_t depth = 0;
  while (end > function && (end[-1] == '>' || depth > 0)) {
    depth += end[-1] == '>';
    depth -= end[-1] == '<' && depth > 0;
    end--;
  }
  const char *start = end;
  while (start > function && is_of_name(start[-1]))
    start--;
  *ret_size = (size_t)(end - start);
  return start;
}

/* Does the line name the function? */
static bool has_name(const char *line, const char *function)
{
  size_t size;
  const char *name = called_as(function, &size);
  for (const char *c = line; size > 0 && *c; c++)
    if (strncmp(c, name, size) == 0 && !is_of_name(c[size]) && (c == line || !is_of_name(c[-1])))
      return true;
  return false;
}

char *span_label(const char *label, const char *word, const char *called, const char *innermost, const char *line)
{
  const int what = (int)strcspn(label, ","); /* what follows is no part of what the function does */
  if (!called || !innermost || (line && has_name(line, called)))
    return memory_text(label);
  if (strcmp(called, innermost) == 0)
    return print_text("%.*s %s %s%s", what, label, word, called, label + what);
  return print_text("%.*s %s %s (%s)%s", what, label, word, called, innermost, label + what);
}
