// SPDX-License-Identifier: GPL-2.0-or-later
// A lost list of 100 nodes: one definite, 99 indirect, the oldest node leads.
// run: --show-leak-kinds=all
// expect: 2,376 bytes in 99 blocks are indirectly lost
// expect: 2,400 (24 direct, 2,376 indirect) bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
struct node {
  struct node *next;
  long filler[2];
};
static NOINLINE void lose(void)
{
  struct node *volatile list = NULL;
  for (int i = 0; i < 100; i++) {
    struct node *node = calloc(1, sizeof *node);
    node->next = list;
    list = node;
    if (i == 98)
      scrub();
  }
  list = NULL;
}
int main(void)
{
  lose();
  scrub();
}
