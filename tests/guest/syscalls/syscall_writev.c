// SPDX-License-Identifier: GPL-2.0-or-later
// writev(): each vector is looked at.
// run:
// expect: Syscall param writev(vector[...]) points to uninitialised byte(s)
// expect: is 3 bytes inside a block of size 9 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
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
}
