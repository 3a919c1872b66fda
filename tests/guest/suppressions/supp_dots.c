// SPDX-License-Identifier: GPL-2.0-or-later
// Three dots stand for any number of frames, also none.
// file: a.supp
//| {
//|   any way from main
//|   Memcheck:Leak
//|   ...
//|   fun:malloc
//|   ...
//|   fun:main
//| }
// run: --suppressions=$WORK/a.supp
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
