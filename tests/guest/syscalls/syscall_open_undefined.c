// SPDX-License-Identifier: GPL-2.0-or-later
// A path that is not defined.
// run:
// expect: Syscall param openat(filename) points to uninitialised byte(s)
// expect: is 2 bytes inside a block of size 10 alloc'd
#include <fcntl.h>
#include <stdlib.h>
int main(void)
{
  char *path = malloc(10);
  path[0] = '/';
  path[1] = 'x';
  open(path, O_RDONLY);
  free(path);
}
