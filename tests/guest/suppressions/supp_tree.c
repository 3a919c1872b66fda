// SPDX-License-Identifier: GPL-2.0-or-later
// Suppressing the block a lost tree hangs from takes along what hangs on it.
// file: a.supp
//| {
//|   the root
//|   Memcheck:Leak
//|   match-leak-kinds: definite
//|   fun:malloc
//|   fun:lose
//| }
// run: --suppressions=$WORK/a.supp --show-leak-kinds=all
// expect: indirectly lost: 0 bytes in 0 blocks
// expect: suppressed: 1,017 bytes in 2 blocks
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdlib.h>
static NOINLINE void *leaf(void)
{
  return malloc(1001);
}
static NOINLINE void lose(void)
{
  void **volatile root = malloc(16);
  root[0] = leaf();
  root = NULL;
}
int main(void)
{
  lose();
  scrub();
}
