// SPDX-License-Identifier: GPL-2.0-or-later
// A program that closes its standard error still gets its report there.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
int main(void)
{
  fclose(stderr);
  lose();
  scrub();
}
