// SPDX-License-Identifier: GPL-2.0-or-later
// block_list of a range of loss records; nothing without a check, and nothing of blocks that were freed since.
// run: --leak-check=no
// expect: Can't print block list : no valid leak search result
// expect: invalid loss record nr
// expect: are still reachable in loss record 1 of 2
// expect: /^0x[0-9A-F]+\[10\]$/
// next: are still reachable in loss record 2 of 2
// expect: /^0x[0-9A-F]+\[20\]$/
// expect: <from> cannot be bigger than <to> in slice <from>..<to>
// expect: Can't print obsolete block list : redo a leak search first
#include "guest.h"
#include "monitor.h"
#include <stdlib.h>
void *one, *two;
int main(void)
{
  one = malloc(10);
  two = malloc(20);
  monitor("block_list 1");
  monitor("leak_check summary");
  monitor("block_list 1..9");
  monitor("block_list 3..2");
  free(one);
  monitor("block_list 1");
  free(two);
}
