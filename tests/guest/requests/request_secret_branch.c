// SPDX-License-Identifier: GPL-2.0-or-later
// Constant-time code: secrets are marked undefined, and a branch on one is reported.
// build: -O1
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: compare (request_secret_branch.c:@BRANCH)
// expect: Uninitialised value was created by a client request
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "guest.h"
#include <valgrind/memcheck.h>
static NOINLINE int compare(const volatile unsigned char *a, const volatile unsigned char *b, int size)
{
  for (int i = 0; i < size; i++)
    if (a[i] != b[i]) // @BRANCH
      return 1;
  return 0;
}
int main(void)
{
  unsigned char secret[16] = "fifteen letters", guess[16] = "different.....";
  VALGRIND_MAKE_MEM_UNDEFINED(secret, sizeof secret);
  return compare(secret, guess, sizeof secret) - 1;
}
