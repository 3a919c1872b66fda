// SPDX-License-Identifier: GPL-2.0-or-later
// new[] with delete, new with delete[] and new with free: three mismatches.
// build: -Wno-mismatched-new-delete
// run:
// expect: Mismatched free() / delete / delete []
// next: at operator delete(void*
// expect: is 0 bytes inside a block of size 1,001 alloc'd
// next: at operator new[](unsigned long)
// expect: Mismatched free() / delete / delete []
// next: at operator delete[](void*
// expect: is 0 bytes inside a block of size 1,002 alloc'd
// next: at operator new(unsigned long)
// expect: Mismatched free() / delete / delete []
// next: at free
// expect: is 0 bytes inside a block of size 1,003 alloc'd
// expect: All heap blocks were freed
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <cstdlib>
#include <new>
int main()
{
  void *volatile p = operator new[](1001);
  operator delete(p);
  p = operator new(1002);
  operator delete[](p);
  p = operator new(1003);
  free(p);
}
