// SPDX-License-Identifier: GPL-2.0-or-later
// sigaltstack() with a structure of which only the flags are set.
// run:
// expect: /Syscall param sigaltstack\(ss(->ss_sp)?\) points to uninitialised byte\(s\)/
#include <signal.h>
#include <stdlib.h>
int main(void)
{
  stack_t *stack = malloc(sizeof *stack);
  stack->ss_flags = 0;
  sigaltstack(stack, NULL);
  free(stack);
}
