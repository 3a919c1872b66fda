// SPDX-License-Identifier: GPL-2.0-or-later
// x < 0, x >= 0, x > -1 and what else asks for a sign is decided by the sign bit alone, in all widths; when that bit is
// undefined, it is an error each time.
// build: -g -O1
// run:
// only: seep
// stdout: sign alone defined: 0 errors
// stdout: sign alone undefined: 68 errors
// expect: Conditional jump or move depends on uninitialised value(s)
#include <stdio.h>
#include <valgrind/memcheck.h>

#define ASK(type, code) \
  do { \
    type value = numbers.as_##type; \
    __asm__ volatile(code "1f; nop; 1:" : "+q"(value) : : "cc", "rax"); \
  } while (0)

#define ASK_ALL(type, suffix, register) \
  ASK(type, "test " register "," register "; js "); \
  ASK(type, "test " register "," register "; jns "); \
  ASK(type, "test " register "," register "; jl "); \
  ASK(type, "test " register "," register "; jge "); \
  ASK(type, "and " register "," register "; jl "); \
  ASK(type, "xor" suffix " $5," register "; jns "); \
  ASK(type, "cmp" suffix " $0," register "; js "); \
  ASK(type, "cmp" suffix " $0," register "; jns "); \
  ASK(type, "cmp" suffix " $0," register "; jl "); \
  ASK(type, "cmp" suffix " $0," register "; jge "); \
  ASK(type, "cmp" suffix " $-1," register "; jg "); \
  ASK(type, "cmp" suffix " $-1," register "; jle "); \
  ASK(type, "shl" suffix " $1," register "; jc "); \
  ASK(type, "sar" suffix " $1," register "; js "); \
  ASK(type, "cmp" suffix " $0," register "; setl %%al; test %%al,%%al; jz "); \
  ASK(type, "cmp" suffix " $0," register "; setge %%al; test %%al,%%al; jz "); \
  ASK(type, "xor %%eax,%%eax; cmp" suffix " $0," register "; cmovl %%rsp,%%rax; test %%rax,%%rax; jz ")

typedef signed char byte;
typedef short word;
typedef int dword;
typedef long qword;

static volatile struct {
  qword as_qword;
  dword as_dword;
  word as_word;
  byte as_byte;
} numbers;

static unsigned ask(_Bool is_known)
{
  numbers.as_qword = -1337 * 1000000l, numbers.as_dword = -13371337, numbers.as_word = -1337, numbers.as_byte = -113;
#define SET(type) \
  do { \
    unsigned long sign = 1ul << (8 * sizeof(type) - 1), v_bits = is_known ? ~sign : sign; \
    (void)VALGRIND_SET_VBITS(&numbers.as_##type, &v_bits, sizeof(type)); \
  } while (0)
  SET(qword);
  SET(dword);
  SET(word);
  SET(byte);
  unsigned before = VALGRIND_COUNT_ERRORS;
  ASK_ALL(byte, "b", "%b0");
  ASK_ALL(word, "w", "%w0");
  ASK_ALL(dword, "l", "%k0");
  ASK_ALL(qword, "q", "%q0");
  return VALGRIND_COUNT_ERRORS - before;
}

int main(void)
{
  printf("sign alone defined: %u errors\n", ask(1));
  printf("sign alone undefined: %u errors\n", ask(0));
}
