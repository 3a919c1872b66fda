// SPDX-License-Identifier: GPL-2.0-or-later
// Memory the program maps itself is scanned: a block it points to is still reachable.
// run: --show-leak-kinds=all
// expect: 1,337 bytes in 1 blocks are still reachable
#include "guest.h"
#include <stdlib.h>
#include <sys/mman.h>
static NOINLINE void hide(void)
{
  void **page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[17] = malloc(1337);
}
int main(void)
{
  hide();
  scrub();
}
