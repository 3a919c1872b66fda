// SPDX-License-Identifier: GPL-2.0-or-later
// The origin of undefined bytes given to a system call: a heap block.
// build: -Wno-maybe-uninitialized
// run: --track-origins=yes
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: is 0 bytes inside a block of size 64 alloc'd
// expect: Uninitialised value was created by a heap allocation
// next: malloc
// next: main (syscall_write_origin_heap.c:@MALLOC)
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = malloc(64); // @MALLOC
  write(fd, block, 64);
  free(block);
}
