// SPDX-License-Identifier: GPL-2.0-or-later
// -s lists the errors again at the end, the most frequent last, with their counts.
// build: -Wno-free-nonheap-object
// run: -s
// expect: ERROR SUMMARY: 4 errors from 2 contexts
// expect: 1 errors in context 1 of 2:
// next: Invalid free()
// expect: 3 errors in context 2 of 2:
// next: Invalid free()
// expect: ERROR SUMMARY: 4 errors from 2 contexts
#include <stdlib.h>
int main(void)
{
  void *volatile p = (void *)0x539;
  for (int i = 0; i < 3; i++)
    free(p);
  p = (void *)0x53a;
  free(p);
}
