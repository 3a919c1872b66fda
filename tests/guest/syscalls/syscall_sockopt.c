// SPDX-License-Identifier: GPL-2.0-or-later
// setsockopt() of an undefined value; getsockopt() defines what it gives.
// run:
// expect: Syscall param socketcall.setsockopt(optval) points to uninitialised byte(s)
// reject: Conditional jump
#include <stdlib.h>
#include <sys/socket.h>
int main(void)
{
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  int *value = malloc(sizeof *value);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, value, sizeof *value);
  socklen_t size = sizeof *value;
  getsockopt(fd, SOL_SOCKET, SO_TYPE, value, &size);
  int status = *value == SOCK_STREAM ? 0 : 1;
  free(value);
  return status;
}
