// SPDX-License-Identifier: GPL-2.0-or-later
// Namespaces, templates, operators and lambdas are shown as they are written; --demangle=no shows the linker's names.
// build: -std=c++17
// run:
// expect: 1,001 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by zoo::cage<int, 17>::fill(char const*) (symbols_cxx_names.cpp:@fill)
// expect: 1,002 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by main::{lambda(int)#1}::operator()(int) const (symbols_cxx_names.cpp:@lambda)
// expect: 1,003 bytes in 1 blocks are definitely lost
// next: at operator new[](unsigned long)
// next: by (anonymous namespace)::hidden::operator+=(int) (symbols_cxx_names.cpp:@plus)
// run: --demangle=no
// expect: 1,001 bytes in 1 blocks are definitely lost
// next: at _Znam
// next: by _ZN3zoo4cageIiLi17EE4fillEPKc (symbols_cxx_names.cpp:@fill)
#include "guest.h"
static char *volatile sink;
namespace zoo {
template <typename T, int N> struct cage {
  NOINLINE void fill(const char *) { sink = new char[1001]; } // @fill
};
}
namespace {
struct hidden {
  NOINLINE void operator+=(int n) { sink = new char[n]; } // @plus
};
}
int main()
{
  zoo::cage<int, 17>().fill("lion");
  auto lambda = [](int n) { sink = new char[n]; }; // @lambda
  lambda(1002);
  hidden h;
  h += 1003;
  sink = nullptr;
  scrub();
}
