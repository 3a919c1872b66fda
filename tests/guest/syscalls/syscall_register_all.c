// SPDX-License-Identifier: GPL-2.0-or-later
// Each parameter in a register is an error of its own.
// run:
// expect: Syscall param lseek(fd) contains uninitialised byte(s)
// expect: Syscall param lseek(offset) contains uninitialised byte(s)
// expect: Syscall param lseek(whence) contains uninitialised byte(s)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  long *junk = malloc(3 * sizeof *junk);
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_lseek), "D"(junk[0]), "S"(junk[1]), "d"(junk[2])
                   : "rcx", "r11", "memory");
  free(junk);
}
