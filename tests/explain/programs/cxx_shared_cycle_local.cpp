// SPDX-License-Identifier: GPL-2.0-or-later
// Two objects own each other by shared_ptr; the owners outside are local variables.
// explain: cycle left in work @lost; local first of work / local second of work
#include "explain.h"
#include <memory>

struct Node {
  std::shared_ptr<Node> peer;
  char text[1328];
};

static NOIPA void make_node(std::shared_ptr<Node> &out)
{
  out = std::make_shared<Node>();
}

static NOIPA long work()
{
  std::shared_ptr<Node> first, second;
  make_node(first);
  make_node(second);
  first->peer = second;
  second->peer = first;
  return first.use_count(); // @lost
} // @lost

int main()
{
  return work() != 2;
}
