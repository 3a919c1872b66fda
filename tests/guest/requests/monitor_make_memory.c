// SPDX-License-Identifier: GPL-2.0-or-later
// make_memory sets the state of memory; an undefined value has the command as its origin.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (monitor_make_memory.c:@UNDEFINED)
// next: Uninitialised value was created by a client request
// expect: Invalid read of size 4
// next: main (monitor_make_memory.c:@NOACCESS)
// expect: bogus does not match any of 'noaccess undefined defined Definedifaddressable'
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "monitor.h"
#include <stdlib.h>
int main(void)
{
  volatile int *block = calloc(4, 4);
  int sum = 0;
  monitor("make_memory undefined %p 4", (void *)block);
  if (block[0]) // @UNDEFINED
    sum++;
  monitor("make_memory defined %p 4", (void *)block);
  if (block[0])
    sum++;
  monitor("make_memory noaccess %p 8", (void *)(block + 1));
  sum += block[1]; // @NOACCESS
  monitor("make_memory Def %p 16", (void *)block);
  monitor("make_memory defined %p 8", (void *)(block + 1));
  sum += block[2] + block[3];
  monitor("make_memory bogus %p 8", (void *)block);
  free((void *)block);
  return sum;
}
