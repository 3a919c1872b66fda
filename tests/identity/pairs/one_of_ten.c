// SPDX-License-Identifier: GPL-2.0-or-later
// Of ten lines that lose memory one in the middle is taken out, and another one is added at the end.
// findings: 10
// expect: same 9, new 1, fixed 1, gate fails
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(100);
  kept = malloc(107);
  kept = malloc(114);
  kept = malloc(121);
  kept = malloc(128); //<
  kept = malloc(135);
  kept = malloc(142);
  kept = malloc(149);
  kept = malloc(156);
  kept = malloc(163);
  puts("loaded");
  kept = malloc(999); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
