// SPDX-License-Identifier: GPL-2.0-or-later
// Each argument of execve() that cannot be read is reported, a path that is NULL too.
// compare: no (Memcheck ends with an internal error at the second call)
// run: --leak-check=no
// stdout: 14 14
// expect: Syscall param execve(filename) points to unaddressable byte(s)
// expect: Syscall param execve(argv[0]) points to unaddressable byte(s)
// expect: Syscall param execve(envp[i]) points to unaddressable byte(s)
// expect: Syscall param execve(envp[i]) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
  char *volatile none = NULL;
  char *bad[] = {(char *)1, NULL}, *good[] = {"true", NULL};
  int first;
  execve(none, bad, bad);
  first = errno;
  execve("/bin/true", good, bad);
  printf("%d %d\n", first, errno);
}
