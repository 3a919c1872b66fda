// SPDX-License-Identifier: GPL-2.0-or-later
// Only a pointer to the second base of an object is left: it leads into the object, not to its start.
// explain: 64 reachable held; global g_second; into 32; stored in keep @stored
#include "explain.h"

struct First {
  virtual ~First() {}
  long a[3] = {1, 2, 3};
};
struct Second {
  virtual ~Second() {}
  long b[3] = {4, 5, 6};
};
struct Both : First, Second {};
Second *g_second;

static NOIPA void keep()
{
  g_second = new Both; // @stored
}

int main()
{
  keep();
  return g_second->b[0] != 4;
}
