// SPDX-License-Identifier: GPL-2.0-or-later
// A piece of a frame that may not be accessed for a while, in a function that has been run often: a store into it is reported each time.
// build: -O1
// run:
// stdout: 100 calls
// expect: Invalid write of size 1
// next: at use (frame_hole.c:@STORE)
// expect: ERROR SUMMARY: 2 errors from 1 contexts
// run: --engine=direct
// only: seep
// stdout: 100 calls
// expect: Invalid write of size 1
// next: at use (frame_hole.c:@STORE)
// expect: ERROR SUMMARY: 2 errors from 1 contexts
#include <stdio.h>
#include <valgrind/memcheck.h>
#include "guest.h"

static NOINLINE int use(int has_hole)
{
  volatile char frame[256];
  frame[0] = 1;
  if (has_hole)
    (void)VALGRIND_MAKE_MEM_NOACCESS((char *)frame + 96, 16);
  frame[100] = 3; // @STORE
  frame[200] = 4;
  if (has_hole)
    (void)VALGRIND_MAKE_MEM_DEFINED((char *)frame + 96, 16);
  return frame[0] + frame[100] + frame[200] == 8;
}

int main(void)
{
  int calls = 0;
  for (int i = 0; i < 100; i++)
    calls += use(i == 50 || i == 70);
  printf("%d calls\n", calls);
}
