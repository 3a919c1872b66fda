// SPDX-License-Identifier: GPL-2.0-or-later
// A function that makes nodes and hands them on is a wrapper of malloc; of the two that call it one is fixed, and another one
// gets a leak.
// findings: 2
// expect: same 1, new 1, fixed 1, gate fails
// place: @second @third
#include <stdlib.h>

struct node {
  int number;
  char room[73];
};

static struct node *volatile kept;

static struct node *make_node(int number)
{
  struct node *node = malloc(sizeof *node);
  if (!node)
    return NULL;
  node->number = number;
  return node;
}

static void first(void)
{
  kept = make_node(1);
  free(kept); //>
}

static void second(void)
{
  kept = make_node(2); // @second
}

static void third(void)
{
  struct node *node = make_node(3); // @third
  kept = node;
  free(node); //<
}

int main(void)
{
  first();
  second();
  third();
  kept = NULL;
  return 0;
}
