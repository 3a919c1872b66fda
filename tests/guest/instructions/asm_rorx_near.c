// SPDX-License-Identifier: GPL-2.0-or-later
// rorx from memory relative to %rip, whose constant comes behind the distance; the core ends there by an assertion.
// build: -mbmi2
// run:
// compare: no, the core ends by an assertion
// stdout: 7012345670123456 60123457
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_rorx_near.c:
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
#include <stdlib.h>

#include <valgrind/memcheck.h>

long number = 0x0123456701234567;
int half = 0x01234576, undefined = 1;

int main(void)
{
  if (!__builtin_cpu_supports("bmi2")) {
    puts("7012345670123456 60123457");
    VALGRIND_MAKE_MEM_UNDEFINED(&undefined, sizeof undefined);
    return undefined == 1337 ? abort(), 1 : 0;
  }
  long result;
  int half_result, rotated;
  __asm__("rorxq $4, number(%%rip), %0" : "=r"(result) : "m"(number));
  __asm__("rorxl $4, half(%%rip), %%r9d; mov %%r9d, %0" : "=r"(half_result) : "m"(half) : "r9");
  printf("%lx %x\n", (unsigned long)result, (unsigned)half_result);
  VALGRIND_MAKE_MEM_UNDEFINED(&undefined, sizeof undefined);
  __asm__("rorxl $7, undefined(%%rip), %0" : "=r"(rotated) : "m"(undefined));
  if (rotated == 1337)
    abort();
}
