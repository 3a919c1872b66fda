// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: what is written in front of a block destroys what the C library has noted there. It is found when the
// block is freed, which the C library is spared, or at the end.
// compare: no, it is Seep's own
// build: -O0 -w
// run: --checks=leaks
// stdout: went on
// expect: Invalid write in front of a block, found later than it happened: the block was alloc'd
// next: at malloc
// next: by main (native_written_before.c:@malloc)
// next: is 8 bytes before a block of size 1,337 alloc'd
// next: How much was overwritten is not known; this was found when the block was freed or resized
// next: at free
// expect: is 8 bytes before a block of size 100 alloc'd
// next: How much was overwritten is not known; this was found when the block was freed or resized
// next: at realloc
// expect: is 8 bytes before a block of size 1,001 alloc'd
// next: How much was overwritten is not known; this was found at the end of the program
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *kept;

int main(void)
{
  char *volatile block = malloc(1337); // @malloc
  memset(block - 8, 0x55, 8);
  free(block);
  block = malloc(100);
  strcpy(block, "contents");
  block[-7] = 0x7f;
  block = realloc(block, 200);
  if (strcmp(block, "contents") == 0)
    write(1, "went on\n", 8);
  free(block);
  kept = malloc(1001);
  memset(kept - 8, 0x55, 8);
  return 0;
}
