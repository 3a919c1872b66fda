// SPDX-License-Identifier: GPL-2.0-or-later
// block_list: the blocks of a loss record, with what is lost through them.
// run: --leak-check=no
// expect: LEAK SUMMARY:
// expect: 72 (32 direct, 40 indirect) bytes in 1 blocks are definitely lost in loss record 2 of 3
// expect: /^0x[0-9A-F]+\[32\]$/
// next: /^0x[0-9A-F]+\[40\] indirect loss record 1$/
// next: 40 bytes in 1 blocks are indirectly lost in loss record 1 of 3
// expect: /^0x[0-9A-F]+\[40\]$/
// expect: 300 bytes in 3 blocks are still reachable in loss record 3 of 3
// expect: /^0x[0-9A-F]+\[100\]$/
// next: /^0x[0-9A-F]+\[100\]$/
// next: invalid loss record nr
// next: invalid loss record nr
// next: max_blocks must be >= 1, got 0
#include "guest.h"
#include "monitor.h"
#include <stdlib.h>
void *kept[3];
static NOINLINE void lose(void)
{
  for (int i = 0; i < 3; i++)
    kept[i] = malloc(100);
  void **volatile p = calloc(1, 32);
  *p = malloc(40);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
  monitor("leak_check full reachable any");
  monitor("block_list 2");
  monitor("block_list 1 unlimited");
  monitor("block_list 3..3 limited 2");
  monitor("block_list 77");
  monitor("block_list 0");
  monitor("block_list 1 limited 0");
}
