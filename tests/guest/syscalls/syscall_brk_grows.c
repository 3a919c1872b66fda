// SPDX-License-Identifier: GPL-2.0-or-later
// The data segment grows far beyond the 8 MiB that Valgrind allows for, and what is too much is refused.
// compare: no, Memcheck's data segment ends at 8 MiB
// run: -q
// stdout: 31337 KiB, then refused
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
  enum { BYTES = 31337 << 10 };
  char *start = sbrk(BYTES);
  if (start == (void *)-1)
    return 1;
  memset(start, 1, BYTES);
  const int is_refused = sbrk((intptr_t)1 << 60) == (void *)-1;
  printf("%d KiB, %s\n", start[BYTES - 1] * BYTES >> 10, is_refused ? "then refused" : "and more");
}
