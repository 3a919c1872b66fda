// SPDX-License-Identifier: GPL-2.0-or-later
// What sbrk() gave is undefined, and comes from that call.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_brk.c:@use)
// next: /Uninitialised value was created$/
// next: brk
// next: sbrk
// next: by main (origin_brk.c:@made)
#include <unistd.h>
int main(void)
{
  volatile char *p = sbrk(4096); // @made
  if (p[100]) // @use
    p[0] = 1;
  return 0;
}
