// SPDX-License-Identifier: GPL-2.0-or-later
// getgroups with a negative count fails before the list is looked at, as autoconf's test for it expects.
// run:
// only: seep
// expect: Syscall param getgroups(list) points to unaddressable byte(s)
// expect: by main (syscall_getgroups.c:@short)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
  gid_t *list = malloc(3 * sizeof *list);
  long refused = syscall(SYS_getgroups, -1, NULL) + syscall(SYS_getgroups, -1337, list);
  syscall(SYS_getgroups, 4, list); // @short
  free(list);
  return refused != -2;
}
