// SPDX-License-Identifier: GPL-2.0-or-later
// release() of a unique_ptr is taken for "free it".
// explain -O0: 1337 left in drop @lost; local __p of release; dropped in drop @end
// explain -O2: 1337 overwritten NULL in drop @lost; global g_owner; stored in make @stored
#include "explain.h"
#include <memory>

std::unique_ptr<char[]> g_owner;

static NOIPA void make()
{
  g_owner.reset(new char[1337]); // @stored
}

static NOIPA void drop()
{
  g_owner.release(); // @lost
} // @end

int main()
{
  make();
  drop();
  return g_owner != nullptr;
}
