// SPDX-License-Identifier: GPL-2.0-or-later
// A visitor with virtual functions stores where its maker has said.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <vector>

#include "pair.h"

struct visitor {
  virtual void visit(int number) = 0;
};

struct collector : visitor {
  std::vector<int *> &found;
  explicit collector(std::vector<int *> &into) : found(into) {}
  void visit(int number) override { found.push_back(new int(number)); }
};

static APART void walk(int count, visitor &what)
{
  for (int i = 1; i <= count; i++)
    what.visit(i);
}

static void collect(std::vector<int *> &into)
{
  collector all(into);
  walk(1, all);
}

static APART int first(void)
{
  std::vector<int *> one;
  collect(one);
  int used = *one[0];
  delete one[0]; //>
  return used;
}

static APART int second(void)
{
  std::vector<int *> other;
  collect(other); // @made
  int used = *other[0];
  delete other[0]; //<
  return used;
}
