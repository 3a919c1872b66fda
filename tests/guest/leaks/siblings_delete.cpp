// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks of new, freed by delete in a destructor: the destructor's own line is named, not the operator.
// needs: seep
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 6 of 7 blocks allocated here were freed by pool::Buffer::~Buffer() (siblings_delete.cpp:@deleted), called by handle(
// next: Finding
#include "guest.h"
namespace pool {
struct Buffer {
  char *bytes = new char[1337];
  NOINLINE ~Buffer()
  {
    delete[] bytes; // @deleted
  }
};
}
static NOINLINE void handle(bool gives_away)
{
  pool::Buffer buffer;
  if (gives_away)
    buffer.bytes = nullptr;
}
int main()
{
  for (int i = 0; i < 7; i++)
    handle(i == 3);
  scrub();
}
