// SPDX-License-Identifier: GPL-2.0-or-later
// A function that loses memory is inlined wherever it is called.
// quick:
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <stdlib.h>

static void *volatile kept;

static void note(int number) //<
static inline __attribute__((always_inline)) void note(int number) //>
{
  int *entry = malloc(77); // @leak
  *entry = number;
  kept = entry;
}

int main(void)
{
  note(1);
  note(2);
  kept = NULL;
  return 0;
}
