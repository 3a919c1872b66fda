// SPDX-License-Identifier: GPL-2.0-or-later
// A program that closes its standard error still gets its report there.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <stdio.h>
int main(void)
{
  fclose(stderr);
  lose(1337);
  scrub();
}
