// SPDX-License-Identifier: GPL-2.0-or-later
// A suppression by function names takes the loss away and counts it.
// file: a.supp
//| # a comment
//| {
//|   known loss
//|   Memcheck:Leak
//|   fun:malloc
//|   fun:lose
//|   fun:caller
//| }
// run: --suppressions=$WORK/a.supp --error-exitcode=9
// reject: are definitely lost
// expect: definitely lost: 0 bytes in 0 blocks
// expect: suppressed: 1,337 bytes in 1 blocks
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 1 from 1)
// run: --suppressions=$WORK/a.supp -v
// expect: /used_suppression: +1 known loss .*a.supp:3 suppressed: 1,337 bytes in 1 blocks/
// run: --suppressions=$WORK/a.supp -s
// expect: /used_suppression: +1 known loss .*a.supp:3 suppressed: 1,337 bytes in 1 blocks/
#include "lose.h"
static NOINLINE void caller(void)
{
  lose(1337);
}
int main(void)
{
  caller();
  scrub();
}
