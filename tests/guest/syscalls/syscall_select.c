// SPDX-License-Identifier: GPL-2.0-or-later
// select() with a set that was not cleared; only as many bits as are asked for count.
// run:
// expect: Syscall param select(readfds) points to uninitialised byte(s)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  fd_set *set = malloc(sizeof *set);
  struct timeval none = {0, 0};
  syscall(SYS_select, 0, set, NULL, NULL, &none);
  syscall(SYS_select, 8, set, NULL, NULL, &none);
  free(set);
}
