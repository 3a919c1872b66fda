// SPDX-License-Identifier: GPL-2.0-or-later
// writev(): each vector is looked at, and the array of vectors itself.
// run:
// expect: /Syscall param writev\(vector\[(\.\.\.|1)\]\) points to uninitialised byte\(s\)/
// expect: is 3 bytes inside a block of size 9 alloc'd
// expect: Syscall param writev(vector) points to uninitialised byte(s)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  char *block = malloc(9);
  memset(block, 'a', 3);
  struct iovec vector[] = {{"good", 4}, {block, 9}};
  writev(fd, vector, 2);
  free(block);
  size_t *volatile length = malloc(sizeof *length);
  vector[0] = (struct iovec){NULL, *length & 0x10};
  writev(fd, vector, 1);
  free(length);
}
