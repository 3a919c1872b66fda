// SPDX-License-Identifier: GPL-2.0-or-later
// recvmsg() defines what it received.
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0)
    return 1;
  write(ends[0], "hello", 5);
  char *block = malloc(64);
  struct iovec vector = {block, 64};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  if (recvmsg(ends[1], &message, 0) != 5 || memcmp(block, "hello", 5) != 0)
    return 1;
  free(block);
}
