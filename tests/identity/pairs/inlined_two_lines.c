// SPDX-License-Identifier: GPL-2.0-or-later
// A function that loses memory at two lines is inlined, and one of them is fixed.
// flags: -g -O2
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static inline __attribute__((always_inline)) void load(int number)
{
  kept = malloc(1337);
  free(kept); //>
  kept = calloc((size_t)number, 7);
}

int main(int argc, char **argv)
{
  (void)argv;
  load(10 + argc);
  kept = NULL;
  return 0;
}
