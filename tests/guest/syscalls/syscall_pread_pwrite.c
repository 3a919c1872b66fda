// SPDX-License-Identifier: GPL-2.0-or-later
// pread64() and pwrite64() with a buffer that is too small, or not filled.
// build: -Wno-stringop-overflow -Wno-stringop-overread
// run:
// expect: Syscall param pwrite64(buf) points to uninitialised byte(s)
// expect: Syscall param pread64(buf) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void)
{
  int fd = memfd_create("file", 0);
  char *block = malloc(10);
  pwrite(fd, block, 10, 0);
  pread(fd, block, 12, 0);
  free(block);
}
