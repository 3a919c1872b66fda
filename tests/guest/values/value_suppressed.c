// SPDX-License-Identifier: GPL-2.0-or-later
// Uses are suppressed by their size.
// file: a.supp
//| {
//|   uses of eight
//|   Memcheck:Value8
//|   fun:first
//| }
// run: --suppressions=$WORK/a.supp
// reject: at first
// expect: Use of uninitialised value of size 8
// next: at second (value_suppressed.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 1 from 1)
#include "undefined.h"
static int items[256];
static NOINLINE void first(int i)
{
  sink = items[i];
}
static NOINLINE void second(int i)
{
  sink = items[i]; // @second
}
int main(void)
{
  unsigned char *p = undefined(1);
  first(*p);
  second(*p);
}
