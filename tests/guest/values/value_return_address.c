// SPDX-License-Identifier: GPL-2.0-or-later
// Returning to an address that was computed from undefined bits.
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_return_address.c:@ret)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), zero = *p >> 63 & 1 & *p;
  __asm__ volatile("lea -128(%%rsp), %%rsp; lea 1f(%%rip), %%rax; xor %0, %%rax; push %%rax; ret; " // @ret
                   "1: lea 128(%%rsp), %%rsp"
                   : : "r"(zero)
                   : "rax", "memory");
}
