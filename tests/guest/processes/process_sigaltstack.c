// SPDX-License-Identifier: GPL-2.0-or-later
// A fault caught on an alternate stack and left by siglongjmp: the program goes on and is reported whole.
// run:
// stdout: survived
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static char output[4096], other_stack[65536];
static sigjmp_buf back;
static void handler(int number)
{
  (void)number;
  siglongjmp(back, 1);
}
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  if (!sigsetjmp(back, 1))
    *(volatile char *)0x539 = 1;
  lose(1337);
  scrub();
  puts("survived");
}
