// SPDX-License-Identifier: GPL-2.0-or-later
// repe cmpsb stops at the first difference.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_string_compare.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *p = undefined(10), *q = undefined(10);
  p[0] = q[0] = p[1] = 1;
  q[1] = 2;
  q[2] = 3;
  void *a = p, *b = q;
  long count = 10;
  __asm__ volatile("repe cmpsb" : "+S"(a), "+D"(b), "+c"(count) : : "cc", "memory");
  count = 1;
  __asm__ volatile("repe cmpsb" : "+S"(a), "+D"(b), "+c"(count) : : "cc", "memory"); // @second
}
