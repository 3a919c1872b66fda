// SPDX-License-Identifier: GPL-2.0-or-later
// Two objects own each other by shared_ptr; the last owner outside is reset.
// explain -O0: cycle left in forget @lost
// explain -O2: cycle overwritten NULL in forget @lost; global g_root
#include "explain.h"
#include <memory>

struct Node {
  std::shared_ptr<Node> peer;
  char text[80];
};
std::shared_ptr<Node> g_root;

static NOIPA std::shared_ptr<Node> make_node()
{
  return std::make_shared<Node>();
}

static NOIPA void make()
{
  g_root = make_node();
  g_root->peer = make_node();
  g_root->peer->peer = g_root;
}

static NOIPA void forget()
{
  g_root.reset(); // @lost
}

int main()
{
  make();
  forget();
  return g_root != nullptr;
}
