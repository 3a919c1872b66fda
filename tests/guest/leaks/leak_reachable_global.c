// SPDX-License-Identifier: GPL-2.0-or-later
// A block that a global points to is still reachable: counted, and shown only when asked for.
// run: --show-leak-kinds=all
// expect: 1,337 bytes in 1 blocks are still reachable in loss record 1 of 1
// next: at malloc
// next: by main (leak_reachable_global.c:@main)
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --show-leak-kinds=definite
// reject: are still reachable
// expect: still reachable: 1,337 bytes in 1 blocks
#include <stdlib.h>
void *global;
int main(void)
{
  global = malloc(1337); // @main
}
