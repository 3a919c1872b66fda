// SPDX-License-Identifier: GPL-2.0-or-later
// Memory is lost in both branches of an if, in two runs of the program; then one of them is fixed.
// run: ./prog
// run: ./prog argument
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(int number)
{
  if (number > 1) {
    kept = malloc(1337);
    free(kept); //>
  } else {
    kept = malloc(77);
  }
  kept = NULL;
}

int main(int argc, char **argv)
{
  (void)argv;
  load(argc);
  return 0;
}
