// SPDX-License-Identifier: GPL-2.0-or-later
// MAKE_MEM_UNDEFINED: the value may not decide anything, and the request is its origin.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (request_make_undefined.c:@TEST)
// next: Uninitialised value was created by a client request
// next: main (request_make_undefined.c:@REQUEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <valgrind/memcheck.h>
static volatile int value = 3;
int main(void)
{
  VALGRIND_MAKE_MEM_UNDEFINED(&value, sizeof value); // @REQUEST
  if (value == 4) // @TEST
    return 1;
}
