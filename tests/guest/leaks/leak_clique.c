// SPDX-License-Identifier: GPL-2.0-or-later
// A ring of five with a tail of two: one leader, and all the others are indirectly lost through it.
// run: --show-leak-kinds=all
// expect: 1,199 (24 direct, 1,175 indirect) bytes in 1 blocks are definitely lost
// expect: definitely lost: 24 bytes in 1 blocks
// next: indirectly lost: 1,175 bytes in 6 blocks
#include "guest.h"
#include <stdlib.h>
struct node {
  struct node *next;
  void *tail;
  long filler;
};
static NOINLINE void lose(void)
{
  struct node *first = calloc(1, sizeof *first), *last = first;
  for (int i = 1; i < 5; i++)
    last = last->next = calloc(1, sizeof *last);
  last->next = first;
  void **tail = calloc(1, 16);
  tail[1] = calloc(1, 1063);
  first->tail = tail;
}
int main(void)
{
  lose();
  scrub();
}
