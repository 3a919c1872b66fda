// SPDX-License-Identifier: GPL-2.0-or-later
// Exceptions pass through checked code, and what they skip to free is lost.
// run:
// stdout: caught 17
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by thrower(int) (stack_exception.cpp:@new)
#include "guest.h"
#include <cstdio>
static NOINLINE void thrower(int n)
{
  char *volatile p = new char[1337]; // @new
  if (n)
    throw n;
  delete[] p;
}
static NOINLINE void call()
{
  try {
    thrower(17);
  } catch (int n) {
    printf("caught %d\n", n);
  }
}
int main()
{
  call();
  scrub();
}
