// SPDX-License-Identifier: GPL-2.0-or-later
// A million stores of undefined values by a few places.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values -- 1
// limit: 120
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_many_stores.c:@use)
// expect: The value was stored in move() (path_many_stores.c:@stored).
// expect: Uninitialised value was created by a heap allocation
#include <stdlib.h>
#include "guest.h"
enum { NUMBERS = 1000 };
static NOINLINE void move(long *numbers)
{
  for (int i = NUMBERS - 1; i > 0; i--)
    numbers[i] = numbers[i - 1]; // @stored
}
int main(int count, char **arguments)
{
  const int rounds = (count > 1 ? atoi(arguments[1]) : 1) * 1000;
  long *numbers = malloc(NUMBERS * sizeof *numbers);
  for (int i = 0; i < rounds; i++)
    move(numbers);
  const int result = numbers[NUMBERS / 2] == 77 ? 3 : 0; // @use
  free(numbers);
  return result;
}
