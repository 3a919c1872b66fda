// SPDX-License-Identifier: GPL-2.0-or-later
// Memory without access for a while is still the same memory: a signal, no error.
// run: --vex-iropt-register-updates=allregs-at-mem-access
// stdout: faults: 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
static char *page;
static volatile int faults;
static void on_fault(int signal)
{
  (void)signal;
  if (faults++)
    _exit(3);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
int main(void)
{
  signal(SIGSEGV, on_fault);
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[100] = 'x';
  mprotect(page, 4096, PROT_NONE);
  if (*(volatile char *)(page + 100) != 'x')
    return 1;
  page[101] = 'y';
  if (page[101] != 'y')
    return 1;
  printf("faults: %d\n", faults);
}
