// SPDX-License-Identifier: GPL-2.0-or-later
// Prefetching touches nothing.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337);
  __asm__ volatile("prefetcht0 (%0); prefetchnta (%1); prefetchw (%0)" : : "r"(p + 1337), "r"(0L));
  free(p);
}
