// SPDX-License-Identifier: GPL-2.0-or-later
// realloc of memory that new made is a mismatch.
// build: -Wno-mismatched-new-delete
// run:
// expect: Mismatched free() / delete / delete []
// next: at realloc
// expect: is 0 bytes inside a block of size 1,337 alloc'd
// next: at operator new(unsigned long)
#include <cstdlib>
#include <new>
int main()
{
  void *volatile p = operator new(1337);
  p = realloc(p, 2000);
  free(p);
}
