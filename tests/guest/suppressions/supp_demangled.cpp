// SPDX-License-Identifier: GPL-2.0-or-later
// fun: takes the name as it is linked, and Seep the demangled one as well.
// file: mangled.supp
//| {
//|   mangled
//|   Memcheck:Leak
//|   fun:_Znam
//|   fun:_ZN3zoo4loseEi
//| }
// file: demangled.supp
//| {
//|   demangled
//|   Memcheck:Leak
//|   fun:operator new[](unsigned long)
//|   fun:zoo::lose(int)
//| }
// run: --suppressions=$WORK/mangled.supp
// expect: suppressed: 1,337 bytes in 1 blocks
// run: --suppressions=$WORK/demangled.supp
// only: seep
// expect: suppressed: 1,337 bytes in 1 blocks
#include "guest.h"
static char *volatile sink;
namespace zoo {
NOINLINE void lose(int size)
{
  sink = new char[size];
  sink = nullptr;
}
}
int main()
{
  zoo::lose(1337);
  scrub();
}
