// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that is asked for below 2 GiB is there, and when that is full there is none; other memory is not refused then.
// compare: no, under Memcheck other memory is below 2 GiB, and what finds no room there is placed above
// run: -q
// stdout: low, hint taken, full, else not
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

enum { BYTES = 13 << 20, LOW = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT };

int main(void)
{
  char *const first = mmap(NULL, 13337, PROT_READ | PROT_WRITE, LOW, -1, 0);
  first[13336] = 1;
  const int is_low = (uintptr_t)first + 13337 <= UINT32_C(1) << 31;
  char *const hint = (char *)(uintptr_t)0x41230000;
  const int is_taken = mmap(hint, 13337, PROT_READ, LOW, -1, 0) == hint;
  unsigned count = 0;
  for (char *more; (more = mmap(NULL, BYTES, PROT_NONE, LOW, -1, 0)) != MAP_FAILED && count < 200; count++)
    if ((uintptr_t)more + BYTES > UINT32_C(1) << 31)
      return 1;
  const void *const other = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%s, hint %s, %s, else %s\n", is_low ? "low" : "high", is_taken ? "taken" : "ignored",
         count > 0 && count < 200 ? "full" : "not full", other == MAP_FAILED ? "too" : "not");
  return 0;
}
