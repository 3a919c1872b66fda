// SPDX-License-Identifier: GPL-2.0-or-later
// System calls that the core does not know reach the kernel, and their parameters are checked.
// needs: seep
// compare: no, Valgrind 3.19 knows none of these
// run:
// stdout: mlock2 0, openat2 good, epoll_pwait2 1 1337
// reject: unhandled
// expect: /Syscall param openat2\((path|file)name\) points to unaddressable byte\(s\)/
// expect: Syscall param openat2(how) points to uninitialised byte(s)
// expect: Syscall param mlock2(flags) contains uninitialised byte(s)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <valgrind/memcheck.h>

struct how {
  uint64_t flags, mode, resolve;
};

int main(void)
{
  static char page[4096] __attribute__((aligned(4096)));
  long locked = syscall(325, page, sizeof page, 0);
  struct how how = {.flags = O_RDONLY};
  long fd = syscall(437, AT_FDCWD, "/dev/null", &how, sizeof how);

  int ends[2], epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = 1337}, *found = malloc(sizeof *found);
  if (pipe(ends) || epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event) || write(ends[1], "x", 1) != 1)
    return 1;
  long count = syscall(441, epoll, found, 1, NULL, NULL, 8);
  printf("mlock2 %ld, openat2 %s, epoll_pwait2 %ld %u\n", locked, fd >= 0 ? "good" : "bad", count, found->data.u32);

  syscall(437, AT_FDCWD, (char *)8, &how, sizeof how);
  VALGRIND_MAKE_MEM_UNDEFINED(&how.mode, sizeof how.mode);
  syscall(437, AT_FDCWD, "/dev/null", &how, sizeof how);
  long undefined = 0;
  VALGRIND_MAKE_MEM_UNDEFINED(&undefined, sizeof undefined);
  syscall(325, page, sizeof page, undefined);
  free(found);
  return 0;
}
