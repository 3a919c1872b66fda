// SPDX-License-Identifier: GPL-2.0-or-later
// The same parameter at the same place is one context, however often it is wrong.
// run:
// expect: Syscall param write(buf) points to uninitialised byte(s)
// reject: unaddressable
// expect: ERROR SUMMARY: 5 errors from 1 contexts
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  for (int i = 0; i < 5; i++) {
    char *block = malloc(10 + i);
    write(fd, block, 10);
    free(block);
  }
}
