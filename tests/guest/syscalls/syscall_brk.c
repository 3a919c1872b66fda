// SPDX-License-Identifier: GPL-2.0-or-later
// What brk() adds is there but undefined; what it takes away is gone.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY), result = 0;
  volatile char *memory = sbrk(8192);
  if (memory[8000] == 'x')
    result = 1;
  memory[10] = 'a';
  sbrk(-8192);
  write(fd, (char *)memory + 10, 1);
  return result;
}
