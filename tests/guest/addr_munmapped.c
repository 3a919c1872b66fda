// SPDX-License-Identifier: GPL-2.0-or-later
// Memory is gone once it is unmapped, and back when something is mapped there.
// run:
// stdout: faults: 1
// expect: Invalid read of size 4
// next: at main (addr_munmapped.c:@read)
// next: is not stack'd, malloc'd or (recently) free'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
static sigjmp_buf back;
static void on_fault(int signal)
{
  siglongjmp(back, signal);
}
static volatile int sink;
int main(void)
{
  volatile int faults = 0;
  signal(SIGSEGV, on_fault);
  volatile int *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[0] = 1;
  munmap((void *)p, 8192);
  if (!sigsetjmp(back, 1))
    sink = p[0]; // @read
  else
    faults++;
  mmap((void *)p, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  printf("faults: %d\n", faults + p[0]);
}
