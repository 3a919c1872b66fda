// SPDX-License-Identifier: GPL-2.0-or-later
// Code of the program's own file that changes while it runs, and code that it makes elsewhere.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

__asm__(".balign 4096\n .globl changing\n changing: mov $1, %eax\n add %edi, %eax\n ret\n .balign 4096\n");
int changing(int n);

static int run_copy(void *place, int n)
{
  return ((int (*)(int))place)(n);
}

int main(void)
{
  unsigned char *const code = (unsigned char *)(void *)&changing;
  unsigned char *const made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long sum = 0;
  mprotect(code, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
  for (int i = 0; i < 7; i++) {
    code[1] = (unsigned char)i;
    memcpy(made, code, 8);
    for (int k = 0; k <= i; k++)
      sum += changing(k) + run_copy(made, k);
  }
  printf("%ld\n", sum);
  return 0;
}
