// SPDX-License-Identifier: GPL-2.0-or-later
// Heuristic list: elements of a doubly linked list keep the objects that they are parts of, as long as the list is held.
// needs: seep
// run: --show-leak-kinds=all
// expect: 57 bytes in 1 blocks are definitely lost
// expect: 101 bytes in 1 blocks are possibly lost
// expect: 285 bytes in 5 blocks are still reachable
// expect: of which reachable via heuristic:
// next: /list +: 285 bytes in 5 blocks/
// run: --leak-check-heuristics=none
// expect: possibly lost: 386 bytes in 6 blocks
// run: --personality=memcheck --leak-check=full --leak-check-heuristics=all
// expect: possibly lost: 386 bytes in 6 blocks
#include "guest.h"
#include <stddef.h>
#include <stdlib.h>
struct node {
  struct node *next, *previous;
};
static struct node list = {&list, &list}, lost = {&lost, &lost};
static struct node *empty;
static NOINLINE void add(struct node *to)
{
  char *object = malloc(57);
  struct node *node = (struct node *)(object + 40);
  *node = (struct node){to->next, to};
  to->next->previous = node;
  to->next = node;
}
static NOINLINE void take(void)
{
  for (int i = 0; i < 5; i++)
    add(&list);
  add(&lost);
  lost = (struct node){&lost, &lost};
  empty = (struct node *)((char *)malloc(101) + 40);
  *empty = (struct node){empty, empty};
}
int main(void)
{
  take();
  scrub();
}
