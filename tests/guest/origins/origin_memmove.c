// SPDX-License-Identifier: GPL-2.0-or-later
// memmove() within one buffer moves origins as it moves bytes.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a client request
// next: main (origin_memmove.c:@made)
#include <string.h>
#include <valgrind/memcheck.h>
static volatile char buffer[64];
int main(void)
{
  VALGRIND_MAKE_MEM_UNDEFINED((char *)buffer + 8, 8); // @made
  memmove((char *)buffer + 12, (char *)buffer + 8, 40);
  VALGRIND_MAKE_MEM_DEFINED((char *)buffer + 8, 4);
  if (buffer[18])
    buffer[0] = 1;
  return 0;
}
