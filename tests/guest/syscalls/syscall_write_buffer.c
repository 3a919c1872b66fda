// SPDX-License-Identifier: GPL-2.0-or-later
// write() of a buffer that is only partly filled, where the first undefined byte is named; of more bytes than the block has; and of
// a block that was freed.
// build: -Wno-use-after-free -Wno-stringop-overread
// run:
// expect: Syscall param write(buf) points to uninitialised byte(s)
// expect: main (syscall_write_buffer.c:@undefined)
// next: is 4 bytes inside a block of size 13 alloc'd
// next: malloc
// next: main (syscall_write_buffer.c:@malloc)
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: main (syscall_write_buffer.c:@after)
// next: is 0 bytes after a block of size 10 alloc'd
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: main (syscall_write_buffer.c:@freed)
// next: is 0 bytes inside a block of size 10 free'd
// expect: Block was alloc'd at
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *partly = malloc(13); // @malloc
  memset(partly, 'a', 4);
  partly[8] = 'b';
  write(fd, partly, 13); // @undefined
  free(partly);
  char *block = calloc(1, 10);
  write(fd, block, 20); // @after
  free(block);
  write(fd, block, 10); // @freed
}
