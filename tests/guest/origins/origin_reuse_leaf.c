// SPDX-License-Identifier: GPL-2.0-or-later
// Leaf functions keep their variables below the stack pointer; nothing stays there from call to call.
// build: -O1 -fno-stack-protector
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: second
// next: by main
// next: Uninitialised value was created by a stack allocation
// next: second (origin_reuse_leaf.c:
// reject: heap allocation
#include <stdlib.h>
#include "guest.h"
static NOINLINE void first(const int *p)
{
  volatile int x[20];
  for (int i = 0; i < 20; i++)
    x[i] = p[i];
}
static NOINLINE int second(void)
{
  volatile int x[20];
  if (x[10])
    __asm__ volatile("" : : : "memory");
  return 0;
}
int main(void)
{
  int *p = malloc(128);
  first(p);
  second();
  free(p);
}
