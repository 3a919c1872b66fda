// SPDX-License-Identifier: GPL-2.0-or-later
// The first byte of the next page behind a block that ends with its page.
// run:
// expect: Invalid read of size 1
// next: at main (addr_page_behind_block.c:@read)
// next: is 0 bytes after a block of size 4,096 alloc'd
// next: at memalign
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <malloc.h>
#include <stdlib.h>
static volatile char sink;
int main(void)
{
  volatile char *p = memalign(4096, 4096);
  sink = p[4096]; // @read
  free((void *)p);
}
