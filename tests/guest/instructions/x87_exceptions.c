// SPDX-License-Identifier: GPL-2.0-or-later
// Exceptions of x87 that are not masked come with the next instruction that waits, and say what has happened and where.
// build: -O1 -Wl,--no-as-needed -lm
// compare: no, Memcheck knows no exceptions of x87
// run:
// stdout: fldl %1; fldl %2; fdivp; place1: fwait: 3, 0 0
// stdout: fldl %1; fldl %1; fdivp; place2: fld1: 7, 0 0
// stdout: fld %%st; place3: fstpl %1: 7, 0 0
// stdout: fldl %2; fldl %1; fdivrp; fnstsw %%ax; fnclex; fldl %1: none
// stdout: fldl %2; fldpi; fdivrp; place4: fld1: 6, 0 0
// stdout: long double: 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

static sigjmp_buf before;
static volatile int code;
static void *volatile address;
static volatile long ip;

static void on_exception(int signal, siginfo_t *info, void *context)
{
  code = info->si_code;
  address = info->si_addr;
  ip = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  siglongjmp(before, 1);
}

extern char place1[], place2[], place3[], place4[];

#define TRY(text, place)                                                                                            \
  do {                                                                                                              \
    if (!sigsetjmp(before, 1)) {                                                                                    \
      __asm__ volatile("fninit; fldcw %0; " text : : "m"(control), "m"(zero), "m"(one) : "memory", "rax");          \
      printf("%s: none\n", text);                                                                                   \
    } else {                                                                                                        \
      printf("%s: %d, %ld %ld\n", text, code, (long)((char *)address - (place)), ip - (long)(place));               \
    }                                                                                                               \
    __asm__ volatile("fninit");                                                                                     \
  } while (0)

int main(void)
{
  struct sigaction action = {.sa_sigaction = on_exception, .sa_flags = SA_SIGINFO};
  sigaction(SIGFPE, &action, NULL);
  unsigned short control = 0x340;
  double zero = 0, one = 1;
  TRY("fldl %1; fldl %2; fdivp; place1: fwait", place1);
  TRY("fldl %1; fldl %1; fdivp; place2: fld1", place2);
  TRY("fld %%st; place3: fstpl %1", place3);
  TRY("fldl %2; fldl %1; fdivrp; fnstsw %%ax; fnclex; fldl %1", place3);
  control = 0x35f;
  TRY("fldl %2; fldpi; fdivrp; place4: fld1", place4);
  feenableexcept(FE_DIVBYZERO);
  volatile long double x = 1, z = 0;
  if (!sigsetjmp(before, 1)) {
    x = x / z;
    printf("long double: none\n");
  } else {
    printf("long double: %d\n", code);
  }
}
