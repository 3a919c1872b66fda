// SPDX-License-Identifier: GPL-2.0-or-later
// Ranges are about accesses of the program itself: a system call is reported all the same.
// run: --ignore-ranges=0x10000000-0x10000FFF
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile char *p = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  VALGRIND_MAKE_MEM_NOACCESS(p, 4096);
  int sum = p[20];
  write(open("/dev/null", O_WRONLY), (void *)p, 10);
  return sum & 0;
}
