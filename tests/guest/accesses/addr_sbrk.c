// SPDX-License-Identifier: GPL-2.0-or-later
// Memory got from brk may be used and is undefined; given back it is gone.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (addr_sbrk.c:@undefined)
// expect: Invalid read of size 1
// next: at main (addr_sbrk.c:@read)
// next: 535 bytes after the brk data segment limit
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#define _DEFAULT_SOURCE
#include <unistd.h>
static volatile char sink;
int main(void)
{
  volatile char *p = sbrk(65536);
  p[65535] = 1;
  if (p[65535] != 1)
    return 1;
  if (p[100]) // @undefined
    return 1;
  brk((char *)p + 65000); // the page remains
  sink = p[65535]; // @read
}
