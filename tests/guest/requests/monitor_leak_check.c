// SPDX-License-Identifier: GPL-2.0-or-later
// leak_check: what is shown, and differences to the check before; it counts no errors.
// run:
// expect: 1,337 (+1,337) bytes in 1 (+1) blocks are definitely lost in loss record 2 of 2
// next: malloc
// next: lose (monitor_leak_check.c:@LOST)
// expect: LEAK SUMMARY:
// next: definitely lost: 1,337 (+1,337) bytes in 1 (+1) blocks
// expect: still reachable: 100 (+100) bytes in 1 (+1) blocks
// expect: To see them, add 'reachable any' args to leak_check
// expect: LEAK SUMMARY:
// next: definitely lost: 1,337 (+0) bytes in 1 (+0) blocks
// expect: LEAK SUMMARY:
// next: definitely lost: 1,337 bytes in 1 blocks
// expect: To see details of leaked memory, give 'full' arg to leak_check
// expect: 100 bytes in 1 blocks are still reachable in loss record 1 of 2
// expect: 1,337 bytes in 1 blocks are definitely lost in loss record 2 of 2
// expect: LEAK SUMMARY:
// expect: 1,337 bytes in 1 blocks are definitely lost in loss record 2 of 2
// expect: LEAK SUMMARY:
// expect: bogus does not match any of 'full summary xtleak kinds
// next: missing or malformed leak kinds set
// next: missing or malformed heuristics set
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "guest.h"
#include "monitor.h"
#include <stdlib.h>
void *kept;
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337); // @LOST
  p = NULL;
  kept = malloc(100);
}
int main(void)
{
  lose();
  scrub();
  monitor("leak_check");
  monitor("leak_check");
  monitor("leak_check summary any");
  monitor("leak_check full reachable any");
  monitor("leak full kinds definite,indirect any limited 7 heuristics all");
  monitor("leak_check bogus");
  monitor("leak_check kinds bogus");
  monitor("leak_check heuristics");
}
