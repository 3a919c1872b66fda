// SPDX-License-Identifier: GPL-2.0-or-later
// match-leak-kinds limits a suppression to the kinds it names.
// file: possible.supp
//| {
//|   possible only
//|   Memcheck:Leak
//|   match-leak-kinds: possible,reachable
//|   fun:malloc
//| }
// file: definite.supp
//| {
//|   definite
//|   Memcheck:Leak
//|   match-leak-kinds: definite
//|   fun:malloc
//| }
// run: --suppressions=$WORK/possible.supp
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --suppressions=$WORK/possible.supp --suppressions=$WORK/definite.supp
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
