// SPDX-License-Identifier: GPL-2.0-or-later
// DISABLE_ERROR_REPORTING silences a stretch of the program.
// build: -Wno-free-nonheap-object
// run:
// reject: 0x539
// expect: 0x53a
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <valgrind/valgrind.h>
int main(void)
{
  void *volatile p = (void *)0x539;
  VALGRIND_DISABLE_ERROR_REPORTING;
  free(p);
  VALGRIND_ENABLE_ERROR_REPORTING;
  p = (void *)0x53a;
  free(p);
}
