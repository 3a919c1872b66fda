// SPDX-License-Identifier: GPL-2.0-or-later
// A loss is taken away, and counted, by what its stack has: functions, object files with wildcards, any number of frames, also none; and
// by its kind. An entry that names other functions, tools or kinds leaves it in the report.
// file: functions.supp
//| # a comment
//| {
//|   known loss
//|   Memcheck:Leak
//|   fun:malloc
//|   fun:lose
//|   fun:caller
//| }
// file: objects.supp
//| {
//|   by file
//|   Memcheck:Leak
//|   fun:*alloc
//|   obj:*/supp_lea?
//|   obj:$BIN/supp_leak
//| }
// file: dots.supp
//| {
//|   any way from main
//|   Memcheck:Leak
//|   ...
//|   fun:malloc
//|   ...
//|   fun:main
//| }
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
// file: others.supp
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
// run: --suppressions=$WORK/functions.supp --error-exitcode=9
// reject: are definitely lost
// expect: definitely lost: 0 bytes in 0 blocks
// expect: suppressed: 1,337 bytes in 1 blocks
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 1 from 1)
// run: --suppressions=$WORK/functions.supp -v
// expect: /used_suppression: +1 known loss .*functions.supp:3 suppressed: 1,337 bytes in 1 blocks/
// run: --suppressions=$WORK/functions.supp -s
// expect: /used_suppression: +1 known loss .*functions.supp:3 suppressed: 1,337 bytes in 1 blocks/
// run: --suppressions=$WORK/objects.supp
// expect: suppressed: 1,337 bytes in 1 blocks
// run: --suppressions=$WORK/dots.supp
// expect: suppressed: 1,337 bytes in 1 blocks
// run: --suppressions=$WORK/possible.supp
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --suppressions=$WORK/possible.supp --suppressions=$WORK/definite.supp
// expect: suppressed: 1,337 bytes in 1 blocks
// run: --suppressions=$WORK/others.supp
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
