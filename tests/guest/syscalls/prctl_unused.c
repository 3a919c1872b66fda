// SPDX-License-Identifier: GPL-2.0-or-later
// What an option of prctl() does not use need not be defined; what it uses must be.
// compare: no, Memcheck checks all parameters of options that it does not know
// run:
// stdout: done
// expect: Syscall param prctl(arg2) contains uninitialised byte(s)
// next: at
// next: by main (prctl_unused.c:@used)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static __attribute__((noinline)) long call(long option, long argument, long undefined)
{
  long result = SYS_prctl;
  register long third __asm__("rdx") = undefined, fourth __asm__("r10") = undefined, fifth __asm__("r8") = undefined;
  __asm__ volatile("syscall" : "+a"(result) : "D"(option), "S"(argument), "r"(third), "r"(fourth), "r"(fifth) : "rcx", "r11", "memory");
  return result;
}

int main(void)
{
  long *const undefined = malloc(sizeof *undefined);
  long value = 0;
  int failures = 0;
  failures += call(PR_GET_SECCOMP, *undefined, *undefined) != 0;
  failures += call(PR_SET_CHILD_SUBREAPER, 1, *undefined) != 0;
  failures += call(PR_GET_CHILD_SUBREAPER, (long)&value, *undefined) != 0 || (int)value != 1;
  failures += call(PR_SET_TIMERSLACK, 1337, *undefined) != 0;
  failures += call(PR_GET_TIMERSLACK, *undefined, *undefined) != 1337;
  failures += call(PR_GET_SECUREBITS, *undefined, *undefined) < 0;
  call(PR_SET_TIMERSLACK, *undefined & 0xfff, 0); // @used
  free(undefined);
  puts(failures == 0 ? "done" : "failed");
  return 0;
}
