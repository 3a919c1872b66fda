// SPDX-License-Identifier: GPL-2.0-or-later
// A wish for memory far up is granted elsewhere, a demand is refused; what there is can be used without errors.
// run:
// stdout: wished, refused
// expect: Warning: the program demands memory at 0xc100000000
// expect: ERROR SUMMARY: 0 errors
// compare: no, Memcheck grants both
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main(void)
{
  void *wished = mmap((void *)0xc000000000, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *fixed = mmap((void *)0xc100000000, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  memset(wished, 7, 1 << 20);
  puts(((char *)wished)[1337] == 7 && fixed == MAP_FAILED ? "wished, refused" : "?");
}
