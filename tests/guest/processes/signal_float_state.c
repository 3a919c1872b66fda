// SPDX-License-Identifier: GPL-2.0-or-later
// A handler begins with x87 and the modes of SSE as at a program's start, finds those of the program, and changes them there.
// build: -O1
// compare: no, the frames of Memcheck have no such state
// run:
// stdout: 37f 0 1f80, saved b7f 2820 e0 5fa0: 3fff 8000000000000000, 3ffd a2f9836e4e44152a
// stdout: 1, b7f 3820 5fa0
// stdout: 37f 0 1f80, saved b7f 2820 e0 5fa0: 3fff 8000000000000000, 3ffd a2f9836e4e44152a
// stdout: 1.5, 77f 3820 3fa0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <immintrin.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static void on_signal(int signal, siginfo_t *info, void *context)
{
  struct _libc_fpstate *saved = ((ucontext_t *)context)->uc_mcontext.fpregs;
  uint64_t significands[2];
  uint16_t control, status;
  __asm__ volatile("fnstcw %0; fnstsw %1" : "=m"(control), "=m"(status));
  for (unsigned i = 0; i < 2; i++)
    memcpy(&significands[i], saved->_st[i].significand, sizeof significands[i]);
  printf("%x %x %x, saved %x %x %x %x: %x %lx, %x %lx\n", control, status, _mm_getcsr(), saved->cwd, saved->swd, saved->ftw,
         saved->mxcsr, saved->_st[0].exponent, significands[0], saved->_st[1].exponent, significands[1]);
  __asm__ volatile("fldpi; fldpi; fldz");
  _mm_setcsr(0x7f80);
  if (signal == SIGUSR2) {
    saved->_st[0].significand[3] = 0xc000;
    saved->cwd = 0x77f;
    saved->mxcsr = 0x3fa0;
  }
}

int main(void)
{
  const struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  const int signals[] = {SIGUSR1, SIGUSR2};
  for (unsigned i = 0; i < 2; i++) {
    long called = SYS_kill;
    uint16_t control = 0xb7f, status;
    long double top;
    sigaction(signals[i], &action, NULL);
    _mm_setcsr(0x5fa0);
    __asm__ volatile("fninit; fldcw %3; fldl2e; fldpi; fld1; fdivp; fld1; syscall; fstpt %1; fstp %%st; fnstcw %3; fnstsw %2"
                     : "+a"(called), "=m"(top), "=m"(status), "+m"(control)
                     : "D"((long)getpid()), "S"((long)signals[i])
                     : "rcx", "r11", "memory");
    const unsigned modes = _mm_getcsr();
    _mm_setcsr(0x1f80);
    printf("%.20Lg, %x %x %x\n", top, control, status, modes);
  }
}
