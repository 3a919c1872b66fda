// SPDX-License-Identifier: GPL-2.0-or-later
// writev(): the array of vectors itself is undefined.
// run:
// expect: Syscall param writev(vector) points to uninitialised byte(s)
#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  struct iovec *vector = malloc(sizeof *vector);
  vector->iov_base = NULL;
  size_t *volatile length = malloc(sizeof *length);
  vector->iov_len = *length & 0x10;
  writev(fd, vector, 1);
  free(length);
  free(vector);
}
