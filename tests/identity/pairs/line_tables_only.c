// SPDX-License-Identifier: GPL-2.0-or-later
// All debugging information, then line tables only.
// compiler: clang
// flags: -g -O1 -> -gline-tables-only -O1
// findings: 3
// expect: same 3, gate passes
// place: @first @second @third
#include <stdlib.h>

static void *volatile kept;

static void load(int number)
{
  kept = malloc((size_t)number); // @first
  kept = calloc(7, 11); // @second
}

static void note(int number)
{
  int *entry = malloc(500); // @third
  *entry = number;
  kept = entry;
}

int main(int argc, char **argv)
{
  (void)argv;
  load(1336 + argc);
  note(argc);
  note(-argc);
  kept = NULL;
  return 0;
}
