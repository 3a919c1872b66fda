// SPDX-License-Identifier: GPL-2.0-or-later
// A stripped program that exports nothing: only the file can be named.
// after: strip symbols_stripped_bare
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by ??? (in $BIN/symbols_stripped_bare)
// next: by ??? (in $BIN/symbols_stripped_bare)
#include "lose.h"
int main(void)
{
  lose(1337); // @main
  scrub();
}
