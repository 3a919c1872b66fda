// SPDX-License-Identifier: GPL-2.0-or-later
// An object with a string and a vector is lost: both go with it.
// explain: 2040 overwritten NULL in forget @lost; global g_owner; stored in make @stored
// explain: 1337 indirect by holder; block +0 from make @stored
// explain: 4004 indirect by holder; block +32 from make @stored
#include "explain.h"
#include <string>
#include <vector>

struct Owner {
  std::string name;
  std::vector<int> numbers;
  char filler[1984];
};
Owner *g_owner;

static NOIPA void make()
{
  g_owner = new Owner; // @stored
  g_owner->name.assign(1336, 'x');
  g_owner->numbers.resize(1001);
}

static NOIPA void forget()
{
  g_owner = nullptr; // @lost
}

int main()
{
  make();
  forget();
  return g_owner != nullptr;
}
