// SPDX-License-Identifier: GPL-2.0-or-later
// read() defines as many bytes as it read, no more, and none when it fails; a block that is too small for what was asked is
// reported.
// build: -Wno-stringop-overflow
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_read.c:@beyond)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_read.c:@failed)
// expect: Syscall param read(buf) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 10 alloc'd
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include "undefined.h"
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
  int ends[2];
  if (pipe(ends) < 0)
    return 1;
  write(ends[1], "abcd", 4);
  char *volatile block = malloc(10);
  read(ends[0], block, 10);
  DECIDE(block[3] == 'x');
  DECIDE(block[4] == 'x'); // @beyond
  free(block);
  block = malloc(10);
  read(-1, block, 10);
  DECIDE(block[0] == 'x'); // @failed
  read(open("/dev/null", O_RDONLY), block, 11);
  free(block);
}
