// SPDX-License-Identifier: GPL-2.0-or-later
// Taking away all access makes memory unaddressable, giving it back makes it addressable and defined.
// run:
// stdout: faults: 1
// expect: Invalid read of size 1
// next: at main (addr_mprotect.c:@read)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
static char *page;
static volatile int faults;
static void on_fault(int signal)
{
  (void)signal;
  faults++;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
int main(void)
{
  signal(SIGSEGV, on_fault);
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[100] = 'x';
  mprotect(page, 4096, PROT_NONE);
  if (*(volatile char *)(page + 100) != 'x') // @read
    return 1;
  page[101] = 'y';
  if (page[101] != 'y')
    return 1;
  printf("faults: %d\n", faults);
}
