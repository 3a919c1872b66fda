// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value as a parameter that is passed in a register, with its origin.
// build: -Wno-uninitialized
// run: --track-origins=yes
// expect: Syscall param write(fd) contains uninitialised byte(s)
// expect: Uninitialised value was created by a heap allocation
// expect: Syscall param write(count) contains uninitialised byte(s)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int *fd = malloc(sizeof *fd);
  size_t *count = malloc(sizeof *count);
  write(*fd | -2, "text", 4);
  write(-1, "text", *count & 1);
  free(fd);
  free(count);
}
