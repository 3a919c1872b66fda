// SPDX-License-Identifier: GPL-2.0-or-later
// The same line loses less.
// findings: 1
// expect: shrunk 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(200); //<
  kept = malloc(100); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
