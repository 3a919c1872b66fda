// SPDX-License-Identifier: GPL-2.0-or-later
// A line that reads a freed block, with four callers: one finding.
// findings: 1
// expect: same 1, gate passes
// place: @read
#include <stdlib.h>

static volatile int sink;

static void look(volatile int *numbers)
{
  sink = numbers[0]; // @read
}

static void one(int *numbers) { look(numbers); }
static void two(int *numbers) { look(numbers); }
static void three(int *numbers)
{
  sink = 3; //>
  look(numbers);
}
static void four(int *numbers) { look(numbers); }

int main(void)
{
  int *numbers = calloc(7, sizeof *numbers);
  free(numbers);
  one(numbers);
  two(numbers);
  three(numbers);
  four(numbers);
  return 0;
}
