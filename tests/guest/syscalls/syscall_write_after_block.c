// SPDX-License-Identifier: GPL-2.0-or-later
// write() of more bytes than the block has.
// run:
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 10 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = calloc(1, 10);
  write(fd, block, 20);
  free(block);
}
