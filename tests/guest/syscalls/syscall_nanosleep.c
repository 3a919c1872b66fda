// SPDX-License-Identifier: GPL-2.0-or-later
// nanosleep() for an undefined time.
// run:
// expect: Syscall param nanosleep(req) points to uninitialised byte(s)
// expect: is 8 bytes inside a block of size 16 alloc'd
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
  struct timespec *time = malloc(sizeof *time);
  time->tv_sec = 0;
  syscall(SYS_nanosleep, time, NULL);
  free(time);
}
