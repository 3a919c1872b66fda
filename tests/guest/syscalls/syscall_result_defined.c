// SPDX-License-Identifier: GPL-2.0-or-later
// What a system call returns is defined, even when its parameters were not.
// run:
// expect: Syscall param write(fd) contains uninitialised byte(s)
// reject: Conditional jump
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int *fd = malloc(sizeof *fd);
  if (write(*fd | -2, "text", 4) > 0)
    return 1;
  free(fd);
}
