// SPDX-License-Identifier: GPL-2.0-or-later
// A program with a malloc of its own: replaced like any malloc, unless --soname-synonyms says to leave it alone.
// run: --soname-synonyms=somalloc=nouserintercepts
// stdout: own
// expect: total heap usage: 0 allocs
// run:
// stdout: replaced
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --soname-synonyms=somalloc=NONE
// stdout: replaced
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (heap_own_malloc.c:@lose)
#include "guest.h"
#include <stddef.h>
#include <unistd.h>
static char arena[65536] __attribute__((aligned(16)));
static size_t used;
void *malloc(size_t size)
{
  size_t offset = used;
  used += (size + 15) / 16 * 16;
  return used <= sizeof arena ? arena + offset : NULL;
}
void free(void *p)
{
  (void)p;
}
static NOINLINE int lose(void)
{
  char *volatile p = malloc(1337); // @lose
  int own = p >= arena && p < arena + sizeof arena;
  p = NULL;
  return own;
}
int main(void)
{
  int own = lose();
  scrub();
  return write(1, own ? "own\n" : "replaced\n", own ? 4 : 9) < 0;
}
