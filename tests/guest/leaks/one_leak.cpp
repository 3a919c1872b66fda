// SPDX-License-Identifier: GPL-2.0-or-later
// One leak is one, however the program came there: by instances of a template, by callers, by recursion.
// build: -Wno-unused-result
// run: --style=people
// only: seep
// expect: leak: 2,676 bytes in 2 blocks lost
// expect: leak: 4,014 bytes in 3 blocks lost
// expect: 3 call paths lead here
// expect: seep: 6,690 bytes lost in 2 places, no errors
// run: --errors-for-leak-kinds=all
// expect: ERROR SUMMARY: 5 errors from 5 contexts
// expect: 4,014 bytes in 3 blocks definitely lost: 
#include "guest.h"
#include <stdlib.h>
template <class T> NOINLINE void lose(T size)
{
  void *volatile p = malloc((size_t)size + 1336);
  p = NULL;
}
NOINLINE void recurse(int depth)
{
  if (depth > 0) {
    recurse(depth - 1);
    return;
  }
  void *volatile p = malloc(1338);
  p = NULL;
}
int main()
{
  lose<int>(1);
  lose<long>(2);
  lose<char>(3);
  recurse(1);
  recurse(2);
  scrub();
}
