// SPDX-License-Identifier: GPL-2.0-or-later
// read() into a block that is too small for what was asked.
// build: -Wno-stringop-overflow
// run:
// expect: Syscall param read(buf) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 10 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_RDONLY);
  char *block = malloc(10);
  read(fd, block, 11);
  free(block);
}
