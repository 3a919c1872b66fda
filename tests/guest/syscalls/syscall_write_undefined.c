// SPDX-License-Identifier: GPL-2.0-or-later
// write() of a buffer that is only partly filled: the first undefined byte is named.
// run:
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: main (syscall_write_undefined.c:@WRITE)
// next: is 4 bytes inside a block of size 13 alloc'd
// next: malloc
// next: main (syscall_write_undefined.c:@MALLOC)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = malloc(13); // @MALLOC
  memset(block, 'a', 4);
  block[8] = 'b';
  write(fd, block, 13); // @WRITE
  free(block);
}
