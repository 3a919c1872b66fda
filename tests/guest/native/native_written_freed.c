// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: small blocks that were freed stay as they are for some time. Who reads one finds what was there; who
// writes to one is noticed when its memory is given to the C library, or at the end.
// compare: no, it is Seep's own
// build: -O0 -w
// run: --checks=leaks
// stdout: 1337 contents
// expect: Invalid write to a freed block, found later than it happened: the block was free'd
// next: at free
// next: by drop (native_written_freed.c:@drop)
// next: by main
// next: is 16 bytes inside a block of size 64 free'd
// next: Block was alloc'd at
// next: at malloc
// next: by main
// next: Up to 5 bytes were overwritten; this was found before its memory was used again
// expect: is 99 bytes inside a block of size 100 free'd
// expect: 1 byte was overwritten; this was found at the end of the program
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1000 };

static NOINLINE void drop(void *block)
{
  free(block); // @drop
}

int main(void)
{
  char *volatile block = malloc(64);
  strcpy(block, "contents");
  drop(block);
  block[16] = 1;
  block[20] = 1;
  const int length = printf("1337 %s\n", block);
  for (int i = 0; i < MANY; i++)
    free(malloc(64));
  block = malloc(100);
  memset(block, length, 100);
  drop(block);
  block[99]++;
  return 0;
}
