// SPDX-License-Identifier: GPL-2.0-or-later
// A stack far away, without any word to the checker: the warning, and no error.
// run: --max-stackframe=1000000
// expect: client switching stacks?
// expect: to suppress, use: --max-stackframe=
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <sys/mman.h>
static NOINLINE int work(void)
{
  volatile int local[10] = {1, 2, 3};
  return local[1];
}
int main(void)
{
  char *stack = mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long out;
  __asm__ volatile("mov %%rsp, %%rbx; mov %1, %%rsp; call *%2; mov %%rbx, %%rsp"
                   : "=a"(out)
                   : "r"(stack + 65536), "r"(work)
                   : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
  DECIDE((int)out == 2);
}
