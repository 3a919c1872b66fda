// SPDX-License-Identifier: GPL-2.0-or-later
// seccomp(): its programs are looked at, and what it tells is defined.
// needs: seep
// compare: no, Valgrind 3.19 does not know the call
// run: --leak-check=no
// stdout: done
// reject: unhandled
// reject: Conditional jump
// expect: Syscall param seccomp(args) points to uninitialised byte(s)
// next: at
// next: by main (syscall_seccomp.c:@program)
// expect: Syscall param seccomp(args) points to uninitialised byte(s)
// next: at
// next: by main (syscall_seccomp.c:@action)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <linux/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  unsigned short *sizes = malloc(6), sum = 0;
  if (syscall(SYS_seccomp, 3L, 0L, sizes) == 0)
    sum = sizes[0] + sizes[1] + sizes[2];
  struct sock_filter *instruction = malloc(sizeof *instruction);
  struct sock_fprog *program = malloc(sizeof *program); /* its padding does not matter */
  char *undefined = malloc(1);
  instruction->code = 6;
  instruction->jt = *undefined;
  instruction->jf = 0;
  instruction->k = 0x7fff0000;
  program->len = 1;
  program->filter = instruction;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(SYS_seccomp, 1L, 0L, program); // @program
  unsigned *action = malloc(sizeof *action);
  syscall(SYS_seccomp, 2L, 0L, action); // @action
  puts(sum != 1 ? "done" : "");
}
