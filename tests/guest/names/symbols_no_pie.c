// SPDX-License-Identifier: GPL-2.0-or-later
// A program at a fixed address is named like any other.
// build: -no-pie
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (symbols_no_pie.c:@lose)
// next: by main (symbols_no_pie.c:@main)
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
