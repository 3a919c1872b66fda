// SPDX-License-Identifier: GPL-2.0-or-later
// clear() of a global vector of raw pointers leaves them where they are, behind its end; the next push_back() writes over the first.
// explain: 1337 overwritten block in add @lost; block +0; value from make @new
// explain: 1337 reachable held; block +8
#include "explain.h"
#include <vector>

static std::vector<char *> *g_items;

static NOIPA char *make(std::size_t bytes)
{
  return new char[bytes](); // @new
}

static NOIPA void add(std::size_t bytes)
{
  char *item = make(bytes);
  g_items->push_back(item); // @lost
}

int main()
{
  g_items = new std::vector<char *>;
  g_items->reserve(4);
  add(1337);
  add(1337);
  g_items->clear();
  add(2001);
  return g_items->size() != 1;
}
