// SPDX-License-Identifier: GPL-2.0-or-later
// _exit skips the program's own clean-up but not the report.
// run:
// exit: 3
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: never printed
#include "lose.h"
#include <stdio.h>
#include <unistd.h>
static void late(void)
{
  fputs("never printed\n", stderr);
}
int main(void)
{
  atexit(late);
  lose(1337);
  scrub();
  _exit(3);
}
