// SPDX-License-Identifier: GPL-2.0-or-later
// sendto() with an undefined message.
// run:
// expect: Syscall param socketcall.sendto(msg) points to uninitialised byte(s)
#include <stdlib.h>
#include <sys/socket.h>
int main(void)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0)
    return 1;
  char *block = malloc(5);
  send(ends[0], block, 5, 0);
  free(block);
}
