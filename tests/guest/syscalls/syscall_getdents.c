// SPDX-License-Identifier: GPL-2.0-or-later
// Directory entries are defined, the room behind them is not.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_getdents.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  int fd = open("/proc/self/fd", O_RDONLY | O_DIRECTORY), status = 0;
  char *volatile block = malloc(32768);
  long size = syscall(SYS_getdents64, fd, block, 32768);
  for (long i = 0; i < size;) {
    const struct dirent64 *entry = (const struct dirent64 *)(block + i);
    if (entry->d_ino == 0 || entry->d_type == 77)
      status = 1;
    i += entry->d_reclen;
  }
  if (block[size]) // @TEST
    status |= 2;
  free(block);
  return status & 1;
}
