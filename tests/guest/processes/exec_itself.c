// SPDX-License-Identifier: GPL-2.0-or-later
// execve: not followed without --trace-children; with it both the first and the second image report.
// run:
// stdout: second image
// reject: 1,001 bytes
// run: --trace-children=yes
// stdout: second image
// expect: 1,001 bytes in 1 blocks are definitely lost
// run: --trace-children=yes --trace-children-skip=*/nothing,*/exec_itself
// reject: 1,001 bytes
// run: --trace-children=yes --trace-children-skip-by-arg=sec*
// reject: 1,001 bytes
// run: --trace-children=yes --trace-children-skip-by-arg=other
// expect: 1,001 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char output[4096];
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}
int main(int count, char **arguments)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  if (count == 1) {
    execl(arguments[0], arguments[0], "second", NULL);
    return 1;
  }
  lose();
  scrub();
  puts("second image");
}
