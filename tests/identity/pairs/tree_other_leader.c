// SPDX-License-Identifier: GPL-2.0-or-later
// Two lost blocks from two places lead to a third; which of the two has the lower address, and so has it as indirectly lost, is
// chance. They may be one finding or two, but nothing has changed.
// run: ./prog 0 -> ./prog 1
// expect: same 2, gate passes
// or: same 1, gate passes
#include <stdlib.h>

struct node {
  struct node *next;
  char room[92];
};

static struct node *volatile kept;

static struct node *make_first(void)
{
  struct node *node = calloc(1, sizeof *node);
  kept = node;
  return node;
}

static struct node *make_second(void)
{
  struct node *node = calloc(1, sizeof *node);
  kept = node;
  return node;
}

int main(int argc, char **argv)
{
  struct node *first, *second;
  if (argc > 1 && atoi(argv[1])) {
    second = make_second();
    first = make_first();
  } else {
    first = make_first();
    second = make_second();
  }
  struct node *shared = calloc(1, sizeof *shared);
  first->next = shared;
  second->next = shared;
  first = second = shared = NULL;
  kept = NULL;
  return 0;
}
