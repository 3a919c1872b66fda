// SPDX-License-Identifier: GPL-2.0-or-later
// A callback that is called for each value takes a buffer each time and keeps it in a variable of its own.
// explain: 3 x 1337 left in print_value @lost; local line of print_value; stored in take @stored
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static NOIPA void for_each(const int *values, int count, void (*visit)(int))
{
  for (int i = 0; i < count; i++)
    visit(values[i]);
}

static void print_value(int value)
{
  char *line;
  take(&line);
  snprintf(line, 1337, "value %d", value);
  puts(line); // @lost
} // @lost

int main(void)
{
  static const int values[] = {1, 2, 3};
  for_each(values, 3, print_value);
}
