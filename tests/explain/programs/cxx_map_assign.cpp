// SPDX-License-Identifier: GPL-2.0-or-later
// A map's value is set again under the same key.
// explain: 1337 overwritten block in put @lost; block +40; stored in put @lost
#include "explain.h"
#include <map>

static NOIPA void put(std::map<int, char *> &map, int key)
{
  map[key] = new char[1337](); // @lost
}

int main()
{
  std::map<int, char *> map;
  put(map, 4);
  put(map, 4);
  delete[] map[4];
}
