// SPDX-License-Identifier: GPL-2.0-or-later
// Memory of one family freed by another is reported with both stacks.
// build: -Wno-mismatched-new-delete
// run:
// expect: Mismatched free() / delete / delete []
// next: at operator delete(void*
// next: by main (mismatch_malloc_delete.cpp:@delete)
// next: is 0 bytes inside a block of size 1,337 alloc'd
// next: at malloc
// next: by main (mismatch_malloc_delete.cpp:@malloc)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: --show-mismatched-frees=no
// reject: Mismatched
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <cstdlib>
int main()
{
  void *volatile p = malloc(1337); // @malloc
  operator delete(p); // @delete
}
