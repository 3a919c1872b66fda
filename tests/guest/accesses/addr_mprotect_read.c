// SPDX-License-Identifier: GPL-2.0-or-later
// Read-only for a while: what is written and what is undefined stay so.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (addr_mprotect_read.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <sys/mman.h>
int main(void)
{
  char *p = aligned_alloc(4096, 8192);
  p[0] = 1;
  mprotect(p, 4096, PROT_READ);
  mprotect(p, 4096, PROT_READ | PROT_WRITE);
  DECIDE(p[0]);
  DECIDE(p[1]); // @undefined
  free(p);
}
