// SPDX-License-Identifier: GPL-2.0-or-later
// A path that runs out of its block.
// run:
// expect: Syscall param openat(filename) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 8 alloc'd
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *path = malloc(8);
  memset(path, 'x', 8);
  open(path, O_RDONLY);
  free(path);
}
