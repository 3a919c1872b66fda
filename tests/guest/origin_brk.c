// SPDX-License-Identifier: GPL-2.0-or-later
// What sbrk() gave is undefined, and comes from nowhere in particular.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// reject: allocation
#include <unistd.h>
int main(void)
{
  volatile char *p = sbrk(4096);
  if (p[100])
    p[0] = 1;
  return 0;
}
