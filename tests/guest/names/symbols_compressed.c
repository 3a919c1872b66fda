// SPDX-License-Identifier: GPL-2.0-or-later
// Compressed debug sections are read.
// build: -gz=zlib
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (symbols_compressed.c:@lose)
// next: by main (symbols_compressed.c:@main)
#include "guest.h"
#include <stdlib.h>
NOINLINE void lose(void)
{
  void *volatile p = malloc(1337); // @lose
  p = NULL;
}
int main(void)
{
  lose(); // @main
  scrub();
}
