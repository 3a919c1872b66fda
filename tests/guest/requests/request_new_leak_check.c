// SPDX-License-Identifier: GPL-2.0-or-later
// NEW shows only loss records that were not there before, not those that grew.
// needs: seep
// compare: no, Valgrind 3.19 has no such request
// run:
// expect: second
// expect: 1,001 (+1,001) bytes in 1 (+1) blocks are definitely lost
// expect: HEAP SUMMARY
// reject: 2,674 (+1,337)
#include "lose.h"
#include <valgrind/memcheck.h>
// Of later versions of memcheck.h.
#define DO_NEW_LEAK_CHECK VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__DO_LEAK_CHECK, 0, 3, 0, 0, 0)
static NOINLINE void lose_other(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}
static NOINLINE void check(int only_new)
{
  lose(1337);
  if (only_new)
    lose_other();
  scrub();
  if (!only_new) {
    VALGRIND_DO_LEAK_CHECK;
    return;
  }
  VALGRIND_PRINTF("second\n");
  DO_NEW_LEAK_CHECK;
}
int main(void)
{
  for (int i = 0; i < 2; i++)
    check(i);
}
