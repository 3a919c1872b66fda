// SPDX-License-Identifier: GPL-2.0-or-later
// remap_file_pages(), quotactl_fd() and modify_ldt() are the kernel's.
// run:
// stdout: second 2
// stdout: no file: 9
// stdout: segments 0
// compare: no, Memcheck does not know them
// reject: unhandled
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { PAGE = 4096, QUOTACTL_FD = 443, Q_GETINFO = 0x800005 << 8 };
int main(void)
{
  const int file = memfd_create("pages", 0);
  if (ftruncate(file, 2 * PAGE) != 0)
    return 1;
  char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pages[0] = 1;
  pages[PAGE] = 2;
  if (syscall(SYS_remap_file_pages, pages, PAGE, 0, 1, 0) != 0)
    return 2;
  printf("second %d\n", pages[0]);
  char info[24], segments[64];
  syscall(QUOTACTL_FD, -1, Q_GETINFO, 0, info);
  printf("no file: %d\n", errno);
  printf("segments %ld\n", syscall(SYS_modify_ldt, 0, segments, sizeof segments));
}
