// SPDX-License-Identifier: GPL-2.0-or-later
// Results that system calls store through pointers are defined.
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
static int check(const void *result, size_t bytes)
{
  const volatile unsigned char *byte = result;
  int sum = 0;
  for (size_t i = 0; i < bytes; i++)
    if (byte[i])
      sum++;
  return sum;
}
#define TRY(type, call)                 \
  do {                                  \
    type *result = malloc(sizeof *result); \
    if ((call) < 0)                     \
      return 1;                         \
    sum += check(result, sizeof *result); \
    free(result);                       \
  } while (0)
int main(void)
{
  int sum = 0;
  TRY(struct utsname, uname(result));
  TRY(struct rlimit, getrlimit(RLIMIT_NOFILE, result));
  TRY(struct timespec, clock_gettime(CLOCK_MONOTONIC, result));
  TRY(struct timeval, gettimeofday(result, NULL));
  TRY(struct rusage, getrusage(RUSAGE_SELF, result));
  TRY(struct sysinfo, syscall(SYS_sysinfo, result));
  TRY(struct statfs, statfs("/", result));
  TRY(gid_t, getresgid(result, result, result));
  return sum > 0 ? 0 : 2;
}
