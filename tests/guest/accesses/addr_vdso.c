// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's own pages in the process can be called and read.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <sched.h>
#include <sys/auxv.h>
#include <sys/time.h>
#include <time.h>
int main(void)
{
  struct timespec now;
  struct timeval old;
  char *image = (char *)getauxval(AT_SYSINFO_EHDR);
  if (clock_gettime(CLOCK_MONOTONIC, &now) || gettimeofday(&old, 0) || now.tv_nsec + old.tv_usec < 0 || time(0) == 0)
    return 1;
  return sched_getcpu() < 0 || (image && image[0] != 0x7f);
}
