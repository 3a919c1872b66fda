// SPDX-License-Identifier: GPL-2.0-or-later
// ioctl(): what a known request reads must be defined, what it gives is.
// run:
// expect: Syscall param ioctl(FIONBIO) points to uninitialised byte(s)
// reject: Conditional jump
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
int main(void)
{
  int ends[2];
  if (pipe(ends) < 0)
    return 1;
  int *value = malloc(sizeof *value);
  ioctl(ends[0], FIONBIO, value);
  write(ends[1], "abc", 3);
  int *size = malloc(sizeof *size);
  ioctl(ends[0], FIONREAD, size);
  int status = *size == 3 ? 0 : 1;
  free(size);
  free(value);
  return status;
}
