/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/print.h"

#include <stdlib.h>

#include "host/base/memory.h"

char *print_args(const char *format, va_list args)
{
  char *text;
  if (vasprintf(&text, format, args) < 0)
    memory_lacking(0);
  return text;
}

char *print_text(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = print_args(format, args);
  va_end(args);
  return text;
}

void print_new(char **ret, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  *ret = print_args(format, args);
  va_end(args);
}

FILE *print_begin(char **text, size_t *size)
{
  FILE *stream = open_memstream(text, size);
  if (!stream)
    memory_lacking(0);
  return stream;
}

/* Such a stream fails for want of memory only. */
char *print_end(FILE *stream, char **text)
{
  const int is_bad = ferror(stream);
  if (fclose(stream) != 0 || is_bad)
    memory_lacking(0);
  return *text;
}
