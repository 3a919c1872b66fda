// SPDX-License-Identifier: GPL-2.0-or-later
// What lies below the addresses that the core gives away can be moved elsewhere. Another mapping follows, at a place that is
// taken, so that all free ones are looked at.
// run:
// stdout: 7 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
enum { BELOW = 0x20000000, ABOVE = 0x7f000000, BYTES = 8192 };
static char *map(void *place, int flags)
{
  return mmap(place, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}
int main(void)
{
  char *low = map((void *)BELOW, MAP_FIXED);
  low[BYTES - 1] = 7;
  char *high = mremap(low, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)ABOVE);
  printf("%d %d\n", high[BYTES - 1], map(high, 0) != MAP_FAILED);
  return 0;
}
