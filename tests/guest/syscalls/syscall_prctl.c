// SPDX-License-Identifier: GPL-2.0-or-later
// prctl(PR_SET_NAME) of a name that is not defined.
// run:
// expect: Syscall param prctl(set-name) points to uninitialised byte(s)
#include <stdlib.h>
#include <sys/prctl.h>
int main(void)
{
  char *name = malloc(16);
  name[15] = '\0';
  prctl(PR_SET_NAME, name);
  free(name);
}
