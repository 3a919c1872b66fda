// SPDX-License-Identifier: GPL-2.0-or-later
// --fullpath-after shows the path of sources behind the text given.
// run: --fullpath-after=$SRC/names
// expect: by lose (symbols_fullpath.c:@lose)
// run: --fullpath-after=
// expect: by lose ($SRC/names/symbols_fullpath.c:@lose)
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
