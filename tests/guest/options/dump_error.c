// SPDX-License-Identifier: GPL-2.0-or-later
// --dump-error shows what is made of the code at an error; Memcheck does so in its list at the end.
// compare: no, the code is another one
// run: -s --dump-error=2
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: main (dump_error.c:@second)
// expect: Front end
// expect: IMark(
// expect: After instrumentation
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run: --dump-error=3
// reject: IMark(
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "guest.h"
#include <stdlib.h>
int main(void)
{
  volatile char *p = malloc(1337);
  int odd = 0;
  if (p[3] == 7)
    odd++;
  if (p[1336] == 7) // @second
    odd++;
  free((void *)p);
  return odd > 2;
}
