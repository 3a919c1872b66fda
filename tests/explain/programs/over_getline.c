// SPDX-License-Identifier: GPL-2.0-or-later
// getline() would use its buffer again, but the loop gives it a new one for each line.
// Optimised, one instruction stores what `line` and `size` are set to, and has the line of their declaration.
// explain: 3 x 120 overwritten NULL in count_lines @lost; local line of count_lines; stored in count_lines @stored
#include "explain.h"
#include <stdio.h>
#include <stdlib.h>

static NOIPA int count_lines(FILE *file)
{
  char *line = NULL; // @lost
  size_t size = 0;
  int lines = 0;
  while (getline(&line, &size, file) >= 0) { // @stored
    lines++;
    line = NULL; // @lost
    size = 0;
  }
  free(line);
  return lines;
}

int main(void)
{
  char text[] = "one\ntwo\nthree\n";
  FILE *file = fmemopen(text, sizeof text - 1, "r");
  int lines = count_lines(file);
  fclose(file);
  return lines != 3;
}
