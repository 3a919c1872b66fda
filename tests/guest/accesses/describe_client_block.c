// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that the program has named.
// run:
// expect: Invalid read of size 1
// next: at 
// next: /is 7 bytes inside a work area of size 40 client-defined$/
// next: main
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile char area[1000];
static volatile char seen;
int main(void)
{
  VALGRIND_CREATE_BLOCK(area + 100, 40, "work area");
  VALGRIND_MAKE_MEM_NOACCESS(area + 100, 40);
  seen = area[107];
}
