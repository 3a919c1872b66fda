// SPDX-License-Identifier: GPL-2.0-or-later
// Generated code is checked like any other: it reads behind a block.
// run: --smc-check=all
// expect: Invalid read of size 4
// next: at ???
// expect: is 0 bytes after a block of size 100 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
int main(void)
{
  unsigned char code[] = {0x8b, 0x07, 0xc3}; // mov (%rdi), %eax; ret
  char *place = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *p = malloc(100);
  memcpy(place, code, sizeof code);
  ((int (*)(void *))place)(p + 100);
  free(p);
}
