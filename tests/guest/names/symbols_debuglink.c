// SPDX-License-Identifier: GPL-2.0-or-later
// Debug information in a file of its own is found through .gnu_debuglink.
// build: -Wl,--build-id=none
// after: objcopy --only-keep-debug symbols_debuglink symbols_debuglink.debug
// after: strip symbols_debuglink && objcopy --add-gnu-debuglink=symbols_debuglink.debug symbols_debuglink
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (lose.h:
// next: by main (symbols_debuglink.c:@main)
#include "lose.h"
int main(void)
{
  lose(1337); // @main
  scrub();
}
