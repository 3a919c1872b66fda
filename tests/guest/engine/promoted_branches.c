// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks are cut before an instruction that keeps failing, but not between two branches to one place, which are computed
// together: what is behind the first one need not be reached.
// run: -v -v --engine=speculative
// only: seep
// stdout: 0 wrong
// expect: /promotions to precise code: [1-9]/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Is `a` even and `b` more than one? If `is_even` says the first, `b` alone decides. `passed_by` is only moved about.
uint64_t both(uint64_t a, uint64_t b, uint64_t passed_by, uint64_t is_even);
__asm__(
  ".text\n"
  "both:\n"
  "  xorl %eax, %eax\n"
  "  testq %rcx, %rcx\n"
  "  jne 1f\n"
  "  testb $1, %dil\n"
  "  jne 2f\n"
  "1:\n"
  "  leaq 1(%rdx), %r8\n"
  "  cmpq $1, %rsi\n"
  "  jbe 2f\n"
  "  movl $1, %eax\n"
  "2:\n"
  "  testq %rsi, %rsi\n"
  "  js 3f\n"
  "  retq\n"
  "3:\n"
  "  ud2\n");

int main(void)
{
  uint64_t *undefined = malloc(sizeof *undefined);
  unsigned wrong = 0;
  for (uint64_t i = 0; i < 200000; i++) {
    wrong += both(i, i % 3, *undefined, 1) != (i % 3 > 1);
    wrong += both(i, i % 3, 0, 0) != (i % 2 == 0 && i % 3 > 1);
  }
  printf("%u wrong\n", wrong);
  free(undefined);
  return 0;
}
