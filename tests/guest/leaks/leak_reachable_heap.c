// SPDX-License-Identifier: GPL-2.0-or-later
// Reachability goes through blocks: a global list of three blocks is all reachable.
// run:
// expect: still reachable: 4,011 bytes in 3 blocks
#include <stdlib.h>
void **list;
int main(void)
{
  for (int i = 0; i < 3; i++) {
    void **node = malloc(1337);
    *node = list;
    list = node;
  }
}
