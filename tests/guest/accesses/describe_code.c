// SPDX-License-Identifier: GPL-2.0-or-later
// An address in code is shown as a frame of a stack is.
// build: -Wno-free-nonheap-object
// run:
// expect: Invalid free()
// expect: /is in the Text segment of .*\/describe_code$/
// next: /^at main \(describe_code\.c:\d+\)$/
#include <stdlib.h>
int main(void)
{
  char *volatile p = (char *)main + 1;
  free(p);
}
