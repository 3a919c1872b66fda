// SPDX-License-Identifier: GPL-2.0-or-later
// A suppression by source file and line.
// file: a.supp
//| {
//|   by line
//|   Memcheck:Leak
//|   fun:malloc
//|   src:supp_src.c:@lose
//|   src:supp_*.c
//| }
// run: --suppressions=$WORK/a.supp
// expect: suppressed: 1,337 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337); // @lose
  p = NULL;
}
static NOINLINE void caller(void)
{
  lose();
}
int main(void)
{
  caller();
  scrub();
}
