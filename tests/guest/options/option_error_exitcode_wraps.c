// SPDX-License-Identifier: GPL-2.0-or-later
// --error-exitcode takes any number; the system keeps eight bits of it, and none below 1 replaces the program's own.
// run: --error-exitcode=256 --leak-check=full
// exit: 0
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --error-exitcode=261 --leak-check=full
// exit: 5
// run: --error-exitcode=-1 --leak-check=full
// exit: 3
#include <stdlib.h>
int main(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
  return 3;
}
