// SPDX-License-Identifier: GPL-2.0-or-later
// Sixteen GiB mapped, a byte touched in each: neither time nor memory goes with what was mapped.
// run:
// limit: 20
// stdout: 16
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
int main(void)
{
  size_t size = 16UL << 30;
  char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  int sum = 0;
  if (p == MAP_FAILED)
    return 1;
  for (size_t i = 0; i < size; i += 1UL << 30)
    p[i + 12345] = 1;
  for (size_t i = 0; i < size; i += 1UL << 30)
    if (p[i + 12345] && !p[i])
      sum++;
  munmap(p, size);
  printf("%d\n", sum);
}
