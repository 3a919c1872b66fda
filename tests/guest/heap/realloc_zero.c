// SPDX-License-Identifier: GPL-2.0-or-later
// realloc(p, 0) frees; Seep says that it did, where Valgrind 3.19 kept silent.
// needs: seep
// compare: no, Valgrind 3.19 has no such error
// run:
// expect: realloc() with size 0
// next: at realloc
// next: by main (realloc_zero.c:@realloc)
// next: is 0 bytes inside a block of size 1,337 alloc'd
// expect: All heap blocks were freed
// run: --show-realloc-size-zero=no
// reject: realloc() with size 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
int main(void)
{
  void *volatile p = malloc(1337);
  p = realloc(p, 0); // @realloc
}
