// SPDX-License-Identifier: GPL-2.0-or-later
// Code that is unmapped and replaced by other code at the same address.
// run:
// stdout: 1 2 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
static int run(void *wanted, int number, void **ret_place)
{
  unsigned char code[] = {0xb8, number, 0, 0, 0, 0xc3};
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | (wanted ? MAP_FIXED : 0);
  char *place = mmap(wanted, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
  memcpy(place, code, sizeof code);
  mprotect(place, 4096, PROT_READ | PROT_EXEC);
  int result = ((int (*)(void))place)();
  munmap(place, 4096);
  *ret_place = place;
  return result;
}
int main(void)
{
  void *place;
  int a = run(0, 1, &place), b = run(place, 2, &place), c = run(place, 3, &place);
  printf("%d %d %d\n", a, b, c);
}
