// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions on vectors that the host executes, with an operand at address zero: there is none, as for all others.
// compare: no, Memcheck does not know them
// run: --error-exitcode=0
// expect: Invalid read of size 8
// expect: Address 0x0 is not stack'd
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf behind;
static volatile int faults;

static void on_fault(int signal)
{
  (void)signal;
  faults++;
  siglongjmp(behind, 1);
}

#define TRY(instruction)                                                              \
  if (sigsetjmp(behind, 1) == 0)                                                      \
  __asm__ volatile("xor %%eax, %%eax\n " instruction : : : "rax", "xmm2", "memory")

int main(void)
{
  if (!__builtin_cpu_supports("avx2"))
    return 0;
  signal(SIGSEGV, on_fault);
  signal(SIGILL, on_fault);
  TRY("sha256msg1 (%%rax), %%xmm2");
  TRY("sha256msg2 (%%rax), %%xmm2");
  TRY("sha1nexte (%%rax), %%xmm2");
  TRY("gf2p8mulb (%%rax), %%xmm2");
  printf("%d faults\n", faults);
  return faults != 4;
}
