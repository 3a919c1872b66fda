// SPDX-License-Identifier: GPL-2.0-or-later
// A loop of pushes and returns, without a jump, is left when a signal comes.
// run:
// stdout: ended
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

volatile long done;

static void note(int signal)
{
  done = 1;
}

__attribute__((noinline)) static void spin(void)
{
  __asm__ volatile("lea -128(%%rsp), %%rsp\n"
                   "lea 1f(%%rip), %%rax\n"
                   "1: mov done(%%rip), %%rcx\n"
                   "test %%rcx, %%rcx\n"
                   "jnz 2f\n"
                   "push %%rax\n"
                   "ret\n"
                   "2: lea 128(%%rsp), %%rsp\n"
                   :
                   :
                   : "rax", "rcx", "cc", "memory");
}

int main(void)
{
  signal(SIGALRM, note);
  setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 200000}, 0);
  spin();
  puts("ended");
}
