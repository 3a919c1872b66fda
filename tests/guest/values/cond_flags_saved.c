// SPDX-License-Identifier: GPL-2.0-or-later
// pushf and popf, lahf and sahf keep undefined flags undefined and defined ones defined.
// run:
// expect: at main (cond_flags_saved.c:@popf)
// expect: at main (cond_flags_saved.c:@sahf)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), zero = 0;
  __asm__ volatile("lea -128(%%rsp), %%rsp; test %0, %0; pushfq; popfq; lea 128(%%rsp), %%rsp; jz 1f; nop; 1:"
                   :
                   : "r"(zero)
                   : "cc", "memory");
  __asm__ volatile("lea -128(%%rsp), %%rsp; test %0, %0; pushfq; popfq; lea 128(%%rsp), %%rsp; jz 1f; " // @popf
                   "nop; 1:"
                   : : "r"(*p)
                   : "cc", "memory");
  __asm__ volatile("test %0, %0; lahf; sahf; jz 1f; nop; 1:" : : "r"(zero) : "rax", "cc");
  __asm__ volatile("test %0, %0; lahf; sahf; jz 1f; nop; 1:" : : "r"(*p) : "rax", "cc"); // @sahf
}
