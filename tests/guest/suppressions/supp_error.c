// SPDX-License-Identifier: GPL-2.0-or-later
// An error is suppressed by its kind and stack; the suppressed are counted apart and do not fail the run.
// build: -Wno-free-nonheap-object
// file: a.supp
//| {
//|   bad free
//|   Memcheck:Free
//|   fun:free
//|   fun:bad
//| }
// run: --suppressions=$WORK/a.supp --error-exitcode=9
// reject: Invalid free
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 3 from 1)
// run: --error-exitcode=9
// exit: 9
// expect: Invalid free
// expect: ERROR SUMMARY: 3 errors from 1 contexts (suppressed: 0 from 0)
#include "guest.h"
#include <stdlib.h>
static NOINLINE void bad(void)
{
  void *volatile p = (void *)0x539;
  free(p);
}
int main(void)
{
  for (int i = 0; i < 3; i++)
    bad();
}
