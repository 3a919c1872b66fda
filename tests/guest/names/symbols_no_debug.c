// SPDX-License-Identifier: GPL-2.0-or-later
// Without debug information functions come from the symbol table.
// build: -g0
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (in $BIN/symbols_no_debug)
// next: by main (in $BIN/symbols_no_debug)
#include "lose.h"
int main(void)
{
  lose(1337); // @main
  scrub();
}
