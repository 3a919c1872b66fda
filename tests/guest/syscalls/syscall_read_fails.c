// SPDX-License-Identifier: GPL-2.0-or-later
// A read() that fails defines nothing.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  char *volatile block = malloc(10);
  read(-1, block, 10);
  if (block[0] == 'x')
    return 1;
  free(block);
}
