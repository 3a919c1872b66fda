// SPDX-License-Identifier: GPL-2.0-or-later
// The same place at two depths of recursion makes two loss records, and one with --leak-resolution=low.
// run: --num-callers=40
// expect: in loss record 2 of 2
// run: --num-callers=40 --leak-resolution=low
// expect: 2,674 bytes in 2 blocks are definitely lost in loss record 1 of 1
#include "guest.h"
#include <stdlib.h>
static NOINLINE void fall(int n)
{
  void *volatile p = NULL;
  if (n)
    fall(n - 1);
  else
    p = malloc(1337);
  p = NULL;
}
int main(void)
{
  fall(3);
  fall(5);
  scrub();
}
