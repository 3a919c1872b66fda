// SPDX-License-Identifier: GPL-2.0-or-later
// The local of a function that has returned is below the stack.
// run:
// expect: Invalid read of size 1
// next: at main (addr_dead_frame.c:@read)
// next: is on thread 1's stack
// next: bytes below stack pointer
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "guest.h"
static NOINLINE char *dead(void)
{
  char local[1337] = "x";
  char *volatile p = local;
  return p;
}
static volatile char sink;
int main(void)
{
  volatile char *p = dead();
  char c = *p; // @read
}
