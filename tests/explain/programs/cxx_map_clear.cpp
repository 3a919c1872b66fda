// SPDX-License-Identifier: GPL-2.0-or-later
// A map of raw pointers is cleared: its nodes are freed, what they point to is not.
// explain: 3 x 1337 freed in forget @lost; block +40
#include "explain.h"
#include <map>

std::map<int, char *> g_map;

static NOIPA void fill()
{
  for (int i = 0; i < 3; i++)
    g_map[i] = new char[1337]();
}

static NOIPA void forget()
{
  g_map.clear(); // @lost
}

int main()
{
  fill();
  forget();
  return !g_map.empty();
}
