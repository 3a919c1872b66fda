// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer in a frame that is live at exit() keeps its block reachable.
// run: --show-leak-kinds=reachable
// expect: 1,337 bytes in 1 blocks are still reachable
#include <stdlib.h>
int main(void)
{
  void *volatile p = malloc(1337);
  (void)p;
  exit(0);
}
