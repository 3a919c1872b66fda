// SPDX-License-Identifier: GPL-2.0-or-later
// Stores of neighbours become one; what was left out stays undefined, and is copied without complaint.
// build: -O3 -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (opt_store_merge.c:@hole)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
struct record { char a, b; short c; char hole; char d, e, f; long g; };
static NOINLINE void fill(struct record *r)
{
  r->a = 1;
  r->b = 2;
  r->c = 3;
  r->d = 4;
  r->e = 5;
  r->f = 6;
  r->g = 7;
}
int main(void)
{
  struct record *r = undefined(sizeof *r), *copy = undefined(sizeof *copy);
  fill(r);
  *copy = *r;
  DECIDE(copy->a + copy->b + copy->c + copy->d + copy->e + copy->f + copy->g == 28);
  DECIDE(((volatile struct record *)copy)->hole); // @hole
}
