// SPDX-License-Identifier: GPL-2.0-or-later
// epoll_ctl() with an event that is not set; what epoll_wait() gives is defined.
// run:
// expect: Syscall param epoll_ctl(event) points to uninitialised byte(s)
// reject: Conditional jump
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>
int main(void)
{
  int ends[2], epoll = epoll_create1(0);
  if (pipe(ends) < 0)
    return 1;
  struct epoll_event *event = malloc(sizeof *event);
  epoll_ctl(epoll, EPOLL_CTL_MOD, ends[0], event);
  *event = (struct epoll_event){.events = EPOLLIN, .data.u64 = 42};
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], event);
  write(ends[1], "x", 1);
  struct epoll_event *ready = malloc(4 * sizeof *ready);
  int status = epoll_wait(epoll, ready, 4, 0) == 1 && ready[0].data.u64 == 42 ? 0 : 1;
  free(event);
  free(ready);
  return status;
}
