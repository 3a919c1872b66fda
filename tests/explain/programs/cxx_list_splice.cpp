// SPDX-License-Identifier: GPL-2.0-or-later
// A std::list moves to another one, its nodes with it, and is then lost with its owner.
// explain: cycle overwritten NULL in forget @lost; global g_list; stored in make @stored
#include "explain.h"
#include <list>

struct Item {
  char text[1344];
};
std::list<Item> *g_list;

static NOIPA void make()
{
  std::list<Item> items(3);
  g_list = new std::list<Item>; // @stored
  g_list->splice(g_list->begin(), items);
}

static NOIPA void forget()
{
  g_list = nullptr; // @lost
}

int main()
{
  make();
  forget();
  return g_list != nullptr;
}
