// SPDX-License-Identifier: GPL-2.0-or-later
// Registers and flags come back from a handler as defined as they were.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (signal_registers.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static void on_signal(int number)
{
  sink = number;
}
int main(void)
{
  long *p = undefined(8), defined = 5, undefined_too = *p;
  signal(SIGUSR1, on_signal);
  register long pid __asm__("rdi") = getpid();
  register long number __asm__("rsi") = SIGUSR1;
  long result = SYS_kill;
  __asm__ volatile("mov %3, %%r12; mov %4, %%r13; syscall; test %%r12, %%r12; jz 1f; nop; 1: mov %%r13, %1"
                   : "+a"(result), "=r"(undefined_too)
                   : "r"(pid), "r"(defined), "r"(*p), "r"(number)
                   : "r12", "r13", "rcx", "r11", "cc", "memory");
  DECIDE(undefined_too); // @undefined
}
