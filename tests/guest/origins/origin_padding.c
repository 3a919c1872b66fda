// SPDX-License-Identifier: GPL-2.0-or-later
// The padding of a structure has an origin as well; a comparison of its bytes finds it.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: main (origin_padding.c:@made)
#include "guest.h"
struct record {
  char kind;
  long value;
};
static NOINLINE int differ(const void *a, const void *b, unsigned size)
{
  const volatile char *p = a, *q = b;
  for (unsigned i = 0; i < size; i++)
    if (p[i] != q[i])
      return 1;
  return 0;
}
static struct record all_zero;
int main(void)
{ // @made
  struct record r;
  r.kind = 0;
  r.value = 0;
  differ(&r, &all_zero, 2);
  return 0;
}
