// SPDX-License-Identifier: GPL-2.0-or-later
// An access that begins inside a block and ends after it is described by where it begins.
// run:
// expect: Invalid read of size 8
// next: at 
// next: /is 9 bytes inside a block of size 14 alloc'd$/
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(14);
  seen = (char)*(volatile long *)(p + 9);
  free((void *)p);
}
