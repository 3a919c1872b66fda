// SPDX-License-Identifier: GPL-2.0-or-later
// timerfd_settime(): the new value must be defined, the old one is defined afterwards.
// run:
// expect: /Syscall param timerfd_settime\((result|new_value)\) points to uninitialised byte\(s\)/
// reject: Conditional jump
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <sys/timerfd.h>
int main(void)
{
  int fd = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec *value = malloc(sizeof *value), *old = malloc(sizeof *old);
  value->it_interval = (struct timespec){0, 0};
  timerfd_settime(fd, 0, value, old);
  *value = (struct itimerspec){0};
  timerfd_settime(fd, 0, value, old);
  int status = old->it_interval.tv_sec == 0 ? 0 : 1;
  free(value);
  free(old);
  return status;
}
