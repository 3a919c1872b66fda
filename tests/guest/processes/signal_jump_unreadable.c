// SPDX-License-Identifier: GPL-2.0-or-later
// Jumps and calls through memory that cannot be read: each is reported once, and its signal's handler runs each time.
// run:
// stdout: 4 signals
// expect: Invalid read of size 8
// next: at go_to
// next: by main
// next: Address 0x25 is not stack'd, malloc'd or (recently) free'd
// expect: Invalid read of size 8
// next: at go_to
// next: by main
// next: Address 0x25 is not stack'd, malloc'd or (recently) free'd
// expect: ERROR SUMMARY: 4 errors from 2 contexts
// run: --engine=direct
// only: seep
// stdout: 4 signals
// expect: ERROR SUMMARY: 4 errors from 2 contexts
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf again;

static void on_fault(int signal)
{
  siglongjmp(again, signal);
}

__attribute__((noinline)) static void go_to(const char *table, int calls)
{
  if (calls)
    __asm__ volatile("call *32(%0)" : : "r"(table) : "memory");
  else
    __asm__ volatile("jmp *32(%0)" : : "r"(table) : "memory");
}

int main(void)
{
  volatile int signals = 0;
  signal(SIGSEGV, on_fault);
  for (volatile int i = 0; i < 4; i++)
    if (sigsetjmp(again, 1) == 0)
      go_to((const char *)5, i % 2);
    else
      signals++;
  printf("%d signals\n", signals);
}
