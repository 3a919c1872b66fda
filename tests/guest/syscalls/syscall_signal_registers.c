// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value in a register is still undefined, and a defined one defined, after a handler has run.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_signal_registers.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile long seen;
static void handler(int signal)
{
  register long other __asm__("r13") = 5;
  __asm__ volatile("" : "+r"(other));
  seen = other;
}
int main(void)
{
  signal(SIGUSR1, handler);
  long *junk = malloc(sizeof *junk);
  register long undefined __asm__("r12") = *junk;
  register long defined __asm__("r13") = 3;
  long result = SYS_kill;
  __asm__ volatile("syscall" : "+a"(result), "+r"(undefined), "+r"(defined) : "D"((long)getpid()), "S"((long)SIGUSR1)
                   : "rcx", "r11", "memory");
  long other = defined, value = undefined;
  free(junk);
  if (other != 3)
    return 1;
  if (value == 42) // @TEST
    return 2;
  return seen == 5 ? 0 : 3;
}
