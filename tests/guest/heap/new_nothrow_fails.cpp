// SPDX-License-Identifier: GPL-2.0-or-later
// A nothrow new that cannot be satisfied returns null, and the program goes on.
// run:
// stdout: null
#include <cstdio>
#include <new>
int main()
{
  volatile unsigned long size = 1ul << 46;
  void *volatile p = operator new(size, std::nothrow);
  puts(p ? "block" : "null");
}
