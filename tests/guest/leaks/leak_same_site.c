// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks of one place make one loss record; --leak-resolution says how much of the stack makes a place.
// run: --leak-resolution=high
// expect: 2,002 bytes in 2 blocks are definitely lost in loss record 1 of 2
// expect: 3,003 bytes in 3 blocks are definitely lost in loss record 2 of 2
// run: --leak-resolution=med
// expect: 5,005 bytes in 5 blocks are definitely lost in loss record 1 of 1
// run: --leak-resolution=low
// expect: 5,005 bytes in 5 blocks are definitely lost in loss record 1 of 1
#include "lose.h"
static NOINLINE void second(void)
{
  lose(1001);
}
static NOINLINE void third(void)
{
  second();
}
static NOINLINE void fourth(void)
{
  third();
}
int main(void)
{
  for (int i = 0; i < 2; i++)
    third();
  for (int i = 0; i < 3; i++)
    fourth();
  scrub();
}
