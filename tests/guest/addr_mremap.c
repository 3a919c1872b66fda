// SPDX-License-Identifier: GPL-2.0-or-later
// mremap takes the state of memory along: the new place has what was written, the old one is gone.
// run:
// stdout: faults: 1
// expect: Invalid read of size 1
// next: at main (addr_mremap.c:@old)
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
  char *p = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *place = mmap(0, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[5000] = 1;
  volatile char *q = mremap(p, 16384, 65536, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  if (q[5000] != 1)
    return 1;
  if (!sigsetjmp(back, 1))
    sink = *(volatile char *)(p + 5000); // @old
  else
    faults++;
  printf("faults: %d\n", faults);
}
