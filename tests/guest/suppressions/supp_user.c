// SPDX-License-Identifier: GPL-2.0-or-later
// What the program's own checks find is suppressed by User.
// file: a.supp
//| {
//|   own checks
//|   Memcheck:User
//|   fun:first
//|   fun:main
//| }
// run: --suppressions=$WORK/a.supp
// reject: at first
// expect: Uninitialised byte(s) found during client check request
// next: at main (supp_user.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 1 from 1)
#include "undefined.h"
#include <valgrind/memcheck.h>
static NOINLINE void first(char *p)
{
  (void)VALGRIND_CHECK_MEM_IS_DEFINED(p, 10);
}
int main(void)
{
  char *p = undefined(10);
  first(p);
  (void)VALGRIND_CHECK_MEM_IS_DEFINED(p, 10); // @second
}
