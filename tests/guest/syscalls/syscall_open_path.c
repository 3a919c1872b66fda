// SPDX-License-Identifier: GPL-2.0-or-later
// A path at address 0, with the call's own failure; one that is not defined; and one that runs out of its block.
// build: -Wno-nonnull
// run:
// stdout: Bad address
// expect: /Syscall param openat\((file|path)name\) points to unaddressable byte\(s\)/
// expect: Address 0x0 is not stack'd, malloc'd or (recently) free'd
// expect: /Syscall param openat\((file|path)name\) points to uninitialised byte\(s\)/
// expect: is 2 bytes inside a block of size 10 alloc'd
// expect: /Syscall param openat\((file|path)name\) points to unaddressable byte\(s\)/
// expect: is 0 bytes after a block of size 8 alloc'd
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *volatile path = NULL;
  open(path, O_RDONLY);
  puts(strerror(errno));
  path = malloc(10);
  path[0] = '/';
  path[1] = 'x';
  open(path, O_RDONLY);
  free(path);
  path = malloc(8);
  memset(path, 'x', 8);
  open(path, O_RDONLY);
  free(path);
}
