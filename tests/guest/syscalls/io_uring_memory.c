// SPDX-License-Identifier: GPL-2.0-or-later
// What io_uring reads into memory is defined, and its buffers are checked. Where io_uring is forbidden, plain calls do the like.
// needs: seep
// compare: no, Valgrind 3.19 looks into no queue of io_uring
// run: --leak-check=no
// stdout: read 1337, readv 1000 337, recv 13, recvmsg 13, chosen 1
// reject: Conditional jump
// expect: /Syscall param (io_uring_enter.WRITE.|write.buf.) points to uninitialised byte/
// expect: is 37 bytes inside a block of size 1,337 alloc'd
// expect: /Syscall param (io_uring_enter.READ.|read.buf.) points to unaddressable byte/
// expect: is 0 bytes after a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include "io_uring.h"

static int count(const char *text, int size)
{
  int zeros = 0;
  for (int i = 0; i < size; i++)
    if (text[i] == 0)
      zeros++;
  return zeros;
}

static void fill_all(int zero)
{
  int ends[2];
  char *block = malloc(1337), *first = malloc(1000), *second = malloc(337), *part = malloc(13), *whole = malloc(13);
  char *chosen = malloc(13);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  if (write(ends[1], (char[39]){0}, 39) != 39)
    return;
  submit((struct io_uring_sqe){.opcode = IORING_OP_READ, .fd = zero, .addr = (uintptr_t)block, .len = 1337});
  printf("read %d, ", count(block, 1337));
  struct iovec *pieces = malloc(2 * sizeof *pieces);
  pieces[0] = (struct iovec){first, 1000};
  pieces[1] = (struct iovec){second, 337};
  submit((struct io_uring_sqe){.opcode = IORING_OP_READV, .fd = zero, .addr = (uintptr_t)pieces, .len = 2});
  printf("readv %d %d, ", count(first, 1000), count(second, 337));
  submit((struct io_uring_sqe){.opcode = IORING_OP_RECV, .fd = ends[0], .addr = (uintptr_t)part, .len = 13});
  printf("recv %d, ", count(part, 13));
  struct iovec piece = {whole, 13};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  submit((struct io_uring_sqe){.opcode = IORING_OP_RECVMSG, .fd = ends[0], .addr = (uintptr_t)&message, .len = 1});
  printf("recvmsg %d, ", count(whole, 13));
  submit((struct io_uring_sqe){.opcode = IORING_OP_PROVIDE_BUFFERS, .fd = 1, .addr = (uintptr_t)chosen, .len = 13});
  submit((struct io_uring_sqe){.opcode = IORING_OP_RECV, .flags = IOSQE_BUFFER_SELECT, .fd = ends[0], .len = 13});
  printf("chosen %d\n", count(chosen, 13) == 13);
}

int main(void)
{
  int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY), is_there = begin();
  char *undefined = malloc(1337);
  memset(undefined, 1, 37);
  if (!is_there) {
    puts("read 1337, readv 1000 337, recv 13, recvmsg 13, chosen 1");
    return write(null, undefined, 100) != 100 || read(zero, undefined, 1338) != 1338;
  }
  fill_all(zero);
  submit((struct io_uring_sqe){.opcode = IORING_OP_WRITE, .fd = null, .addr = (uintptr_t)undefined, .len = 100});
  submit((struct io_uring_sqe){.opcode = IORING_OP_READ, .fd = zero, .addr = (uintptr_t)undefined, .len = 1338});
  return 0;
}
