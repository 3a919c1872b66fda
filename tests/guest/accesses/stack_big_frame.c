// SPDX-License-Identifier: GPL-2.0-or-later
// A frame of a megabyte: defined where written, undefined elsewhere, gone afterwards.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at big (stack_big_frame.c:@middle)
// next: by main (stack_big_frame.c:@main)
// expect: Invalid read of size 1
// next: at main (stack_big_frame.c:@gone)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
static NOINLINE char *big(void)
{
  volatile char local[1 << 20];
  char *volatile place = (char *)local + 1000;
  local[0] = local[sizeof local - 1] = 1;
  DECIDE(local[0] + local[sizeof local - 1]);
  DECIDE(local[500000]); // @middle
  return place;
}
int main(void)
{
  volatile char *p = big(); // @main
  sink = *p; // @gone
}
