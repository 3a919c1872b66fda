// SPDX-License-Identifier: GPL-2.0-or-later
// poll(): descriptors and events must be defined, revents need not be and are afterwards.
// run:
// expect: Syscall param poll(ufds.events) points to uninitialised byte(s)
// reject: Conditional jump
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  struct pollfd *list = malloc(2 * sizeof *list);
  list[0].fd = -1;
  list[0].events = POLLIN;
  list[1].fd = STDIN_FILENO; /* newer cores ask for no events of a descriptor that is none */
  poll(list, 2, 0);
  int status = list[0].revents == 0 ? 0 : 1;
  free(list);
  return status;
}
