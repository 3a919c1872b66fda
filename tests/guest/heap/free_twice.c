// SPDX-License-Identifier: GPL-2.0-or-later
// A double free shows the second free, the first one and the allocation.
// build: -Wno-use-after-free
// run:
// expect: Invalid free() / delete / delete[] / realloc()
// next: at free
// next: by main (free_twice.c:@second)
// next: is 0 bytes inside a block of size 1,337 free'd
// next: at free
// next: by main (free_twice.c:@first)
// next: Block was alloc'd at
// next: at malloc
// next: by main (free_twice.c:@malloc)
// expect: total heap usage: 1 allocs, 2 frees, 1,337 bytes allocated
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: --keep-stacktraces=alloc
// expect: Invalid free()
// expect: is 0 bytes inside a block of size 1,337 free'd
// expect: Block was alloc'd at
// next: at malloc
// run: --keep-stacktraces=free
// expect: is 0 bytes inside a block of size 1,337 free'd
// next: at free
// reject: Block was alloc'd at
// run: --keep-stacktraces=none
// expect: Invalid free()
// reject: at malloc
#include <stdlib.h>
int main(void)
{
  void *volatile p = malloc(1337); // @malloc
  free(p); // @first
  free(p); // @second
}
