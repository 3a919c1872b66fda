// SPDX-License-Identifier: GPL-2.0-or-later
// Debug sections in the older GNU way of compression (.zdebug) are read.
// build: -gz=zlib-gnu
// needs: seep
// compare: no, Memcheck names no files for it
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (lose.h:
// next: by main (symbols_compressed_gnu.c:@main)
#include "lose.h"
int main(void)
{
  lose(1337); // @main
  scrub();
}
