// SPDX-License-Identifier: GPL-2.0-or-later
// System calls that the program wants to be told of instead (PR_SET_SYSCALL_USER_DISPATCH): the kernel would tell it of
// the checker's. It is said that there is no such thing, and the program goes on.
// needs: seep
// compare: no, Memcheck is ended by SIGSYS
// run:
// stdout: refused, goes on
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { DISPATCH = 59, ON = 1, BLOCK = 1 };

int main(void)
{
  static volatile char selector;
  const int is_refused = prctl(DISPATCH, ON, 0, 0, &selector) != 0 && errno == EINVAL;
  selector = is_refused ? BLOCK : 0;
  printf("%s, %s\n", is_refused ? "refused" : "set", getppid() > 0 ? "goes on" : "ends");
}
