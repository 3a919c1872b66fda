// SPDX-License-Identifier: GPL-2.0-or-later
// A child counts the errors from before the fork, those of leak checks too, in its summary, its list and its status; what
// happens in it again is counted, but not reported again.
// run: --leak-check=no -s --error-exitcode=9 --log-file=report.%p
// report: report.*
// exit: 9
// stdout: child 9
// expect: ERROR SUMMARY: 5 errors from 3 contexts (suppressed: 0 from 0)
// expect: ERROR SUMMARY: 5 errors from 3 contexts (suppressed: 0 from 0)
// expect: ERROR SUMMARY: 5 errors from 3 contexts (suppressed: 0 from 0)
// expect: 3 errors in context 2 of 3
// reject: 4 errors in context
// run: --leak-check=no -s --error-exitcode=9 --log-file=report.%p -- again
// report: report.*
// exit: 9
// stdout: child 9
// expect: ERROR SUMMARY: 5 errors from 3 contexts
// expect: ERROR SUMMARY: 7 errors from 4 contexts
// expect: 4 errors in context
// run: --leak-check=no -q --error-exitcode=9 -- again
// exit: 9
// stdout: child 9
// expect: at main (fork_errors.c:@thrice)
// expect: at main (fork_errors.c:@once)
// expect: 13 bytes in 1 blocks are definitely lost
// expect: at main (fork_errors.c:@child)
// run: --leak-check=no --error-exitcode=9 --child-silent-after-fork=yes
// exit: 9
// stdout: child 9
// expect: at main (fork_errors.c:@thrice)
// expect: ERROR SUMMARY: 5 errors from 3 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(13);
  p = NULL;
}
int main(int count, char **unused)
{
  volatile char *block = malloc(1337);
  int status;
  pid_t child = 0;
  lose();
  scrub();
  for (int is_again = 0; is_again < count; is_again++) {
    for (int i = is_again ? 2 : 0; i < 3; i++)
      block[1337] = 1; // @thrice
    if (is_again) {
      block[1339] = 1; // @child
      continue;
    }
    block[1338] = 1; // @once
    VALGRIND_DO_LEAK_CHECK;
    child = fork();
    if (child)
      break;
  }
  free((void *)block);
  if (!child)
    _exit(0);
  wait(&status);
  printf("child %d\n", WEXITSTATUS(status));
}
