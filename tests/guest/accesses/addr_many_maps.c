// SPDX-License-Identifier: GPL-2.0-or-later
// Ten thousand maps and unmaps of a large range, little of it touched.
// run:
// limit: 20
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <sys/mman.h>
int main(void)
{
  for (int i = 0; i < 2000; i++) {
    char *p = mmap(0, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p[i * 4096])
      return 1;
    p[i * 4096] = 1;
    munmap(p, 64 << 20);
  }
}
