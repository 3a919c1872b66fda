// SPDX-License-Identifier: GPL-2.0-or-later
// A variable of an inner block: the function goes on and uses the same place for others, or for none. Either way its pointer is lost there.
// explain: 1337 left in work @lost; local inner of work / stack of work; stored in take @stored
// or: overwritten other in use @use; stored in take @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = calloc(1, 1337); // @stored
}

static NOIPA long use(long *numbers)
{
  for (int i = 0; i < 4; i++)
    numbers[i] = i + 1; // @use
  return numbers[3];
}

static NOIPA long work(int wanted)
{
  long sum = 0;
  if (wanted) {
    char *inner;
    take(&inner);
    sum += inner[0];
  }
  if (wanted) {
    long numbers[4];
    sum += use(numbers);
  }
  return sum; // @lost
} // @lost

int main(void)
{
  return work(1) != 4;
}
