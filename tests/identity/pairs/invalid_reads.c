// SPDX-License-Identifier: GPL-2.0-or-later
// A freed block is read at two lines of one function: two findings, also when lines are inserted.
// quick:
// findings: 2
// expect: same 2, gate passes
// place: @first @second
#include <stdlib.h>

static volatile int sink;

static void look(volatile int *numbers)
{
  sink = 0; //>
  sink = numbers[0]; // @first
  sink = 1; //>
  sink = numbers[2]; // @second
}

int main(void)
{
  int *numbers = calloc(7, sizeof *numbers);
  free(numbers);
  look(numbers);
  return 0;
}
