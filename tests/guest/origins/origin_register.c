// SPDX-License-Identifier: GPL-2.0-or-later
// A value that lives in a register and on the stack of others keeps its origin.
// build: -O1
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_register.c:@use)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_register.c:@made)
#include <stdlib.h>
#include "guest.h"
static NOINLINE void busy(void)
{
  __asm__ volatile("push %%rbx; push %%rbp; xor %%ebx,%%ebx; pop %%rbp; pop %%rbx" : : : "rbx", "r12", "r13", "r14", "r15");
}
int main(void)
{
  long *p = malloc(64); // @made
  long value = ((volatile long *)p)[4] * 3 + 7;
  busy();
  free(p);
  busy();
  if (value == 28) // @use
    busy();
  return 0;
}
