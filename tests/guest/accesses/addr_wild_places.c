// SPDX-License-Identifier: GPL-2.0-or-later
// Accesses far from any memory: kernel addresses, ones that are not canonical, the first page. Each
// store and each load is reported once, and the handler sees the fault.
// build: -g -O1
// run:
// stdout: 12 faults
// expect: Invalid write of size 4
// expect: Invalid read of size 4
// expect: ERROR SUMMARY: 12 errors from 2 contexts
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf before;

static void on_fault(int signal)
{
  siglongjmp(before, 1);
}

int main(void)
{
  volatile unsigned long places[] = {0xffffbffff2fff7c0, 0x10000001000, 0x123456789abc, 0xdead000000000000,
                                     0x7ffc00000000, 0};
  volatile int faults = 0;
  signal(SIGSEGV, on_fault);
  for (int i = 0; i < 6; i++) {
    if (sigsetjmp(before, 1) == 0)
      *(volatile int *)places[i] = 1;
    else
      faults++;
    if (sigsetjmp(before, 1) == 0)
      (void)*(volatile int *)places[i];
    else
      faults++;
  }
  printf("%d faults\n", faults);
  return 0;
}
