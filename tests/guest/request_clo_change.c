// SPDX-License-Identifier: GPL-2.0-or-later
// CLO_CHANGE turns an option for the rest of the run.
// run: --show-leak-kinds=definite
// expect: 1,337 bytes in 1 blocks are still reachable in loss record
#include <stdlib.h>
#include <valgrind/valgrind.h>
void *kept;
int main(void)
{
  kept = malloc(1337);
  VALGRIND_CLO_CHANGE("--show-leak-kinds=all");
}
