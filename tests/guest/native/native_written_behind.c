// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: bytes behind a block that were overwritten are noticed when the block is freed, when it is resized, or
// at the end, and told as what they are: found later than they happened. Behind a block of which no byte is left over
// there is the head of the next one. The C library would end the program, but goes on.
// compare: no, it is Seep's own
// build: -O0 -w
// run: --checks=leaks
// exit: 3
// stdout: went on 1
// expect: Invalid write behind a block, found later than it happened: the block was alloc'd
// next: at malloc
// next: by make (native_written_behind.c:@make)
// next: by at_free (native_written_behind.c:
// expect: is 0 bytes after a block of size 13 alloc'd
// next: 1 byte was overwritten; this was found when the block was freed or resized
// next: at free
// next: by at_free (native_written_behind.c:@freed)
// expect: is 3 bytes after a block of size 35 alloc'd
// next: Up to 2 bytes were overwritten; this was found when the block was freed or resized
// next: at realloc
// expect: is 0 bytes after a block of size 24 alloc'd
// next: How much was overwritten is not known; this was found when the block was freed or resized
// expect: is 7 bytes after a block of size 1,337 alloc'd
// next: 1 byte was overwritten; this was found when the block was freed or resized
// expect: is 1 bytes after a block of size 300,001 alloc'd
// expect: is 0 bytes after a block of size 45 alloc'd
// next: 1 byte was overwritten; this was found at the end of the program
// expect: definitely lost: 0 bytes in 0 blocks
// expect: ERROR SUMMARY: 6 errors from 6 contexts
// run: --checks=leaks --style=people
// exit: 3
// expect: heap buffer overflow, found later than it happened: a write just past a block of 13 bytes
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *kept;

static NOINLINE char *make(size_t bytes)
{
  return malloc(bytes); // @make
}

static NOINLINE void at_free(size_t bytes, size_t first, size_t end)
{
  char *volatile block = make(bytes);
  memset(block, 1, bytes);
  memset(block + first, 0, end - first);
  free(block); // @freed
}

static NOINLINE char at_resize(void)
{
  char *volatile block = make(35);
  memset(block, 1, 35);
  block[38] = 2;
  block[39] = 2;
  block = realloc(block, 5000);
  const char last = block[34];
  free(block);
  return last;
}

static NOINLINE void into_head(void)
{
  enum { BLOCKS = 50, CHUNK = 32 };
  char *blocks[BLOCKS];
  int neighbour = 0;
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = make(24);
  while (blocks[neighbour] + CHUNK != blocks[neighbour + 1])
    neighbour++;
  blocks[neighbour][24] = 0;
  for (int i = 0; i < BLOCKS; i++)
    free(blocks[i]);
}

int main(void)
{
  at_free(13, 13, 14);
  const char last = at_resize();
  into_head();
  at_free(1337, 1344, 1345);
  at_free(300001, 300002, 300003);
  kept = make(45);
  kept[45] = 0;
  printf("went on %d\n", last);
  return 3;
}
