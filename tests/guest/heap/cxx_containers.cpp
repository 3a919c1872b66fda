// SPDX-License-Identifier: GPL-2.0-or-later
// A lost map of strings: its nodes and the long strings in them are indirectly lost with it.
// run: --show-leak-kinds=all
// expect: are indirectly lost
// expect: are definitely lost
// expect: definitely lost: 48 bytes in 1 blocks
// next: indirectly lost: 14,200 bytes in 200 blocks
#include "guest.h"
#include <map>
#include <string>
static NOINLINE void lose()
{
  auto *volatile map = new std::map<int, std::string>;
  for (int i = 0; i < 100; i++)
    (*map)[i].assign(69, 'x');
  map = nullptr;
}
int main()
{
  lose();
  scrub();
}
