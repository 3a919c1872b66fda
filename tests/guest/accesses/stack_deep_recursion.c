// SPDX-License-Identifier: GPL-2.0-or-later
// Fifty thousand frames deep, and back: what is below is gone again.
// run:
// stdout: 50000
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
static NOINLINE int deeper(int depth)
{
  volatile int local = depth;
  return depth ? deeper(depth - 1) + (local == depth) : 0;
}
int main(void)
{
  printf("%d\n", deeper(50000));
}
