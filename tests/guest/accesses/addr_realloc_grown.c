// SPDX-License-Identifier: GPL-2.0-or-later
// What realloc added to a block can be written, and is undefined until then; what was there is as it was.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (addr_realloc_grown.c:@new)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *p = calloc(1, 100);
  p = realloc(p, 1337);
  DECIDE(p[99]);
  DECIDE(p[100]); // @new
  p[1336] = 1;
  DECIDE(p[1336]);
  free(p);
}
