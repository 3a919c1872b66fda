// SPDX-License-Identifier: GPL-2.0-or-later
// CLO_CHANGE turns an option for the rest of the run, in the processes forked later as well, and says so; one that cannot be
// turned stays as it is.
// file: lose.supp
//| {
//|   lost
//|   Memcheck:Leak
//|   ...
//|   fun:lose
//| }
// run: --show-leak-kinds=definite -- --show-leak-kinds=all
// expect: Handling new value --show-leak-kinds=all for option --show-leak-kinds
// expect: 1,337 bytes in 1 blocks are still reachable in loss record
// run: -q --show-leak-kinds=definite -- --show-leak-kinds=all
// reject: Handling new value
// expect: 1,337 bytes in 1 blocks are still reachable in loss record
// run: -- --suppressions=lose.supp
// expect: Handling new value --suppressions=lose.supp for option --suppressions
// reject: 13 bytes in 1 blocks are definitely lost
// expect: suppressed: 13 bytes in 1 blocks
// run: -- --suppressions=$WORK/lose.supp fork
// only: seep
// reject: 13 bytes in 1 blocks are definitely lost
// expect: suppressed: 13 bytes in 1 blocks
// expect: suppressed: 13 bytes in 1 blocks
// run: -- --child-silent-after-fork=yes fork
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// reject: inherited
// run: -- --num-callers=1
// expect: Cannot change --num-callers option dynamically
// expect: 13 bytes in 1 blocks are definitely lost
// expect: by lose (request_clo_change.c:
// run: -- --track-origins=no
// expect: Cannot change --track-origins option dynamically
// run: -- --nonsense=1
// expect: Ignoring dynamic change to unrecognised option --nonsense=1
// run: -- --leak-check=no
// expect: Handling new value --leak-check=no for option --leak-check=no
// reject: LEAK SUMMARY
// run: -- --show-leak-kinds=nonsense
// only: seep
// expect: Bad option: --show-leak-kinds=nonsense
// next: nonsense
// next: Use --help for more information or consult the user manual.
// expect: 13 bytes in 1 blocks are definitely lost
// run: -- -q
// expect: Handling new value -q for option -q
// reject: SUMMARY
// run: -- -s
// only: seep
// expect: Handling new value -s for option -s
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// reject: rerun with: -s
#include "guest.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/valgrind.h>
void *kept;
static NOINLINE void lose(void)
{
  void *volatile p = malloc(13);
  p = NULL;
}
int main(int count, char **arguments)
{
  kept = malloc(1337);
  VALGRIND_CLO_CHANGE(arguments[1]);
  lose();
  scrub();
  if (count > 2 && fork() == 0) {
    lose();
    scrub();
    exit(0);
  }
  wait(NULL);
}
