// SPDX-License-Identifier: GPL-2.0-or-later
// An atomic exchange or addition takes the origin of its operand along.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_exchange.c:@use)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_exchange.c:@made)
#include <stdlib.h>
static long word;
int main(void)
{
  long *p = malloc(64); // @made
  long old = __atomic_exchange_n(&word, ((volatile long *)p)[3], __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&word, 5 + old, __ATOMIC_SEQ_CST);
  free(p);
  if (__atomic_load_n(&word, __ATOMIC_SEQ_CST)) // @use
    old = 1;
  return 0;
}
