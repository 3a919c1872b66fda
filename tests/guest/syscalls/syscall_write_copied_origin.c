// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined bytes that were copied still have the block they came from as their origin.
// run: --track-origins=yes
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: is 0 bytes inside a block of size 16 alloc'd
// next: malloc
// next: main (syscall_write_copied_origin.c:@COPY)
// next: Uninitialised value was created by a heap allocation
// next: malloc
// next: main (syscall_write_copied_origin.c:@SOURCE)
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  long *source = malloc(16); // @SOURCE
  long *copy = malloc(16); // @COPY
  copy[0] = source[0];
  copy[1] = source[1];
  write(fd, copy, 16);
  free(source);
  free(copy);
}
