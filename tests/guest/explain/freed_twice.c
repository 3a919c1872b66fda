// SPDX-License-Identifier: GPL-2.0-or-later
// The pointer of a block that is freed twice.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid free() / delete / delete[] / realloc()
// expect: again (freed_twice.c:@again)
// expect: inside a block of size 1,337 free'd
// expect: A pointer to it is in the global variable "twice"; it was stored there in make() (freed_twice.c:@stored).
// reject: Another pointer
#include <stdlib.h>
#include "guest.h"
static char *volatile twice;
static NOINLINE void make(void)
{
  twice = malloc(1337); // @stored
}
static NOINLINE void again(void)
{
  free(twice); // @again
}
int main(void)
{
  make();
  free(twice);
  scrub();
  again();
  return 0;
}
