// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value as a parameter that is passed in a register, with its origin. What the call returns is defined all the same.
// build: -Wno-uninitialized
// run: --track-origins=yes
// expect: Syscall param write(fd) contains uninitialised byte(s)
// expect: Uninitialised value was created by a heap allocation
// expect: Syscall param write(count) contains uninitialised byte(s)
// reject: Conditional jump
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int *fd = malloc(sizeof *fd);
  size_t *count = malloc(sizeof *count);
  if (write(*fd | -2, "text", 4) > 0)
    return 1;
  write(-1, "text", *count & 1);
  free(fd);
  free(count);
}
