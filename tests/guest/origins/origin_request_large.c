// SPDX-License-Identifier: GPL-2.0-or-later
// Megabytes that a request made undefined have it for their origin, also when they are copied; what is written in between has its
// own.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_request_large.c:@one)
// next: Uninitialised value was created by a heap allocation
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_request_large.c:@two)
// next: Uninitialised value was created by a client request
// next: main (origin_request_large.c:@made)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_request_large.c:@three)
// next: Uninitialised value was created by a client request
// next: main (origin_request_large.c:@again)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_request_large.c:@four)
// next: Uninitialised value was created by a client request
// next: main (origin_request_large.c:@made)
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile int large[1 << 20];
int main(void)
{
  int *p = malloc(64);
  VALGRIND_MAKE_MEM_UNDEFINED(large, sizeof large); // @made
  large[5000] = p[2];
  if (large[5000]) // @one
    p[0] = 1;
  if (large[5001]) // @two
    p[0] = 1;
  VALGRIND_MAKE_MEM_UNDEFINED(large + 1000, 100000); // @again
  if (large[5000]) // @three
    p[0] = 1;
  p[3] = large[900000];
  if (((volatile int *)p)[3]) // @four
    p[0] = 1;
  free(p);
  return 0;
}
