// SPDX-License-Identifier: GPL-2.0-or-later
// rep movs and stos carry definedness along, in units of each size.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_string_move.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *p = undefined(64), *q = calloc(1, 64);
  void *a = p, *b = q;
  long count = 4;
  p[9] = 1;
  __asm__ volatile("rep movsq" : "+S"(a), "+D"(b), "+c"(count) : : "memory");
  DECIDE(q[9]);
  DECIDE(q[8]); // @undefined
  b = q;
  count = 16;
  __asm__ volatile("rep stosw" : "+D"(b), "+c"(count) : "a"(0) : "memory");
  DECIDE(q[8]);
  free(q);
}
