// SPDX-License-Identifier: GPL-2.0-or-later
// Functions hand a struct on by value, in registers and in memory, as compilers do at -O2: its last place in memory is told.
// needs: seep
// compare: no, Memcheck has no such option
// build: -O2
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_by_value.c:@use)
// expect: The value was in the global variable "last.numbers[3]"; it was stored there in keep() (path_by_value.c:@kept).
// expect: Uninitialised value was created by a heap allocation
// expect: main (path_by_value.c:@made)
#include "undefined.h"
struct pair {
  double a, b;
};
struct large {
  double numbers[5];
};
struct large last;
static NOINLINE struct pair load(const double *from)
{
  return (struct pair){from[1], from[0]};
}
static NOINLINE struct pair swap(struct pair pair)
{
  return (struct pair){pair.b, pair.a};
}
static NOINLINE struct large widen(struct pair pair)
{
  return (struct large){{0, pair.a, 1, pair.b, 2}};
}
static NOINLINE void keep(struct large large)
{
  last = large; // @kept
}
int main(void)
{
  double *volatile origin = malloc(1337); // @made
  keep(widen(swap(load(origin))));
  free(origin);
  __asm__ volatile("" : : : "memory");
  DECIDE(last.numbers[3] > 7); // @use
  return 0;
}
