// SPDX-License-Identifier: GPL-2.0-or-later
// write() of a block that was freed.
// build: -Wno-use-after-free
// run:
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: is 0 bytes inside a block of size 10 free'd
// expect: Block was alloc'd at
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = calloc(1, 10);
  free(block);
  write(fd, block, 10);
}
