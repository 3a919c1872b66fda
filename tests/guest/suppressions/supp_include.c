// SPDX-License-Identifier: GPL-2.0-or-later
// A suppression file can include others, by a path relative to itself; the comment form is for both checkers.
// needs: seep
// compare: no, Memcheck knows no include
// file: outer.supp
//| #: include "inner.supp"
// file: plain.supp
//| include "inner.supp"
// file: inner.supp
//| {
//|   inner
//|   Seep:Leak
//|   fun:malloc
//|   fun:lose
//| }
// run: --suppressions=outer.supp
// expect: suppressed: 1,337 bytes in 1 blocks
// run: --suppressions=$WORK/plain.supp
// expect: suppressed: 1,337 bytes in 1 blocks
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
