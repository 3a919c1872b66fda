// SPDX-License-Identifier: GPL-2.0-or-later
// Leaks before main and after it, in constructors and destructors of globals, are found.
// run:
// expect: 1,001 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by early::early() (stack_constructor.cpp:@early)
// expect: 1,002 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by early::~early() (stack_constructor.cpp:@late)
#include "guest.h"
static char *volatile sink;
struct early {
  early()
  {
    sink = new char[1001]; // @early
    sink = nullptr;
    scrub();
  }
  ~early()
  {
    sink = new char[1002]; // @late
    sink = nullptr;
    scrub();
  }
};
static early global;
int main()
{
}
