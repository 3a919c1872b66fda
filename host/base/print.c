/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/print.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct error *print_new(char **ret, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const int size = vasprintf(ret, format, args);
  va_end(args);
  return size < 0 ? error_no_memory() : NULL;
}

char *print_end(FILE *stream, char **text)
{
  bool is_bad = ferror(stream);
  if (fclose(stream) == 0 && !is_bad)
    return *text;
  free(*text);
  return NULL;
}

char *print_text(const char *format, ...)
{
  char *text;
  va_list args;
  va_start(args, format);
  const int length = vasprintf(&text, format, args);
  va_end(args);
  return length < 0 ? NULL : text;
}
