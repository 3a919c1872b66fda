// SPDX-License-Identifier: GPL-2.0-or-later
// A block that gets the memory of a freed one does not inherit its contents.
// run: --freelist-vol=0
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_free_and_again.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  volatile int *p = calloc(1, 1337);
  DECIDE(p[10]);
  free((void *)p);
  p = malloc(1337);
  DECIDE(p[10]); // @second
  free((void *)p);
}
