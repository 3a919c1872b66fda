// SPDX-License-Identifier: GPL-2.0-or-later
// What io_uring does not use of messages and addresses may be undefined; of paths, times and addresses what it does must not be. Where
// io_uring is forbidden, plain calls do the like.
// build: -Wno-maybe-uninitialized -Wno-uninitialized
// needs: seep
// compare: no, Valgrind 3.19 looks into no queue of io_uring
// run: --leak-check=no
// stdout: done
// expect: /Syscall param (io_uring_enter.CONNECT.msg_name.|socketcall.connect.*) points to uninitialised byte/
// expect: /Syscall param (io_uring_enter.OPENAT.|open.*) points to uninitialised byte/
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "io_uring.h"

int main(void)
{
  int ends[2], is_there = begin(), datagrams = socket(AF_INET, SOCK_DGRAM, 0);
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  struct sockaddr_in *address = malloc(sizeof *address);
  address->sin_family = AF_INET;
  address->sin_port = htons(9);
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct iovec piece = {"x", 1};
  size_t size = CMSG_SPACE(sizeof(int));
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = malloc(size), .msg_controllen = size};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_len = CMSG_LEN(sizeof(int));
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  memset(CMSG_DATA(header), 0, sizeof(int));
  struct msghdr named = {.msg_name = address, .msg_namelen = sizeof *address, .msg_iov = &piece, .msg_iovlen = 1};
  struct sockaddr_in *forgotten = malloc(sizeof *forgotten);
  forgotten->sin_family = AF_INET;
  forgotten->sin_addr = address->sin_addr;
  char *path = malloc(13);
  if (is_there) {
    submit((struct io_uring_sqe){.opcode = IORING_OP_SENDMSG, .fd = ends[0], .addr = (uintptr_t)&message, .len = 1});
    submit((struct io_uring_sqe){.opcode = IORING_OP_SENDMSG, .fd = datagrams, .addr = (uintptr_t)&named, .len = 1});
    submit((struct io_uring_sqe){.opcode = IORING_OP_CONNECT, .fd = datagrams, .addr = (uintptr_t)address, .off = sizeof *address});
    submit((struct io_uring_sqe){.opcode = IORING_OP_CONNECT, .fd = datagrams, .addr = (uintptr_t)forgotten, .off = sizeof *forgotten});
    submit((struct io_uring_sqe){.opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = (uintptr_t)path});
  } else {
    sendmsg(ends[0], &message, 0);
    connect(datagrams, (void *)forgotten, sizeof *forgotten);
    syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
  }
  puts("done");
}
