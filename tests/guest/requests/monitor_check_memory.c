// SPDX-License-Identifier: GPL-2.0-or-later
// check_memory tells the state and where the address lies.
// run: --read-var-info=no --track-origins=yes
// expect: /^Address 0x[0-9A-F]+ len 10 addressable$/
// next: is 0 bytes inside a block of size 10 alloc'd
// expect: /^Address 0x[0-9A-F]+ len 11 not addressable:$/
// next: /^bad address 0x[0-9A-F]+A$/
// next: is 0 bytes inside a block of size 10 alloc'd
// expect: /^Address 0x[0-9A-F]+ len 4 defined$/
// next: is 0 bytes inside a block of size 10 alloc'd
// expect: /^Address 0x[0-9A-F]+ len 10 not defined:$/
// next: /^Uninitialised value at 0x[0-9A-F]+4 was created by a heap allocation$/
// next: malloc
// next: main (monitor_check_memory.c:@MALLOC)
// expect: is 0 bytes inside a block of size 10 alloc'd
// expect: /^Address 0x[0-9A-F]+ len 1 defined$/
// next: is 0 bytes inside data symbol "global"
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "monitor.h"
#include <stdlib.h>
#include <string.h>
char global = 1;
int main(void)
{
  char *block = malloc(10); // @MALLOC
  memset(block, 1, 4);
  monitor("check_memory addressable %p 10", (void *)block);
  monitor("check_memory addressable %p 11", (void *)block);
  monitor("check_memory defined %p 4", (void *)block);
  monitor("check_memory defined %p 10", (void *)block);
  monitor("check_memory def %p", (void *)&global);
  free(block);
}
