// SPDX-License-Identifier: GPL-2.0-or-later
// A stripped program: frames name the file, and the functions it exports dynamically.
// build: -rdynamic
// after: strip symbols_stripped
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (in $BIN/symbols_stripped)
// next: by main (in $BIN/symbols_stripped)
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
