// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel leaves its result in rax and spoils rcx and r11: defined values all.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <sys/syscall.h>
int main(void)
{
  long result, flags;
  __asm__ volatile("syscall; mov %%r11, %1" : "=a"(result), "=r"(flags) : "a"(SYS_getpid) : "rcx", "r11", "memory");
  DECIDE(result == 5);
  DECIDE(flags & 0x200);
}
