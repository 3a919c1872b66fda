// SPDX-License-Identifier: GPL-2.0-or-later
// A loop keeps only the last of its five lines. The four before are lost at the same place.
// explain: 4 x 1337 overwritten block in read_line @lost; global g_line; stored in read_line @lost; value from read_line @new
#include "explain.h"
#include <stdlib.h>

char *g_line;

static NOIPA void read_line(int number)
{
  char *line = malloc(1337); // @new
  line[0] = (char)('a' + number);
  g_line = line; // @lost
}

int main(void)
{
  for (int i = 0; i < 5; i++)
    read_line(i);
  int last = g_line[0];
  free(g_line);
  return last != 'e';
}
