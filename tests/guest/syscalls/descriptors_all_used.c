// SPDX-License-Identifier: GPL-2.0-or-later
// Where a program has as many descriptors as it may have, no call makes another one, whichever it is; and none is made
// out of what lies above. A call that the system does not know fails, too.
// run: --leak-check=no
// stdout: all fail
// reject: unhandled
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// compare: no, Memcheck makes pairs of sockets beyond the limit
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIDFD_OPEN = 434, OPENAT2 = 437, PIDFD_GETFD, LANDLOCK = 444, SECRET = 447, LIMIT = 40 };

static int waiting, terminal, self;

static long connected(void)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  waiting = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  bind(waiting, (void *)&address, size);
  listen(waiting, 3);
  getsockname(waiting, (void *)&address, &size);
  return connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&address, size);
}

static int pair[2];
static struct io_uring_params params;
static uint64_t how[3], ruleset;

#define CALLS \
  CALL(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) \
  CALL(pipe(pair)) \
  CALL(dup(0)) \
  CALL(fcntl(0, F_DUPFD, 3)) \
  CALL(open("/dev/null", O_RDONLY)) \
  CALL(socket(AF_UNIX, SOCK_DGRAM, 0)) \
  CALL(accept(waiting, NULL, NULL)) \
  CALL(accept4(waiting, NULL, NULL, 0)) \
  CALL(epoll_create1(0)) \
  CALL(inotify_init1(0)) \
  CALL(timerfd_create(CLOCK_MONOTONIC, 0)) \
  CALL(memfd_create("name", 0)) \
  CALL(ioctl(terminal, TIOCGPTPEER, O_RDWR)) \
  CALL(syscall(SYS_io_uring_setup, 4, &params)) \
  CALL(syscall(SYS_userfaultfd, 1)) \
  CALL(syscall(SYS_fanotify_init, 0, 0)) \
  CALL(syscall(SYS_open_tree, AT_FDCWD, "/", 0)) \
  CALL(syscall(SYS_fsopen, "tmpfs", 0)) \
  CALL(syscall(PIDFD_OPEN, getpid(), 0)) \
  CALL(syscall(PIDFD_GETFD, self, 0, 0)) \
  CALL(syscall(OPENAT2, AT_FDCWD, "/dev/null", how, sizeof how)) \
  CALL(syscall(LANDLOCK, &ruleset, sizeof ruleset, 0)) \
  CALL(syscall(SECRET, 0))

int main(void)
{
  struct rlimit limit = {LIMIT, LIMIT};
  setrlimit(RLIMIT_NOFILE, &limit);
  terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY);
  self = (int)syscall(PIDFD_OPEN, getpid(), 0);
  ruleset = 1;
  if (connected() != 0)
    return 1;
  while (dup(0) >= 0)
    continue;
  const char *all = "all fail";
#define CALL(call) \
  if ((call) >= 0) \
    all = #call;
  CALLS
  puts(all);
  return errno == 0;
}
