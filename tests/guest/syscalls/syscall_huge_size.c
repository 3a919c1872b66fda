// SPDX-License-Identifier: GPL-2.0-or-later
// A size that no memory has: the first byte beyond is named, and it takes no time.
// build: -Wno-stringop-overread
// run:
// limit: 20
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 10 alloc'd
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = calloc(1, 10);
  syscall(SYS_write, fd, block, -1L);
  free(block);
}
