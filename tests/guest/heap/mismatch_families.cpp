// SPDX-License-Identifier: GPL-2.0-or-later
// Memory of one family freed by another is reported with both stacks: malloc with delete, new[] with delete, new with delete[], new with
// free, and new with realloc.
// build: -Wno-mismatched-new-delete
// run:
// expect: Mismatched free() / delete / delete []
// next: at operator delete(void*
// next: by main (mismatch_families.cpp:@delete)
// next: is 0 bytes inside a block of size 1,337 alloc'd
// next: at malloc
// next: by main (mismatch_families.cpp:@malloc)
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
// expect: Mismatched free() / delete / delete []
// next: at realloc
// expect: is 0 bytes inside a block of size 1,004 alloc'd
// next: at operator new(unsigned long)
// expect: All heap blocks were freed
// expect: ERROR SUMMARY: 5 errors from 5 contexts
// run: --show-mismatched-frees=no
// reject: Mismatched
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <cstdlib>
#include <new>
int main()
{
  void *volatile p = malloc(1337); // @malloc
  operator delete(p); // @delete
  p = operator new[](1001);
  operator delete(p);
  p = operator new(1002);
  operator delete[](p);
  p = operator new(1003);
  free(p);
  p = operator new(1004);
  p = realloc(p, 2000);
  free(p);
}
