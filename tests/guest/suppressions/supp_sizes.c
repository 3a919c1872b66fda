// SPDX-License-Identifier: GPL-2.0-or-later
// Reads and writes are suppressed by their size; an entry for one size leaves the errors of others alone.
// file: a.supp
//| {
//|   one byte
//|   Memcheck:Addr1
//|   fun:main
//| }
//| {
//|   sixteen
//|   Memcheck:Addr16
//|   fun:main
//| }
// run: --suppressions=$WORK/a.supp
// reject: /size (1|16)$/
// expect: Invalid read of size 2
// expect: Invalid read of size 8
// expect: Invalid read of size 32
// expect: ERROR SUMMARY: 3 errors from 3 contexts (suppressed: 3 from 3)
#include "undefined.h"
int main(void)
{
  char *p = malloc(1337), *end = p + 1337;
  __asm__ volatile("movb (%0), %%cl" : : "r"(end) : "rcx");
  __asm__ volatile("movb %%cl, (%0)" : : "r"(end) : "memory");
  __asm__ volatile("movw (%0), %%dx" : : "r"(end) : "rdx");
  __asm__ volatile("movq (%0), %%rsi" : : "r"(end) : "rsi");
  __asm__ volatile("movdqu (%0), %%xmm1" : : "r"(end) : "xmm1");
  __asm__ volatile("vmovdqu (%0), %%ymm2" : : "r"(end) : "xmm2");
  free(p);
}
