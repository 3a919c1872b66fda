// SPDX-License-Identifier: GPL-2.0-or-later
// Code that loses the right to be read or executed, and gets it back: calling it is a fault as long as it has not.
// run:
// stdout: fault 15150 fault 15150 fault 15150
// stdout: fault 15150 fault 15150 fault 15150
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: fault 15150 fault 15150 fault 15150
// stdout: fault 15150 fault 15150 fault 15150
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include "guest.h"

static sigjmp_buf again;

static void on_fault(int number)
{
  siglongjmp(again, number);
}

__attribute__((section("page_of_its_own"), aligned(4096))) NOINLINE int thrice(int x)
{
  return x * 3 + 2;
}

static void call(int is_last)
{
  volatile int sum = 0;
  if (sigsetjmp(again, 1) != 0) {
    printf("fault%c", is_last ? '\n' : ' ');
    return;
  }
  for (int i = 0; i < 100; i++)
    sum += thrice(i) + 1;
  printf("%d%c", sum, is_last ? '\n' : ' ');
}

int main(void)
{
  static const int rights[] = {PROT_READ, PROT_READ | PROT_EXEC, PROT_NONE, PROT_EXEC, PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC};
  signal(SIGSEGV, on_fault);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 6; i++) {
      mprotect((void *)thrice, 4096, rights[i]);
      call(i == 5);
    }
}
