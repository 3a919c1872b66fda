// SPDX-License-Identifier: GPL-2.0-or-later
// Reads and writes are suppressed by their size.
// file: a.supp
//| {
//|   reads of four
//|   Memcheck:Addr4
//|   fun:main
//| }
// run: --suppressions=$WORK/a.supp
// reject: Invalid read of size 4
// expect: Invalid read of size 2
// next: at main (addr_suppressed.c:@two)
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 2 from 2)
#include <stdlib.h>
static volatile int sink;
int main(void)
{
  char *volatile p = malloc(1337);
  sink = *(volatile int *)(p + 1337);
  *(volatile int *)(p + 1337) = 1;
  sink = *(volatile short *)(p + 1337); // @two
  free(p);
}
