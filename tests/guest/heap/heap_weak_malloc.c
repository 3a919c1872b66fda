// SPDX-License-Identifier: GPL-2.0-or-later
// A weak malloc of the program's own is replaced like any other.
// needs: seep
// compare: no, the core replaces global symbols only
// build: -g -O0 -fno-builtin
// run:
// stdout: replaced
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: -v -v
// stdout: replaced
// expect: 1,337 bytes in 1 blocks are definitely lost
#include <stddef.h>
#include <unistd.h>
static char arena[65536] __attribute__((aligned(16)));
static size_t used;
__attribute__((weak)) void *malloc(size_t size)
{
  size_t offset = used;
  used += (size + 15) / 16 * 16;
  return used <= sizeof arena ? arena + offset : NULL;
}
__attribute__((weak)) void free(void *p)
{
  (void)p;
}
int main(void)
{
  char *volatile block = malloc(1337);
  if (block >= arena && block < arena + sizeof arena)
    (void)!write(1, "own\n", 4);
  else
    (void)!write(1, "replaced\n", 9);
  block = NULL;
  return 0;
}
