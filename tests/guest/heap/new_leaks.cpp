// SPDX-License-Identifier: GPL-2.0-or-later
// A lost block names the operator that made it, demangled.
// build: -std=c++17
// run:
// expect: 1,001 bytes in 1 blocks are definitely lost
// next: at operator new(unsigned long)
// next: by lose() (new_leaks.cpp:@one)
// expect: 1,002 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// expect: 1,003 bytes in 1 blocks are definitely lost
// next: at operator new(unsigned long, std::nothrow_t const&)
// expect: 1,004 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long, std::nothrow_t const&)
// expect: 1,005 bytes in 1 blocks are definitely lost
// next: at operator new(unsigned long, std::align_val_t)
// expect: 1,006 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long, std::align_val_t)
#include "guest.h"
#include <new>
static NOINLINE void lose()
{
  void *volatile p;
  p = operator new(1001); // @one
  p = operator new[](1002);
  p = operator new(1003, std::nothrow);
  p = operator new[](1004, std::nothrow);
  p = operator new(1005, std::align_val_t(64));
  p = operator new[](1006, std::align_val_t(64));
  p = nullptr;
}
int main()
{
  lose();
  scrub();
}
