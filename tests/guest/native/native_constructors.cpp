// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: blocks of before main() and of after it count; what a destructor frees is not lost.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: main
// expect: 777 bytes in 1 blocks are definitely lost
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,778 bytes in 2 blocks
#include "lose.h"
#include <cstdio>

struct early {
  char *block = new char[1337];
  early() { lose(1001); }
  ~early()
  {
    delete[] block;
    block = nullptr;
    lose(777);
    scrub();
  }
};

static early one;

int main()
{
  puts("main");
}
