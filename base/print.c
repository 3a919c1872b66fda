/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/print.h"

#include <stdarg.h>
#include <stdio.h>

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
