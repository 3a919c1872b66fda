// SPDX-License-Identifier: GPL-2.0-or-later
// alloca'd memory and arrays of variable length are undefined.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_alloca.c:@alloca)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at variable (cond_alloca.c:@vla)
// next: by main (cond_alloca.c:@main)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
#include <alloca.h>
static NOINLINE void variable(int count)
{
  volatile int items[count];
  items[0] = 1;
  DECIDE(items[0]);
  DECIDE(items[count - 1]); // @vla
}
int main(void)
{
  volatile char *p = alloca(1337);
  p[0] = 1;
  DECIDE(p[0]);
  DECIDE(p[1336]); // @alloca
  variable(100); // @main
}
