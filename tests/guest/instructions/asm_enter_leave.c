// SPDX-License-Identifier: GPL-2.0-or-later
// enter and leave make and drop a frame.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  long out = 0;
  __asm__ volatile("lea -256(%%rsp), %%rsp; enter $64, $0; movq $7, -64(%%rbp); addq -64(%%rbp), %0; "
                   "leave; lea 256(%%rsp), %%rsp"
                   : "+r"(out)
                   : : "memory");
  DECIDE(out == 7);
}
