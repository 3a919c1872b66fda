// SPDX-License-Identifier: GPL-2.0-or-later
// An exception that is not masked keeps a result from being stored, wherever that would be; it comes at the next instruction
// that waits for it, and those of MMX do.
// compare: no, Memcheck knows no exceptions of x87
// run:
// stdout: kept 1337
// stdout: signal 8, code 4, at MMX 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// only: seep
// run: --engine=precise
// stdout: kept 1337
// stdout: signal 8, code 4, at MMX 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// only: seep
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf before;
static const unsigned short overflow_comes = 0x377, usual = 0x37f;
static const long double too_large = 1e4000L;
static void on_signal(int number, siginfo_t *info, void *context)
{
  printf("signal %d, code %d, at MMX %d\n", number, info->si_code, *(const unsigned char *)info->si_addr == 0x0f);
  siglongjmp(before, 1);
}
int main(void)
{
  long stored = 1337;
  sigaction(SIGFPE, &(struct sigaction){.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, NULL);
  __asm__ volatile("fninit; fldcw %1; fldt %2; fstl %0; fnclex; fninit"
                   : "+m"(stored) : "m"(overflow_comes), "m"(too_large));
  __asm__ volatile("fninit; fldcw %0; fldt %1; fstl (%2); fnclex; fninit"
                   : : "m"(overflow_comes), "m"(too_large), "r"(NULL) : "memory");
  printf("kept %ld\n", stored);
  if (sigsetjmp(before, 1) == 0)
    __asm__ volatile("fninit; fldcw %1; fldt %2; fstl %0; paddb %%mm1, %%mm0; emms"
                     : "+m"(stored) : "m"(overflow_comes), "m"(too_large));
  __asm__ volatile("fninit; fldcw %0" : : "m"(usual));
  return 0;
}
