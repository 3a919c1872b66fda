// SPDX-License-Identifier: GPL-2.0-or-later
// COUNT_LEAKS stores into variables of the program; they are defined then.
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  unsigned long *counts = calloc(4, sizeof *counts);
  VALGRIND_COUNT_LEAKS(counts[0], counts[1], counts[2], counts[3]);
  int status = counts[0] + counts[1] + counts[3] == 0 ? 0 : 1;
  free(counts);
  return status;
}
