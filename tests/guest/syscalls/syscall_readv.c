// SPDX-License-Identifier: GPL-2.0-or-later
// readv() into a vector that is longer than its block; what was read is defined. The core of Valgrind 3.20 calls it writev.
// run:
// expect: /Syscall param (read|write)v\(vector\[(\.\.\.|1)\]\) points to unaddressable byte\(s\)/
// expect: is 0 bytes after a block of size 4 alloc'd
// reject: Conditional jump
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
  int ends[2];
  if (pipe(ends) < 0)
    return 1;
  write(ends[1], "abcdef", 6);
  char *first = malloc(4), *second = malloc(4);
  struct iovec vector[] = {{first, 4}, {second, 5}};
  readv(ends[0], vector, 2);
  int status = first[3] == 'd' && second[1] == 'f' ? 0 : 1;
  free(first);
  free(second);
  return status;
}
