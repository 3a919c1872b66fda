// SPDX-License-Identifier: GPL-2.0-or-later
// _exit skips the program's own clean-up but not the report.
// run:
// exit: 3
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: never printed
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
static void late(void)
{
  fputs("never printed\n", stderr);
}
int main(void)
{
  atexit(late);
  lose();
  scrub();
  _exit(3);
}
