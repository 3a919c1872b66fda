// SPDX-License-Identifier: GPL-2.0-or-later
// --realloc-zero-bytes-frees=no makes realloc(p, 0) a block of one byte.
// needs: seep
// compare: no, Valgrind 3.19 has no such option
// run: --realloc-zero-bytes-frees=no
// stdout: block
// reject: Invalid write
// expect: in use at exit: 1 bytes in 1 blocks
// run: --realloc-zero-bytes-frees=yes
// stdout: null
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  void *volatile p = malloc(1337);
  p = realloc(p, 0);
  if (p)
    *(char *)p = 0;
  puts(p ? "block" : "null");
}
