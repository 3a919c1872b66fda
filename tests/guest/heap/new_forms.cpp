// SPDX-License-Identifier: GPL-2.0-or-later
// Every form of operator new makes a block, and its own delete frees it without complaint.
// build: -std=c++17 -faligned-new
// run:
// expect: total heap usage: 
// expect: All heap blocks were freed -- no leaks are possible
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <new>
struct alignas(64) wide {
  char bytes[192];
};
struct plain {
  int value;
  ~plain() { value = 0; }
};
int main()
{
  delete new plain;
  delete[] new plain[7];
  plain *p = new (std::nothrow) plain;
  delete p;
  p = new (std::nothrow) plain[3];
  delete[] p;
  delete new wide;
  delete[] new wide[3];
  wide *w = new (std::nothrow) wide;
  delete w;
  w = new (std::nothrow) wide[2];
  delete[] w;
  operator delete(operator new(1337), std::size_t(1337));
  operator delete[](operator new[](1337), std::size_t(1337));
  operator delete(operator new(1337), std::nothrow);
  operator delete[](operator new[](1337), std::nothrow);
  std::align_val_t alignment{128};
  operator delete(operator new(1337, alignment), alignment);
  operator delete[](operator new[](1337, alignment), alignment);
  operator delete(operator new(1337, alignment), std::size_t(1337), alignment);
  operator delete[](operator new[](1337, alignment), std::size_t(1337), alignment);
  operator delete(operator new(1337, alignment, std::nothrow), alignment, std::nothrow);
  operator delete[](operator new[](1337, alignment, std::nothrow), alignment, std::nothrow);
}
