// SPDX-License-Identifier: GPL-2.0-or-later
// Nothing in the source has changed, but how or where it is compiled.
// findings: 3
// expect: same 3, gate passes
// place: @first @second @third
// variant: dwarf4
// DWARF of version 5, then of version 4.
// flags: -gdwarf-5 -O1 -> -gdwarf-4 -O1
// variant: gcc_clang
// Compiled by gcc, then by clang.
// quick:
// compiler: gcc -> clang
// variant: gcc_clang_optimised
// Compiled by gcc, then by clang, with optimisation.
// compiler: gcc -> clang
// flags: -g -O2
// variant: less_debugging
// All debugging information, then what backtraces need.
// flags: -g -O1 -> -g1 -O1
// variant: line_tables_only
// All debugging information, then line tables only.
// compiler: clang
// flags: -g -O1 -> -gline-tables-only -O1
// variant: link_time_optimisation
// Optimised when it is linked.
// flags: -g -O2 -> -g -O2 -flto
// variant: moved_checkout
// The checkout lies in another directory, and the compiler is given whole paths.
// quick:
// directory: one/tree -> another/place/checkout
// build: gcc -g -O0 -o prog "$PWD/compiled_otherwise.c"
// variant: optimised
// Without and with optimisation.
// quick:
// flags: -g -O0 -> -g -O2
// variant: optimised_less
// Optimised for speed, then for size.
// flags: -g -O3 -> -g -Os
// variant: pie
// A program that is loaded anywhere, then one with a fixed place.
// quick:
// flags: -g -O1 -pie -fPIE -> -g -O1 -no-pie -fno-pie
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
