// SPDX-License-Identifier: GPL-2.0-or-later
// Reservations of more than all the memory there is, as runtimes make them (of Haskell, at 0x4200000000; of databases, anywhere): a
// part of them is made usable by mprotect() or a mapping over it, and holds what is found by the leak check.
// run: --leak-check=full
// limit: 40
// stdout: usable
// expect: 13,370 bytes in 1 blocks are definitely lost
// expect: still reachable: 135,037 bytes in 2 blocks
// expect: ERROR SUMMARY: 1 errors
// compare: no, Memcheck needs minutes for a terabyte that can be written
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };

int main(void)
{
  const size_t terabyte = (size_t)1 << 40, part = 1 << 20;
  char *wished = mmap((void *)0x4200000000, terabyte, PROT_NONE, FLAGS, -1, 0);
  char *large = mmap(NULL, 8 * terabyte, PROT_NONE, FLAGS, -1, 0);
  char *open = mmap(NULL, terabyte, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
  if (wished != (char *)0x4200000000 || large == MAP_FAILED || open == MAP_FAILED)
    return 1;
  mprotect(large + 5 * terabyte, part, PROT_READ | PROT_WRITE);
  mmap(wished + part, part, PROT_READ | PROT_WRITE, FLAGS | MAP_FIXED, -1, 0);
  memset(wished + part, 1, part);
  open[terabyte / 2] = 2;
  *(void **)(large + 5 * terabyte + 80) = malloc(1337);
  *(void **)(wished + part) = malloc(13370);
  puts(open[terabyte - 1] == 0 && large[5 * terabyte] == 0 ? "usable" : "?");
  munmap(wished, terabyte);
  *(void **)(open + terabyte / 4 + 4080) = malloc(133700);
}
