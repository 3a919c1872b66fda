// SPDX-License-Identifier: GPL-2.0-or-later
// Once the only mapping that held the pointer is gone, the block is definitely lost.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
#include <sys/mman.h>
static NOINLINE void lose(void)
{
  void **page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[17] = malloc(1337);
  munmap(page, 4096);
}
int main(void)
{
  lose();
  scrub();
}
