// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions are as undefined where the block of code begins behind what set the flags, as they are in its own block: all
// operations that set flags, on made-up operands with undefined bits, all conditions, and the carry for an addition.
// build: -O1 -g -fno-pie -no-pie
// compare: no, Memcheck knows less of flags that another block has set
// run: --engine=precise
// stdout: 0 operations differ
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// only: seep
#include "../../support/random.h"
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

enum { TRIALS = 40, SHOWN_MAX = 9 };

struct input {
  uint64_t rax, rcx, xmm0[2], xmm1[2], memory;
};

struct output {
  uint8_t conditions[16];
  uint64_t carry;
};

typedef void code(const struct input *input, struct output *output);

struct row {
  const char *operation;
  code *in_block, *beyond;
  uint64_t may_be_undefined; /* of %rcx */
};
extern const struct row __start_rows[], __stop_rows[];

#define LOADS \
  "mov 8(%rdi), %rcx\n movdqu 16(%rdi), %xmm0\n movdqu 32(%rdi), %xmm1\n mov %rsi, %r9\n lea 48(%rdi), %rsi\n" \
  "lea 1f(%rip), %r10\n mov (%rdi), %rax\n"
#define SET(condition, place) "set" condition " " #place "(%r9)\n"
#define ASKS \
  SET("o", 0) SET("no", 1) SET("b", 2) SET("ae", 3) SET("e", 4) SET("ne", 5) SET("be", 6) SET("a", 7) SET("s", 8) \
  SET("ns", 9) SET("p", 10) SET("np", 11) SET("l", 12) SET("ge", 13) SET("le", 14) SET("g", 15) \
  "mov $0, %ecx\n adc $0, %rcx\n mov %rcx, 16(%r9)\n ret"

#define NAMED(name, number, code, mask) \
  __attribute__((naked)) static void name##_in_block_##number(const struct input *input, struct output *output) \
  { \
    __asm__(LOADS code "\n1: " ASKS); \
  } \
  __attribute__((naked)) static void name##_beyond_##number(const struct input *input, struct output *output) \
  { \
    __asm__(LOADS code "\njmp *%r10\n1: " ASKS); \
  } \
  __attribute__((section("rows"), used, aligned(8))) static const struct row name##_row_##number = { \
    code, name##_in_block_##number, name##_beyond_##number, mask};
#define NUMBERED(number, code, mask) NAMED(operation, number, code, mask)
#define OP(code) NUMBERED(__COUNTER__, code, ~UINT64_C(0))
#define BY_CL(code) NUMBERED(__COUNTER__, code, 0)

#define TWO_OPERANDS(name, s, a, c) \
  OP(name s " " c ", " a) OP(name s " $1, " a) OP(name s " $100, " a) OP(name s " $-1, " a) OP(name s " $0, " a)
#define MOVED(name, s, a) OP(name s " $1, " a) OP(name s " $3, " a)
#define OF_WIDTH(s, a, c) \
  TWO_OPERANDS("add", s, a, c) TWO_OPERANDS("sub", s, a, c) TWO_OPERANDS("cmp", s, a, c) TWO_OPERANDS("adc", s, a, c) \
  TWO_OPERANDS("sbb", s, a, c) TWO_OPERANDS("and", s, a, c) TWO_OPERANDS("or", s, a, c) TWO_OPERANDS("xor", s, a, c) \
  TWO_OPERANDS("test", s, a, c) OP("inc" s " " a) OP("dec" s " " a) OP("neg" s " " a) \
  MOVED("shl", s, a) MOVED("shr", s, a) MOVED("sar", s, a) MOVED("rol", s, a) MOVED("ror", s, a) \
  BY_CL("shl" s " %cl, " a) BY_CL("shr" s " %cl, " a) BY_CL("rol" s " %cl, " a) \
  OP("cmp" s " " c ", " a "\n inc" s " " a) OP("cmp" s " " c ", " a "\n rol" s " $1, " a) \
  OP("cmp" s " " c ", " a "\n rcl" s " $1, " a) OP("add" s " " a ", " a) OP("mul" s " " c) OP("imul" s " " c) \
  OP("cmpxchg" s " " c ", " c) OP("cmpxchg" s " " c ", (%rsi)") OP("xadd" s " " c ", " a)
OF_WIDTH("b", "%al", "%cl")
OF_WIDTH("w", "%ax", "%cx")
OF_WIDTH("l", "%eax", "%ecx")
OF_WIDTH("q", "%rax", "%rcx")
#define OF_WORDS(a, c) \
  OP("bt " c ", " a) OP("imul " c ", " a) OP("bsf " c ", " a) OP("tzcnt " c ", " a) OP("lzcnt " c ", " a) \
  OP("popcnt " c ", " a) OP("shld $3, " c ", " a)
OF_WORDS("%ax", "%cx")
OF_WORDS("%eax", "%ecx")
OF_WORDS("%rax", "%rcx")
#define BIT_FIELDS(a, c) \
  OP("andn " c ", " a ", " a) OP("blsi " c ", " a) OP("blsr " c ", " a) OP("blsmsk " c ", " a) \
  OP("bzhi " c ", " a ", " a) OP("bextr " c ", " a ", " a)
BIT_FIELDS("%eax", "%ecx")
BIT_FIELDS("%rax", "%rcx")
OP("ptest %xmm1, %xmm0") OP("comiss %xmm1, %xmm0") OP("ucomisd %xmm1, %xmm0") OP("sahf")

static uint64_t value(struct random *random)
{
  static const uint64_t usual[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x80000000, ~UINT64_C(0), UINT64_C(1) << 63};
  const uint64_t word = random_word(random);
  return random_below(random, 3) ? usual[word % (sizeof usual / sizeof *usual)] : word;
}

static uint64_t undefined_bits(struct random *random)
{
  const uint64_t word = random_word(random) & random_word(random), low = 15;
  const uint64_t choices[] = {0, low, UINT64_C(1) << (word & 63), word, word & random_word(random), 0x80808080};
  return choices[random_below(random, 6)];
}

static void run(const struct row *row, code *code, const uint64_t *values, const uint64_t *v_bits, struct output *ret)
{
  struct input input;
  memcpy(&input, values, sizeof input);
  (void)VALGRIND_SET_VBITS(&input, v_bits, sizeof input);
  input.rcx = values[1];
  (void)VALGRIND_SET_VBITS(&input.rcx, &(uint64_t){v_bits[1] & row->may_be_undefined}, sizeof input.rcx);
  code(&input, ret);
}

/* In one trial: are values the same both ways, and which bits of them are undefined? */
static int is_same(const struct row *row, struct random *random)
{
  uint64_t values[sizeof(struct input) / 8], v_bits[sizeof values / 8];
  struct output in_block, beyond, in_block_v_bits, beyond_v_bits;
  for (unsigned i = 0; i < sizeof values / 8; i++) {
    values[i] = value(random);
    v_bits[i] = undefined_bits(random);
  }
  run(row, row->in_block, values, v_bits, &in_block);
  run(row, row->beyond, values, v_bits, &beyond);
  if (VALGRIND_GET_VBITS(&in_block, &in_block_v_bits, sizeof in_block) == 1 &&
      VALGRIND_GET_VBITS(&beyond, &beyond_v_bits, sizeof beyond) == 1 &&
      memcmp(&in_block_v_bits, &beyond_v_bits, sizeof beyond) != 0)
    return 0;
  (void)VALGRIND_MAKE_MEM_DEFINED(&in_block, sizeof in_block);
  (void)VALGRIND_MAKE_MEM_DEFINED(&beyond, sizeof beyond);
  return memcmp(&in_block, &beyond, sizeof beyond) == 0;
}

int main(void)
{
  struct random random = {1337};
  unsigned different = 0;
  for (const struct row *row = __start_rows; row < __stop_rows; row++) {
    int same = 1;
    for (int i = 0; i < TRIALS; i++)
      same &= is_same(row, &random);
    different += !same;
    if (!same && different <= SHOWN_MAX)
      fprintf(stderr, "%s\n", row->operation);
  }
  printf("%u operations differ\n", different);
  return 0;
}
