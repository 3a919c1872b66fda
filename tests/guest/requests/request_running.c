// SPDX-License-Identifier: GPL-2.0-or-later
// The program can ask whether it is being checked.
// run:
// stdout: 1
#include <stdio.h>
#include <valgrind/valgrind.h>
int main(void)
{
  printf("%d\n", (int)RUNNING_ON_VALGRIND);
}
