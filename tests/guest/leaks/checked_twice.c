// SPDX-License-Identifier: GPL-2.0-or-later
// The last leak check counts: what was found twice is lost once, and errors are counted each time they happened.
// build: -Wno-free-nonheap-object
// run: --style=people
// only: seep
// expect: leak: 1,337 bytes in 1 block lost
// expect: leak: 1,337 bytes in 1 block lost
// expect: seep: 1 invalid free, 1,337 bytes lost in 1 place
#include "guest.h"
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main()
{
  void *volatile p = malloc(1337);
  p = (void *)0x539;
  for (int i = 0; i < 3; i++)
    free(p);
  p = NULL;
  scrub();
  VALGRIND_DO_LEAK_CHECK;
}
