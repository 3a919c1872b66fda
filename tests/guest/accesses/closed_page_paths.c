// SPDX-License-Identifier: GPL-2.0-or-later
// Strings and structures run into a page that cannot be read: the call fails as it does natively, and the program goes on.
// compare: no (Memcheck ends with an internal error)
// run: --trace-children=no
// stdout: 13 of 13
// stdout: 13 of 13
// stdout: 13 of 13
// expect: /Syscall param open\((file|path)name\) points to unaddressable byte\(s\)/
// expect: /Syscall param openat\((file|path)name\) points to unaddressable byte\(s\)/
// expect: Syscall param readlink(path) points to unaddressable byte(s)
// expect: Syscall param readlinkat(path) points to unaddressable byte(s)
// expect: Syscall param stat(file_name) points to unaddressable byte(s)
// expect: Syscall param execve(filename) points to unaddressable byte(s)
// expect: Syscall param execveat(filename) points to unaddressable byte(s)
// expect: Syscall param execve(argv[0]) points to unaddressable byte(s)
// expect: Syscall param execve(argv[i]) points to unaddressable byte(s)
// expect: Syscall param execve(envp[i]) points to unaddressable byte(s)
// expect: Syscall param execve(argv) points to unaddressable byte(s)
// expect: ERROR SUMMARY:
// run: --trace-children=yes
// stdout: 13 of 13
// stdout: 13 of 13
// stdout: 13 of 13
#define _GNU_SOURCE
#include "closed_page.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
enum { ARCH_GET_FS = 0x1003 };
static int done, failed;
static void call(long number, long a, long b, long c)
{
  errno = 0;
  failed += syscall(number, a, b, c, 0, 0) == -1 && errno == EFAULT;
  done++;
}
static void try(char *end)
{
  char path[] = "/bin/true", text[] = "text", buffer[100], **list = (char **)end - 2;
  long string = (long)(end - 5), here = AT_FDCWD;
  char *good[] = {path, text, 0}, *bad_first[] = {end - 5, 0}, *bad[] = {path, end - 5, 0};
  memcpy(end - 5, "/proc", 5);
  done = failed = 0;
  call(SYS_open, string, O_RDONLY, 0);
  call(SYS_openat, here, string, O_RDONLY);
  call(SYS_readlink, string, (long)buffer, sizeof buffer);
  done++;
  failed += syscall(SYS_readlinkat, here, string, buffer, sizeof buffer) == -1 && errno == EFAULT;
  call(SYS_stat, string, (long)buffer, 0);
  call(SYS_execve, string, (long)good, 0);
  call(SYS_execveat, here, string, (long)good);
  call(SYS_execve, (long)path, (long)bad_first, 0);
  call(SYS_execve, (long)path, (long)bad, 0);
  call(SYS_execve, (long)path, (long)good, (long)bad);
  list[0] = path, list[1] = text;
  call(SYS_execve, (long)path, (long)list, 0);
  call(SYS_arch_prctl, ARCH_GET_FS, string, 0);
  call(SYS_perf_event_open, string, 0, 0);
  printf("%d of %d\n", failed, done);
  fflush(stdout);
}
int main(void)
{
  char *pages = mmap(0, 3 * 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + PAGE, PAGE, PROT_NONE);
  try(pages + PAGE);
  munmap(pages + 3 * PAGE, PAGE);
  try(pages + 3 * PAGE);
  close_page(pages + 5 * PAGE);
  try(pages + 5 * PAGE);
}
