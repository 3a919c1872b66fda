// SPDX-License-Identifier: GPL-2.0-or-later
// -s counts each context at the end, the rarest first, and tells the sum again.
// run: -s
// expect: ERROR SUMMARY: 6 errors from 3 contexts
// expect: 1 errors in context 1 of 3:
// expect: 2 errors in context 2 of 3:
// expect: 3 errors in context 3 of 3:
// next: Conditional jump or move depends on uninitialised value(s)
// next: at main (error_list_contexts.c:@three)
// expect: ERROR SUMMARY: 6 errors from 3 contexts
#include "undefined.h"
static int items[256];
int main(void)
{
  volatile unsigned char *p = undefined(8);
  DECIDE(p[0]);
  for (int i = 0; i < 2; i++)
    sink = items[p[i]];
  for (int i = 0; i < 3; i++)
    DECIDE(p[i]); // @three
}
