// SPDX-License-Identifier: GPL-2.0-or-later
// musl's malloc() is a weak symbol, and is replaced in a static program as well.
// needs: musl-gcc seep
// compare: no, Memcheck replaces nothing in static programs
// after: musl-gcc -I $SRC -g -O0 -static $SRC/processes/static_musl.c -o static_musl
// run:
// stdout: /musl/x
// expect: Invalid read of size 1
// next: at main (static_musl.c:@read)
// expect: 1 bytes after a block of size 1,337 alloc'd
// next: at malloc
// next: by lose (static_musl.c:@lose)
// expect: 64 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static NOINLINE char *lose(void)
{
  return malloc(1337); // @lose
}
int main(void)
{
  char *volatile block = lose();
  (void)*(volatile char *)(block + 1338); // @read
  char *volatile aligned = aligned_alloc(64, 64);
  aligned = block = NULL;
  char *path = strdup("/musl/x");
  puts(path);
  free(path);
  scrub();
  return 0;
}
