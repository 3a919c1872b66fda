// SPDX-License-Identifier: GPL-2.0-or-later
// A variadic function clears all pointers whose addresses it is given; one of them still had its block.
// explain: 1337 overwritten NULL in clear_all @lost; global second; stored in make @stored
#include "explain.h"
#include <stdarg.h>
#include <stdlib.h>

static char *first, *second, *third;

static NOIPA void make(char **slot)
{
  *slot = malloc(1337); // @stored
}

static NOIPA void clear_all(int count, ...)
{
  va_list slots;
  va_start(slots, count);
  while (count-- > 0) {
    char **slot = va_arg(slots, char **);
    *slot = NULL; // @lost
  }
  va_end(slots);
}

int main(void)
{
  make(&second);
  clear_all(3, &first, &second, &third);
  return second != NULL;
}
