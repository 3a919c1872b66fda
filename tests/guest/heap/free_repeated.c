// SPDX-License-Identifier: GPL-2.0-or-later
// The same mistake at the same place is one context with a count.
// build: -Wno-free-nonheap-object
// run: -v
// expect: ERROR SUMMARY: 17 errors from 1 contexts
// expect: 17 errors in context 1 of 1:
// next: Invalid free()
#include <stdlib.h>
int main(void)
{
  void *volatile p = (void *)0x539;
  for (int i = 0; i < 17; i++)
    free(p);
}
