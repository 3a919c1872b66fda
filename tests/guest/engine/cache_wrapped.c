// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that are wrapped, and call the original, with code from the cache too (cache_warm.sh runs it twice).
// build: -O1 -rdynamic
// run:
// stdout: 42 43 (2 calls)
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <valgrind/valgrind.h>
static int calls;
__attribute__((noinline)) int wrapped(int x)
{
  __asm__ volatile("");
  return x * 2;
}
int I_WRAP_SONAME_FNNAME_ZU(NONE, wrapped)(int x)
{
  OrigFn original;
  int result;
  VALGRIND_GET_ORIG_FN(original);
  CALL_FN_W_W(result, original, x);
  calls++;
  return result + (calls == 2);
}
int main(void)
{
  int first = wrapped(21), second = wrapped(21);
  printf("%d %d (%d calls)\n", first, second, calls);
}
