// SPDX-License-Identifier: GPL-2.0-or-later
// With --undef-value-errors=no only memory that is not there counts.
// build: -Wno-stringop-overread
// run: --undef-value-errors=no
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 10 alloc'd
// reject: uninitialised
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = malloc(10);
  int *junk = malloc(4);
  write(fd, block, 10);
  write(*junk | -2, block, 10);
  write(fd, block, 11);
  free(junk);
  free(block);
}
