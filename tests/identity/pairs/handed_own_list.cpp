// SPDX-License-Identifier: GPL-2.0-or-later
// A list of the program itself gets a node.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct node {
  node *next;
  int number;
};
struct list {
  node *first = nullptr;
  void add(int number) { first = new node{first, number}; }
};

static APART int first(void)
{
  list one; one.add(1);
  int used = one.first->number;
  delete one.first; //>
  return used;
}

static APART int second(void)
{
  list one_2; one_2.add(1); // @made
  int used = one_2.first->number;
  delete one_2.first; //<
  return used;
}
