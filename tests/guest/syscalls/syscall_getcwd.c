// SPDX-License-Identifier: GPL-2.0-or-later
// getcwd(): the buffer must be there; what was written is defined, the rest is not.
// run:
// expect: Syscall param getcwd(buf) points to unaddressable byte(s)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_getcwd.c:@TEST)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  chdir("/");
  char *block = malloc(8);
  syscall(SYS_getcwd, block, 9);
  char *volatile other = malloc(8);
  syscall(SYS_getcwd, other, 8);
  int status = other[0] == '/' && other[1] == '\0' ? 0 : 1;
  if (other[2]) // @TEST
    status *= 2;
  free(block);
  free(other);
  return status;
}
