/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/print.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct error *print_new(char **ret, const char *format, ...)
{
  va_list args;
  char *text;
  va_start(args, format);
  int size = vasprintf(&text, format, args);
  va_end(args);
  if (size < 0)
    return error_no_memory();
  *ret = text;
  return NULL;
}

char *print_end(FILE *stream, char **text)
{
  bool is_bad = ferror(stream);
  if (fclose(stream) == 0 && !is_bad)
    return *text;
  free(*text);
  return NULL;
}
