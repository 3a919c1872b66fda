// SPDX-License-Identifier: GPL-2.0-or-later
// Ten million errors are enough, and do not take forever.
// build: -Wno-free-nonheap-object
// run:
// expect: More than 10000000 total errors detected.  I'm not reporting any more.
// expect: ERROR SUMMARY: 10000000 errors from 1 contexts (suppressed: 0 from 0)
#include <stdlib.h>
int main(void)
{
  void *volatile p = (void *)0x539;
  for (unsigned i = 0; i < 10000010; i++)
    free(p);
}
