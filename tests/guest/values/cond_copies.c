// SPDX-License-Identifier: GPL-2.0-or-later
// Copying, adding and storing undefined values is fine; the branch at the end is not.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_copies.c:@branch)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
struct pair { int a; char b; };
int main(void)
{
  struct pair *p = undefined(sizeof *p), q = *p, r;
  q.a = q.a * 3 + q.b;
  r = q;
  p->a = r.a ^ 5;
  DECIDE(p->a); // @branch
}
