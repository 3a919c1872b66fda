// SPDX-License-Identifier: GPL-2.0-or-later
// Far from all blocks the nearest one is named, live or freed; Memcheck names what its allocator has free there.
// compare: no (Memcheck names its allocator's memory)
// run:
// only: seep
// expect: Invalid read of size 1
// next: main (describe_block_far.c:@BEHIND)
// next: /is 20,000 bytes after a block of size 1,337 alloc'd$/
// next: malloc
// expect: main (describe_block_far.c:@FREED)
// next: /is 10,000 bytes (after|before) a block of size 300,000 free'd$/
// next: free
// run: --personality=memcheck
// only: seep
// expect: main (describe_block_far.c:@BEHIND)
// reject: in arena "client" of
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(1337);
  seen = p[1337 + 20000]; // @BEHIND
  volatile char *q = malloc(300000);
  free((void *)q);
  seen = q[300000 + 10000]; // @FREED
  free((void *)p);
}
