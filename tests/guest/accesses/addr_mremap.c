// SPDX-License-Identifier: GPL-2.0-or-later
// mremap takes the state of memory along: the new place has what was written, the old one is gone.
// run:
// stdout: faults: 1
// expect: Invalid read of size 1
// next: at main (addr_mremap.c:@old)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include "faults.h"
static volatile int sink;
int main(void)
{
  count_faults();
  char *p = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *place = mmap(0, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[5000] = 1;
  volatile char *q = mremap(p, 16384, 65536, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  if (q[5000] != 1)
    return 1;
  TRY(sink = *(volatile char *)(p + 5000)); // @old
  printf("faults: %d\n", faults);
}
