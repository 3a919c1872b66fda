// SPDX-License-Identifier: GPL-2.0-or-later
// who_points_at: places and registers that point to a block, or with a length into it.
// run: --read-var-info=no
// expect: /^Searching for pointers to 0x[0-9a-f]+$/
// expect: /^\*0x[0-9a-f]+ points at 0x[0-9a-f]+$/
// next: is 0 bytes inside data symbol "start"
// expect: /^Searching for pointers pointing in 64 bytes from 0x[0-9a-f]+$/
// expect: /^\*0x[0-9a-f]+ interior points at 8 bytes inside 0x[0-9a-f]+$/
// next: is 0 bytes inside data symbol "interior"
// expect: /^block at 0x[0-9a-f]+ considered reachable by ptr 0x[0-9a-f]+ using length64 heuristic$/
// expect: Cannot search who points at 0x0
#include "guest.h"
#include "monitor.h"
#include <stdlib.h>
void *start, *interior;
int main(void)
{
  unsigned long *block = calloc(1, 64);
  block[0] = 56;
  start = block;
  interior = block + 1;
  block = NULL;
  monitor("leak_check summary");
  monitor("who_points_at %p", start);
  monitor("who_points_at %p 64", start);
  monitor("who_points_at 0x0");
  free(start);
}
