// SPDX-License-Identifier: GPL-2.0-or-later
// Memory is gone once it is unmapped, and back when something is mapped there.
// run:
// stdout: faults: 1
// expect: Invalid read of size 4
// next: at main (addr_munmapped.c:@read)
// next: is not stack'd, malloc'd or (recently) free'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include "faults.h"
static volatile int sink;
int main(void)
{
  count_faults();
  volatile int *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[0] = 1;
  munmap((void *)p, 8192);
  TRY(sink = p[0]); // @read
  mmap((void *)p, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  printf("faults: %d\n", faults + p[0]);
}
