// SPDX-License-Identifier: GPL-2.0-or-later
// Two lost blocks that point at each other: one leads, the other is indirectly lost.
// run: --show-leak-kinds=all
// expect: 24 bytes in 1 blocks are indirectly lost
// expect: 48 (24 direct, 24 indirect) bytes in 1 blocks are definitely lost
// expect: definitely lost: 24 bytes in 1 blocks
// next: indirectly lost: 24 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
struct node {
  struct node *next;
  long filler[2];
};
static NOINLINE void lose(void)
{
  struct node *volatile a = calloc(1, sizeof *a);
  struct node *volatile b = calloc(1, sizeof *b);
  a->next = b;
  b->next = a;
  a = b = NULL;
}
int main(void)
{
  lose();
  scrub();
}
