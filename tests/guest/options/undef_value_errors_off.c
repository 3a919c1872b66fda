// SPDX-License-Identifier: GPL-2.0-or-later
// --undef-value-errors=no: values are not watched, addresses are, by the program, system calls and requests.
// build: -Wno-stringop-overread
// run: --undef-value-errors=no
// expect: Invalid read of size 4
// next: at main (undef_value_errors_off.c:@read)
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: is 0 bytes after a block of size 1,340 alloc'd
// expect: Unaddressable byte(s) found during client check request
// reject: ninitialised
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include "undefined.h"
#include <fcntl.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
int main(void)
{
  int fd = open("/dev/null", O_WRONLY);
  volatile int *p = malloc(1340);
  DECIDE(p[0]);
  sink = p[335]; // @read
  write(fd, (char *)p, 1340);
  write(p[0] | -2, (char *)p, 1340);
  write(fd, (char *)p, 1341);
  free((void *)p);
  char *block = calloc(1, 8);
  VALGRIND_CHECK_MEM_IS_DEFINED(block, 9);
  free(block);
}
