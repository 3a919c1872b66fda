// SPDX-License-Identifier: GPL-2.0-or-later
// Two conditions of one function depend on an undefined value; one is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>

static volatile int sink;

static void decide(const int *numbers)
{
  if (numbers[0] > 7)
    sink = 1;
  if (numbers[1] > 7)
    sink = 2;
}

int main(void)
{
  int *numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 1; //>
  decide(numbers);
  free(numbers);
  return 0;
}
