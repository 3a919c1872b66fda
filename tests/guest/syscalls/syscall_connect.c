// SPDX-License-Identifier: GPL-2.0-or-later
// connect() to an address whose port was forgotten.
// build: -Wno-maybe-uninitialized
// run:
// expect: Syscall param socketcall.connect(serv_addr.sin_port) points to uninitialised byte(s)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
int main(void)
{
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in *address = malloc(sizeof *address);
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connect(fd, (struct sockaddr *)address, sizeof *address);
  free(address);
}
