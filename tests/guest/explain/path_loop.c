// SPDX-License-Identifier: GPL-2.0-or-later
// A sum that goes round in a loop has a short path.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_loop.c:@use)
// expect: The value was in the local variable "sum" of main(); it was stored there in main() (path_loop.c:@add).
// expect: Uninitialised value was created by a heap allocation
// reject: Before that
#include "undefined.h"
int main(void)
{
  long *numbers = malloc(1337);
  long sum = 0;
  for (int i = 0; i < 100; i++)
    sum += numbers[i]; // @add
  DECIDE(sum == 77); // @use
  free(numbers);
  return 0;
}
