// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lines that lose memory the first is taken out, and another one is added behind the second: three different places.
// findings: 2
// expect: same 1, new 1, fixed 1, gate fails
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337); //<
  puts("first"); //<
  kept = malloc(77);
  puts("second");
  kept = malloc(500); //>
  puts("third"); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
