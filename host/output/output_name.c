/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of log files, as Valgrind expands them. */
#include "host/output/output_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* Prints the variable of "q{NAME}" and returns where the pattern goes on. */
static struct error *expand_variable(const struct output_name *name, const char *from, FILE *text,
                                     const char **ret_next)
{
  if (from[1] != '{')
    return error_format("expected { after %%q");
  const char *start = from + 2, *end = strchr(start, '}');
  if (!end)
    return error_format("missing } after %%q{");
  char *variable = memory_text_begin(start, end - start);
  const char *value = name->lookup(name->lookup_context, variable);
  struct error *error = value ? NULL : error_format("environment variable %s is not set", variable);
  free(variable);
  if (error)
    return error;
  fputs(value, text);
  *ret_next = end + 1;
  return NULL;
}

static struct error *expand_to(const struct output_name *name, FILE *text)
{
  for (const char *from = name->pattern; *from;) {
    if (*from != '%') {
      fputc(*from++, text);
      continue;
    }
    struct error *error = NULL;
    switch (*++from) {
    case '%':
      fputc(*from++, text);
      break;
    case 'p':
      fprintf(text, "%" PRIu64, name->pid);
      from++;
      break;
    case 'n':
      fprintf(text, "%" PRIu64, name->number);
      from++;
      break;
    case 'q':
      error = expand_variable(name, from, text, &from);
      break;
    default:
      error = error_format("expected p, n, q or %% after %%");
    }
    if (error)
      return error;
  }
  return NULL;
}

static struct error *check_pattern(const char *pattern)
{
  if (*pattern == '\0')
    return error_format("no file name given");
  if (*pattern == '~')
    return error_format("the shell did not expand the ~; use $HOME instead");
  return NULL;
}

struct error *output_name_expand(const struct output_name *name, char **ret)
{
  struct error *error = check_pattern(name->pattern);
  if (error)
    return error_context(error, "%s=%s", name->option, name->pattern);
  char *expanded = NULL;
  size_t size;
  FILE *text = print_begin(&expanded, &size);
  if (*name->pattern != '/')
    fprintf(text, "%s/", name->directory);
  error = expand_to(name, text);
  print_end(text, &expanded);
  if (error)
    free(expanded);
  else
    *ret = expanded;
  return error_context(error, "%s=%s", name->option, name->pattern);
}
