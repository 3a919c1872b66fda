// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that the program calls undefined comes from that request.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a client request
// next: main (origin_request.c:@made)
#include <valgrind/memcheck.h>
static volatile char key[32];
int main(void)
{
  VALGRIND_MAKE_MEM_UNDEFINED(key, sizeof key); // @made
  if (key[13])
    key[0] = 1;
  return 0;
}
