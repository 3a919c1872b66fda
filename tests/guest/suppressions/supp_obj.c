// SPDX-License-Identifier: GPL-2.0-or-later
// A suppression by object files, with wildcards.
// file: a.supp
//| {
//|   by file
//|   Memcheck:Leak
//|   fun:*alloc
//|   obj:*/supp_ob?
//|   obj:$BIN/supp_obj
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
