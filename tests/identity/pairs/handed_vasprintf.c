// SPDX-License-Identifier: GPL-2.0-or-later
// vasprintf() makes a text that a function with a format returns.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "pair.h"

int vasprintf(char **text, const char *format, va_list arguments);

static char *print(const char *format, ...)
{
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    text = NULL;
  va_end(arguments);
  return text;
}

static APART int first(void)
{
  char *one = print("\001 number %d", 7);
  int used = one[0];
  free(one); //>
  return used;
}

static APART int second(void)
{
  char *other = print("\001 number %d", 7); // @made
  int used = other[0];
  free(other); //<
  return used;
}
