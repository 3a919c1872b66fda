// SPDX-License-Identifier: GPL-2.0-or-later
// realloc(p, 0) frees; Seep says that it did, where Valgrind 3.19 kept silent. --realloc-zero-bytes-frees=no makes it a block of one byte.
// needs: seep
// compare: no, Valgrind 3.19 has no such error, nor the option
// run:
// stdout: null
// expect: realloc() with size 0
// next: at realloc
// next: by main (realloc_zero.c:@realloc)
// next: is 0 bytes inside a block of size 1,337 alloc'd
// expect: All heap blocks were freed
// run: --show-realloc-size-zero=no
// reject: realloc() with size 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --realloc-zero-bytes-frees=no
// stdout: block
// reject: Invalid write
// expect: in use at exit: 1 bytes in 1 blocks
// run: --realloc-zero-bytes-frees=yes
// stdout: null
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  char *volatile p = malloc(1337);
  p = realloc(p, 0); // @realloc
  if (p)
    *p = 0;
  write(1, p ? "block\n" : "null\n", p ? 6 : 5); // without a buffer on the heap
}
