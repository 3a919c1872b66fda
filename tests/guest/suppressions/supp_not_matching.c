// SPDX-License-Identifier: GPL-2.0-or-later
// Suppressions that name other functions, tools or kinds leave the loss in the report.
// file: a.supp
//| {
//|   another caller
//|   Memcheck:Leak
//|   fun:malloc
//|   fun:caller
//| }
//| {
//|   another tool
//|   Helgrind:Race
//|   fun:malloc
//| }
//| {
//|   another kind
//|   Memcheck:Cond
//|   fun:malloc
//| }
//| {
//|   two tools
//|   Helgrind,Memcheck:Free
//|   fun:malloc
//| }
// run: --suppressions=$WORK/a.supp
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: suppressed: 0 bytes in 0 blocks
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
