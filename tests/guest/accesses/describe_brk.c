// SPDX-License-Identifier: GPL-2.0-or-later
// The brk data segment, below its limit and above.
// build: -Wno-free-nonheap-object
// run:
// expect: /is in the brk data segment 0x\w+-0x\w+$/
// expect: /is 16 bytes after the brk data segment limit 0x\w+$/
#include <stdlib.h>
#include <valgrind/memcheck.h>
#include <unistd.h>
static volatile char seen;
int main(void)
{
  volatile char *p = sbrk(200);
  VALGRIND_MAKE_MEM_NOACCESS(p, 100);
  seen = p[8];
  p = sbrk(0);
  free((void *)(p + 16));
}
