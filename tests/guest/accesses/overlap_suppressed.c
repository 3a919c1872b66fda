// SPDX-License-Identifier: GPL-2.0-or-later
// A suppression names the kind and the function that copies.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// file: overlap.supp
//| {
//|    copies
//|    Memcheck:Overlap
//|    fun:strcpy
//|    fun:main
//| }
// run: --suppressions=$WORK/overlap.supp
// reject: Source and destination overlap in strcpy
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 1 from 1)
#include <string.h>
char buffer[100] = "..abcdefgh";
int main(void)
{
  strcpy(buffer, buffer + 2);
}
