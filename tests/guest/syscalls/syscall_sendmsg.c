// SPDX-License-Identifier: GPL-2.0-or-later
// sendmsg(): what the vectors point to is looked at; padding of the structure itself is not.
// run:
// expect: Syscall param sendmsg(msg.msg_iov[0]) points to uninitialised byte(s)
// expect: is 0 bytes inside a block of size 5 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
int main(void)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0)
    return 1;
  struct iovec vector = {malloc(5), 5};
  struct msghdr *message = malloc(sizeof *message);
  message->msg_name = NULL;
  message->msg_namelen = 0;
  message->msg_iov = &vector;
  message->msg_iovlen = 1;
  message->msg_control = NULL;
  message->msg_controllen = 0;
  message->msg_flags = 0;
  sendmsg(ends[0], message, 0);
  free(vector.iov_base);
  free(message);
}
