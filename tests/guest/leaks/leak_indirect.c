// SPDX-License-Identifier: GPL-2.0-or-later
// What only a lost block points to is indirectly lost, and counts towards the lost block's record.
// run: --show-leak-kinds=all
// expect: 1,001 bytes in 1 blocks are indirectly lost in loss record 1 of 2
// expect: 1,017 (16 direct, 1,001 indirect) bytes in 1 blocks are definitely lost in loss record 2 of 2
// expect: definitely lost: 16 bytes in 1 blocks
// next: indirectly lost: 1,001 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void **volatile head = malloc(16);
  head[0] = malloc(1001);
  head = NULL;
}
int main(void)
{
  lose();
  scrub();
}
