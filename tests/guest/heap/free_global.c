// SPDX-License-Identifier: GPL-2.0-or-later
// Freeing a global names its segment.
// build: -Wno-free-nonheap-object
// run: --read-var-info=no
// expect: Invalid free()
// expect: /is 8 bytes inside data symbol "global"|is in the BSS segment|in a rw- mapped/
#include <stdlib.h>
long global[8];
int main(void)
{
  void *volatile p = &global[1];
  free(p);
}
