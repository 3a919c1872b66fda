// SPDX-License-Identifier: GPL-2.0-or-later
// leak_check kinds: only the kinds that are asked for are shown.
// run: --leak-check=no
// expect: 40 (+40) bytes in 1 (+1) blocks are indirectly lost in loss record
// reject: are definitely lost in
// expect: LEAK SUMMARY:
#include "guest.h"
#include "monitor.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void **volatile p = malloc(32);
  *p = malloc(40);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
  monitor("leak_check kinds indirect");
}
