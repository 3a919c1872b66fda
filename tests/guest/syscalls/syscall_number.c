// SPDX-License-Identifier: GPL-2.0-or-later
// The number of a system call is undefined.
// run:
// expect: Syscall param (syscallno) contains uninitialised byte(s)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <sys/syscall.h>
int main(void)
{
  volatile long *number = malloc(sizeof *number);
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"((*number ^ *number) + SYS_getpid)
                   : "rcx", "r11", "memory");
  free((void *)number);
}
