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

static struct node *volatile first, *volatile second, *volatile shared;

static void make_first(void)
{
  first = calloc(1, sizeof *first);
}

static void make_second(void)
{
  second = calloc(1, sizeof *second);
}

int main(int argc, char **argv)
{
  int is_second_lower = argc > 1 && atoi(argv[1]);
  for (int turn = 0; turn < 2; turn++)
    if (turn == is_second_lower)
      make_first();
    else
      make_second();
  shared = calloc(1, sizeof *shared);
  first->next = shared;
  second->next = shared;
  first = second = shared = NULL;
  return 0;
}
