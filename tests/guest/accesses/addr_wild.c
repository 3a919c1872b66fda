// SPDX-License-Identifier: GPL-2.0-or-later
// Accesses in several forms, in code that has been run before, to addresses where nothing can be: each is reported and faults.
// build: -O1
// run:
// stdout: 70 faults
// expect: ERROR SUMMARY: 70 errors from 5 contexts
// run: --engine=direct
// only: seep
// stdout: 70 faults
// expect: ERROR SUMMARY: 70 errors from 5 contexts
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include "guest.h"

enum { FORMS = 5 };

static sigjmp_buf again;

static void on_fault(int number)
{
  siglongjmp(again, number);
}

static NOINLINE void access(int form, char *base, long index)
{
  switch (form) {
  case 0:
    __asm__ volatile("mov (%0, %1, 8), %%rcx" : : "r"(base), "r"(index) : "rcx");
    break;
  case 1:
    __asm__ volatile("movl $5, 16(%0, %1, 2)" : : "r"(base), "r"(index) : "memory");
    break;
  case 2:
    __asm__ volatile("cmp $3, %1\n mov (%0, %1, 4), %%ecx\n adc $1, %%rcx" : : "r"(base), "r"(index) : "rcx", "cc");
    break;
  case 3:
    __asm__ volatile("movdqu 32(%0, %1), %%xmm3" : : "r"(base), "r"(index) : "xmm3");
    break;
  default:
    __asm__ volatile("lea -256(%%rsp), %%rsp\n push 40(%0, %1)\n pop %%rcx\n lea 256(%%rsp), %%rsp" : : "r"(base), "r"(index) : "rcx", "memory");
  }
}

int main(void)
{
  static char there[256];
  static const uint64_t nowhere[] = {0, 8, 4096, 0x10000, 0x20fffffffff0, 0x60ff00000000, 0x6fff00000000, 0x800000000000,
    0x8000000000000000, 0xdeadbeefdeadbeef, 0xffffffffffffff00, 0xfffffffffffff000, 0xffff7fffffffff00, 0xffff800000000000};
  volatile int faults = 0;
  signal(SIGSEGV, on_fault);
  for (volatile unsigned place = 0; place < sizeof nowhere / sizeof *nowhere; place++)
    for (volatile int form = 0; form < FORMS; form++)
      if (sigsetjmp(again, 1) == 0)
        for (int i = 0; i < 6; i++)
          access(form, i < 5 ? there : (char *)nowhere[place], i);
      else
        faults++;
  printf("%d faults\n", faults);
}
