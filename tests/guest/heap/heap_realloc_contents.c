// SPDX-License-Identifier: GPL-2.0-or-later
// realloc keeps the contents while it grows and shrinks, and its blocks are counted one by one.
// run:
// stdout: kept
// expect: in use at exit: 0 bytes in 0 blocks
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *p = malloc(17);
  strcpy(p, "sixteen letters!");
  for (int size = 17; size < 100000; size = size * 3 + 1)
    p = realloc(p, size);
  p = realloc(p, 17);
  int same = strcmp(p, "sixteen letters!") == 0;
  free(p);
  puts(same ? "kept" : "changed");
}
