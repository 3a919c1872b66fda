// SPDX-License-Identifier: GPL-2.0-or-later
// Code written into a fresh map and called, then written anew and called again.
// run: --smc-check=all
// stdout: 7 8
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main(void)
{
  unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3};
  char *place = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int (*function)(void) = (int (*)(void))place;
  memcpy(place, code, sizeof code);
  int first = function();
  place[1] = 8;
  printf("%d %d\n", first, function());
}
