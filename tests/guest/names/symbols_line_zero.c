// SPDX-License-Identifier: GPL-2.0-or-later
// Code that the compiler made of two lines has line 0 in DWARF. Its file is known all the same, and shown as Memcheck shows it.
// compiler: clang
// build: -gdwarf-4 -O2
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: symbols_line_zero.c:0)
// next: symbols_line_zero.c:@main)
#include "guest.h"
#include <stdlib.h>
static void *volatile lost;
__attribute__((noinline)) static void lose(int which)
{
  if (which > 5)
    lost = malloc(1337);
  else
    lost = malloc(133);
}
int main(int count, char **arguments)
{
  (void)arguments;
  lose(count + 7); // @main
  lost = NULL;
  scrub();
}
