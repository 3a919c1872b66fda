/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses, branches and counts are made of registers that stay defined: %rbx points to the data, %r13 to the area,
 * %r14 is an index and %r15 counts. All else may be undefined, but divisors have a bit that is set, and what cmpxchg8b
 * compares is known. Flags that the processor leaves open are not asked for: which are known is kept in mind while the
 * sequence is made. */
#include "sequence.h"

#include <string.h>

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R13 = 13, R14, R15 };
enum { CF = 1, PF = 2, ZF = 4, SF = 8, OF = 16, ALL_FLAGS = 31 };
enum { INSTRUCTIONS_MAX = 60, STACK_MAX = 4, HIGH_BYTES = 16 };

#define PLACE(member) ((int)offsetof(struct area, member))

struct maker {
  uint8_t *code;
  uint16_t *eflags_at;
  size_t bytes;
  struct random *random;
  uint64_t left_out;
  unsigned instructions;
  unsigned flags; /* those that are known */
  unsigned pushed;
};

/* --- random numbers --- */

struct random random_begin(uint64_t seed, uint64_t number)
{
  struct random random = {(seed * UINT64_C(0x9e3779b97f4a7c15)) ^ (number + 1) * UINT64_C(0xbf58476d1ce4e5b9)};
  for (int i = 0; i < 8; i++)
    random_word(&random);
  return random;
}

static unsigned below(struct maker *maker, unsigned end)
{
  return random_below(maker->random, end);
}

/* --- encoding --- */

static void byte(struct maker *maker, unsigned value)
{
  maker->code[maker->bytes++] = (uint8_t)value;
}

static void number(struct maker *maker, uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    byte(maker, (unsigned)(value >> 8 * i) & 0xff);
}

/* A register, or memory: relative to a register, maybe with %r14 as index. */
struct operand {
  enum { REGISTER, MEMORY } kind;
  unsigned reg;
  int index_scale; /* -1: none */
  int offset;
};

static struct operand of_register(unsigned reg)
{
  return (struct operand){REGISTER, reg, -1, 0};
}

static struct operand of_memory(unsigned base, int offset)
{
  return (struct operand){MEMORY, base, -1, offset};
}

static void modrm(struct maker *maker, unsigned reg, struct operand rm)
{
  if (rm.kind == REGISTER) {
    byte(maker, 0xc0 | (reg & 7) << 3 | (rm.reg & 7));
    return;
  }
  const bool has_sib = rm.index_scale >= 0 || (rm.reg & 7) == RSP;
  byte(maker, 0x80 | (reg & 7) << 3 | (has_sib ? RSP : rm.reg & 7));
  if (has_sib)
    byte(maker, (rm.index_scale >= 0 ? (unsigned)rm.index_scale << 6 | (R14 & 7) << 3 : RSP << 3) | (rm.reg & 7));
  number(maker, (uint64_t)(int64_t)rm.offset, 4);
}

/* An instruction of `size` bytes (0: as the opcode has it); `prefix` is a mandatory one, or 0. The opcode has up to
 * three bytes, the first one on top. Registers from HIGH_BYTES on are %ah, %ch, %dh. */
static void instruction(struct maker *maker, unsigned prefix, unsigned opcode, unsigned size, unsigned reg,
                        struct operand rm)
{
  const bool is_high = size == 1 && (reg >= HIGH_BYTES || (rm.kind == REGISTER && rm.reg >= HIGH_BYTES));
  unsigned rex = (size == 8) << 3 | (reg >> 3 & 1) << 2 | (rm.index_scale >= 0) << 1 | (rm.reg >> 3 & 1);
  if (size == 2)
    byte(maker, 0x66);
  if (prefix != 0)
    byte(maker, prefix);
  if (is_high) {
    reg = reg >= HIGH_BYTES ? reg - HIGH_BYTES + RSP : reg;
    rm.reg = rm.kind == REGISTER && rm.reg >= HIGH_BYTES ? rm.reg - HIGH_BYTES + RSP : rm.reg;
  } else if (rex != 0 || size == 1) {
    byte(maker, 0x40 | rex);
  }
  for (int shift = 16; shift >= 0; shift -= 8)
    if (shift == 0 || opcode >> shift != 0)
      byte(maker, opcode >> shift & 0xff);
  modrm(maker, reg, rm);
}

/* With a VEX prefix: `prefix` is the mandatory one it stands for, `map` where the opcode is looked for (1: 0f, 2: 0f
 * 38, 3: 0f 3a). */
static void vex_instruction(struct maker *maker, unsigned prefix, unsigned map, bool is_wide, unsigned opcode,
                            unsigned reg, unsigned second, struct operand rm)
{
  const unsigned stands_for = prefix == 0x66 ? 1 : prefix == 0xf3 ? 2 : prefix == 0xf2 ? 3 : 0;
  byte(maker, 0xc4);
  byte(maker, (reg < 8) << 7 | (rm.index_scale < 0) << 6 | (rm.reg < 8) << 5 | map);
  byte(maker,
       (unsigned)(opcode >> 8 & 1) << 7 | (~second & 15) << 3 | (unsigned)is_wide << 2 | stands_for); /* bit 8: W */
  byte(maker, opcode & 0xff);
  modrm(maker, reg, rm);
}

/* --- operands --- */

static unsigned any_general(struct maker *maker)
{
  static const unsigned free_ones[] = {RAX, RCX, RDX, RBP, RSI, RDI, 8, 9, 10, 11, 12};
  return free_ones[below(maker, sizeof free_ones / sizeof free_ones[0])];
}

static unsigned any_size(struct maker *maker)
{
  static const unsigned sizes[] = {1, 2, 4, 4, 8, 8};
  return sizes[below(maker, sizeof sizes / sizeof sizes[0])];
}

static struct operand any_memory(struct maker *maker)
{
  struct operand memory = of_memory(RBX, (int)below(maker, DATA_BYTES - 7 * 8 - VECTOR_BYTES));
  if (below(maker, 2) == 0)
    memory.offset &= -8;
  if (below(maker, 4) == 0)
    memory.index_scale = (int)below(maker, 4);
  if (maker->pushed > 0 && below(maker, 4) == 0)
    memory = of_memory(RSP, (int)below(maker, 8 * maker->pushed - 7));
  return memory;
}

static struct operand register_or_memory(struct maker *maker)
{
  return below(maker, 3) == 0 ? any_memory(maker) : of_register(any_general(maker));
}

/* Two operands of one byte: both are among the lowest four registers when one is the high half of such. */
static void choose_bytes(struct maker *maker, unsigned *reg, struct operand *rm)
{
  if (below(maker, 3) != 0 || rm->index_scale >= 0)
    return;
  *reg = below(maker, 2) == 0 ? HIGH_BYTES + below(maker, 3) : below(maker, 3);
  if (rm->kind == REGISTER)
    rm->reg = below(maker, 2) == 0 ? HIGH_BYTES + below(maker, 3) : below(maker, 3);
}

/* --- flags --- */

/* A condition code that can be told, or -1. */
static int any_condition(struct maker *maker)
{
  static const uint8_t needs[] = {OF, CF, ZF, CF | ZF, SF, PF, SF | OF, ZF | SF | OF};
  for (int tries = 0; tries < 8; tries++) {
    unsigned condition = below(maker, 16);
    if ((needs[condition / 2] & ~maker->flags) == 0)
      return (int)condition;
  }
  return -1;
}

static uint16_t eflags_of(unsigned flags)
{
  static const uint16_t bits[] = {1 << 0, 1 << 2, 1 << 6, 1 << 7, 1 << 11};
  uint16_t eflags = 0;
  for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++)
    if (flags >> i & 1)
      eflags |= bits[i];
  return eflags;
}

/* --- general registers --- */

enum { ADD, OR, ADC, SBB, AND, SUB, XOR, CMP };

static void arithmetic(struct maker *maker)
{
  unsigned operation = below(maker, 8), size = any_size(maker), reg = any_general(maker);
  struct operand rm = register_or_memory(maker);
  if ((operation == ADC || operation == SBB) && !(maker->flags & CF))
    operation = ADD;
  switch (below(maker, 3)) {
  case 0: /* a constant */
    instruction(maker, 0, size == 1 ? 0x80 : 0x81, size, operation, rm);
    number(maker, below(maker, 2) ? random_word(maker->random) : below(maker, 9), size > 4 ? 4 : size);
    break;
  case 1:
    if (size == 1)
      choose_bytes(maker, &reg, &rm);
    instruction(maker, 0, 8 * operation + (size != 1), size, reg, rm);
    break;
  default:
    if (size == 1)
      choose_bytes(maker, &reg, &rm);
    instruction(maker, 0, 8 * operation + 2 + (size != 1), size, reg, rm);
  }
  maker->flags = ALL_FLAGS;
}

static void move(struct maker *maker)
{
  unsigned size = any_size(maker), reg = any_general(maker);
  struct operand rm = register_or_memory(maker);
  if (size == 1)
    choose_bytes(maker, &reg, &rm);
  instruction(maker, 0, 0x88 + 2 * below(maker, 2) + (size != 1), size, reg, rm);
}

static void move_constant(struct maker *maker)
{
  unsigned size = any_size(maker);
  instruction(maker, 0, size == 1 ? 0xc6 : 0xc7, size, 0, register_or_memory(maker));
  number(maker, below(maker, 2) ? random_word(maker->random) : 1u << below(maker, 7), size > 4 ? 4 : size);
}

static void extend(struct maker *maker)
{
  static const unsigned opcodes[] = {0x0fb6, 0x0fb7, 0x0fbe, 0x0fbf};
  unsigned reg = any_general(maker);
  if (below(maker, 5) == 0)
    instruction(maker, 0, 0x63, 8, reg, register_or_memory(maker)); /* movslq */
  else if (below(maker, 4) == 0)
    instruction(maker, 0, 0x0fb6, 4, below(maker, 3),
                of_register(RSP + below(maker, 3))); /* without REX %ah, %ch, %dh */
  else
    instruction(maker, 0, opcodes[below(maker, 4)], 8, reg, register_or_memory(maker));
}

static void address(struct maker *maker)
{
  static const unsigned sizes[] = {2, 4, 8, 8};
  unsigned reg = any_general(maker);
  struct operand memory = of_memory(any_general(maker), (int)below(maker, 1000));
  if (below(maker, 2) == 0)
    memory.index_scale = (int)below(maker, 4);
  instruction(maker, 0, 0x8d, sizes[below(maker, 4)], reg, memory);
}

enum { ROL, ROR, RCL, RCR, SHL, SHR, SAR = 7 };

static void shift(struct maker *maker)
{
  static const unsigned operations[] = {ROL, ROR, RCL, RCR, SHL, SHR, SAR, SHL, SHR, SAR};
  unsigned operation = operations[below(maker, 10)], size = any_size(maker);
  unsigned count = below(maker, 3) == 0 ? 1 : below(maker, 8 * size);
  struct operand rm = register_or_memory(maker);
  const bool is_rotation = operation <= RCR;
  if ((operation == RCL || operation == RCR) && !(maker->flags & CF))
    operation = ROL;
  if (size >= 4 && below(maker, 3) == 0) {
    instruction(maker, 0, 0xd3, size, operation, rm); /* by %cl */
    maker->flags &= ~(unsigned)OF;
    return;
  }
  instruction(maker, 0, size == 1 ? 0xc0 : 0xc1, size, operation, rm);
  byte(maker, count);
  if (count == 0)
    return;
  maker->flags = is_rotation ? (maker->flags | CF) & ~(unsigned)OF : ALL_FLAGS & ~OF;
  if (count == 1)
    maker->flags |= OF;
}

static void double_shift(struct maker *maker)
{
  unsigned size = below(maker, 2) ? 4 : 8;
  instruction(maker, 0, below(maker, 2) ? 0x0fa4 : 0x0fac, size, any_general(maker), register_or_memory(maker));
  byte(maker, below(maker, 8 * size));
  maker->flags = 0;
}

static void one_operand(struct maker *maker)
{
  static const struct {
    unsigned opcode, extension, kept, set;
  } operations[] = {
    {0xfe, 0, CF, ALL_FLAGS & ~CF}, {0xfe, 1, CF, ALL_FLAGS & ~CF}, {0xf6, 2, ALL_FLAGS, 0}, {0xf6, 3, 0, ALL_FLAGS},
  };
  unsigned which = below(maker, 4), size = any_size(maker);
  instruction(maker, 0, operations[which].opcode | (size != 1), size, operations[which].extension,
              register_or_memory(maker));
  maker->flags = (maker->flags & operations[which].kept) | operations[which].set;
}

static void multiply(struct maker *maker)
{
  unsigned size = any_size(maker);
  if (below(maker, 2) == 0)
    instruction(maker, 0, size == 1 ? 0xf6 : 0xf7, size, 4 + below(maker, 2), register_or_memory(maker));
  else if (below(maker, 2) == 0)
    instruction(maker, 0, 0x0faf, size == 1 ? 4 : size, any_general(maker), register_or_memory(maker));
  else {
    instruction(maker, 0, 0x69, size == 1 ? 4 : size, any_general(maker), register_or_memory(maker));
    number(maker, below(maker, 2) ? random_word(maker->random) : 1u << below(maker, 12), size == 2 ? 2 : 4);
  }
  maker->flags = CF | OF;
}

static void count_bits(struct maker *maker)
{
  unsigned size = below(maker, 2) ? 4 : 8;
  if (below(maker, 2) == 0) {
    instruction(maker, 0xf3, 0x0fb8, size, any_general(maker), register_or_memory(maker)); /* popcnt */
    maker->flags = ALL_FLAGS;
  } else {
    instruction(maker, 0xf3, 0x0fbc + below(maker, 2), size, any_general(maker),
                register_or_memory(maker)); /* tzcnt, lzcnt */
    maker->flags = CF | ZF;
  }
}

static void by_condition(struct maker *maker)
{
  int condition = any_condition(maker);
  if (condition < 0)
    return;
  if (below(maker, 2) == 0)
    instruction(maker, 0, 0x0f90 | (unsigned)condition, 1, 0, register_or_memory(maker));
  else
    instruction(maker, 0, 0x0f40 | (unsigned)condition, below(maker, 2) ? 4 : 8, any_general(maker),
                register_or_memory(maker));
}

static void test(struct maker *maker)
{
  unsigned size = any_size(maker), reg = any_general(maker);
  struct operand rm = register_or_memory(maker);
  if (size == 1)
    choose_bytes(maker, &reg, &rm);
  instruction(maker, 0, 0x84 | (size != 1), size, reg, rm);
  maker->flags = ALL_FLAGS;
}

static void exchange(struct maker *maker)
{
  unsigned size = any_size(maker), other = any_general(maker);
  struct operand rm = register_or_memory(maker);
  if (size == 1)
    choose_bytes(maker, &other, &rm);
  switch (below(maker, 3)) {
  case 0: {
    unsigned reg = any_general(maker); /* bswap */
    byte(maker, 0x40 | (size == 8) << 3 | (reg >> 3 & 1));
    byte(maker, 0x0f);
    byte(maker, 0xc8 | (reg & 7));
    break;
  }
  case 1:
    instruction(maker, 0, 0x86 | (size != 1), size, other, rm);
    break;
  default:
    instruction(maker, 0, 0x0fc0 | (size != 1), size, other, rm); /* xadd */
    maker->flags = ALL_FLAGS;
  }
}

/* By what is not zero, as one of its bits is known to be set; the quotient has room. */
static void divide(struct maker *maker)
{
  static const unsigned divisors[] = {RCX, RBP, RSI, RDI, 8, 9, 10, 11, 12};
  enum { SMALL = 0x3f };
  unsigned size = any_size(maker);
  const bool is_signed = below(maker, 2) == 0;
  struct operand divisor = of_register(divisors[below(maker, sizeof divisors / sizeof divisors[0])]);
  if (below(maker, 3) == 0)
    divisor = of_memory(RBX, (int)below(maker, DATA_BYTES - 8));
  if (is_signed) { /* not -1 */
    instruction(maker, 0, size == 1 ? 0x80 : 0x81, size, AND, divisor);
    number(maker, SMALL, size > 4 ? 4 : size);
  }
  instruction(maker, 0, size == 1 ? 0x80 : 0x81, size, OR, divisor);
  number(maker, 1u << below(maker, 5), size > 4 ? 4 : size);
  if (size == 1)
    instruction(maker, 0, is_signed ? 0x0fbe : 0x0fb6, 4, RAX, of_register(RAX)); /* all of %ax */
  else if (is_signed) {
    if (size == 2)
      byte(maker, 0x66);
    if (size == 8)
      byte(maker, 0x48);
    byte(maker, 0x99); /* cwd and its like */
  } else
    instruction(maker, 0, 0x31, 4, RDX, of_register(RDX));
  instruction(maker, 0, size == 1 ? 0xf6 : 0xf7, size, is_signed ? 7 : 6, divisor);
  maker->flags = 0;
}

/* Of a register each bit may be asked for; in memory an undefined number would be an undefined address. */
static void bit(struct maker *maker)
{
  static const unsigned sizes[] = {2, 4, 8};
  static const unsigned opcodes[] = {0x0fa3, 0x0fab, 0x0fb3, 0x0fbb}; /* bt, bts, btr, btc */
  const unsigned which = below(maker, 4), size = sizes[below(maker, 3)];
  struct operand rm = register_or_memory(maker);
  rm.offset &=
    -8; /* the processor reads all of the word, VEX the byte that counts: faults differ at the border of pages */
  if (below(maker, 2) == 0) {
    instruction(maker, 0, 0x0fba, size, 4 + which, rm);
    byte(maker, below(maker, 8 * size));
  } else {
    instruction(maker, 0, opcodes[which], size, rm.kind == MEMORY ? R14 : any_general(maker), rm);
  }
  maker->flags = CF;
}

static void compare_exchange(struct maker *maker)
{
  unsigned size = any_size(maker), reg = any_general(maker);
  struct operand rm = register_or_memory(maker);
  if (size == 1)
    choose_bytes(maker, &reg, &rm);
  instruction(maker, 0, 0x0fb0 | (size != 1), size, reg, rm);
  maker->flags = ALL_FLAGS;
}

static void set_to(struct maker *maker, unsigned reg, unsigned value)
{
  instruction(maker, 0, 0xc7, 8, 0, of_register(reg));
  number(maker, value, 4);
}

/* cmpxchg8b and cmpxchg16b: what is compared is defined, as that decides whether memory is written; what is written may
 * not be. */
static void compare_exchange_pair(struct maker *maker)
{
  const unsigned size = below(maker, 2) ? 4 : 8, value = below(maker, 3);
  const int offset = (int)below(maker, DATA_BYTES / 16) * 16;
  instruction(maker, 0, 0x89, 8, RBX, of_register(RDI));
  for (unsigned i = 0; i < 2; i++) {
    instruction(maker, 0, 0xc7, size, 0, of_memory(RDI, offset + (int)(i * size)));
    number(maker, i == 0 ? 1 : value, 4);
  }
  set_to(maker, RAX, 1);
  set_to(maker, RDX, below(maker, 2) ? value : 7);
  instruction(maker, 0, 0x89, 8, R8, of_register(RBX)); /* half of what is written */
  if (below(maker, 2) == 0)
    byte(maker, 0xf0);
  instruction(maker, 0, 0x0fc7, size, 1, of_memory(RDI, offset));
  instruction(maker, 0, 0x8d, 8, RBX, of_memory(R13, PLACE(input.data)));
  set_to(maker, RDI, 0);
  maker->flags = 0;
}

/* Those of BMI that have three operands. */
static void three_operands(struct maker *maker)
{
  static const struct {
    unsigned prefix, opcode;
    unsigned flags; /* 0: it leaves them alone */
  } operations[] = {
    {0, 0xf2, ZF | SF | CF | OF}, {0, 0xf5, ZF | SF | CF | OF}, {0, 0xf7, ZF}, /* andn, bzhi, bextr */
    {0x66, 0xf7, 0}, {0xf3, 0xf7, 0}, {0xf2, 0xf7, 0},                         /* shlx, sarx, shrx */
    {0xf2, 0xf5, 0}, {0xf3, 0xf5, 0},                                          /* pdep, pext */
  };
  const unsigned which = below(maker, sizeof operations / sizeof operations[0]);
  const unsigned wide = below(maker, 2) << 8;
  vex_instruction(maker, operations[which].prefix, 2, false, operations[which].opcode | wide, any_general(maker),
                  any_general(maker), register_or_memory(maker));
  if (operations[which].flags != 0)
    maker->flags = operations[which].flags;
}

/* What is left of the stack at the end is dropped. */
static void stack(struct maker *maker)
{
  unsigned reg = any_general(maker);
  const bool is_push = maker->pushed == 0 || (maker->pushed < STACK_MAX && below(maker, 2) == 0);
  if (reg >= 8)
    byte(maker, 0x41);
  byte(maker, (is_push ? 0x50 : 0x58) | (reg & 7));
  maker->pushed += is_push ? 1 : -1u;
}

/* rep movs, rep stos. Addresses are nobody's output, as they differ from run to run. */
static void string(struct maker *maker)
{
  const bool is_move = below(maker, 2) == 0;
  const unsigned size = below(maker, 3);
  if (is_move)
    instruction(maker, 0, 0x8d, 8, RSI, of_memory(RBX, (int)below(maker, 64)));
  instruction(maker, 0, 0x8d, 8, RDI, of_memory(RBX, 64 + (int)below(maker, 32)));
  byte(maker, 0xb8 | RCX);
  number(maker, below(maker, 160 >> (size == 0 ? 0 : size + 1)), 4);
  byte(maker, 0xf3);
  if (size == 2)
    byte(maker, 0x48);
  byte(maker, (is_move ? 0xa4 : 0xaa) | (size != 0));
  if (is_move)
    instruction(maker, 0, 0x29, 8, RBX, of_register(RSI));
  instruction(maker, 0, 0x29, 8, RBX, of_register(RDI));
  maker->flags = ALL_FLAGS;
}

/* --- vectors --- */

/* Of integers, as the form without VEX prefix has them. */
static const unsigned vector_opcodes[] = {
  0x0f60,   0x0f61,   0x0f62,   0x0f63,   0x0f64,   0x0f65,   0x0f66,   0x0f67,   0x0f68,   0x0f69,
  0x0f6a,   0x0f6b,   0x0f6c,   0x0f6d,   0x0f74,   0x0f75,   0x0f76,   0x0fd4,   0x0fd5,   0x0fd8,
  0x0fd9,   0x0fda,   0x0fdb,   0x0fdc,   0x0fdd,   0x0fde,   0x0fdf,   0x0fe0,   0x0fe3,   0x0fe4,
  0x0fe5,   0x0fe8,   0x0fe9,   0x0fea,   0x0feb,   0x0fec,   0x0fed,   0x0fee,   0x0fef,   0x0ff4,
  0x0ff5,   0x0ff6,   0x0ff8,   0x0ff9,   0x0ffa,   0x0ffb,   0x0ffc,   0x0ffd,   0x0ffe,   0x0f3800,
  0x0f3801, 0x0f3808, 0x0f3809, 0x0f380a, 0x0f3810, 0x0f3814, 0x0f381c, 0x0f381d, 0x0f381e, 0x0f3829,
  0x0f3837, 0x0f3839, 0x0f383b, 0x0f3840, 0x0f3820, 0x0f3825, 0x0f3830,
};

static struct operand vector_or_memory(struct maker *maker)
{
  return below(maker, 4) == 0 ? of_memory(RBX, (int)below(maker, DATA_BYTES - VECTOR_BYTES))
                              : of_register(below(maker, VECTORS));
}

static void vector(struct maker *maker)
{
  unsigned opcode = vector_opcodes[below(maker, sizeof vector_opcodes / sizeof vector_opcodes[0])];
  instruction(maker, 0x66, opcode, 0, below(maker, VECTORS), of_register(below(maker, VECTORS)));
}

/* Opcodes that have one operand, and the second register goes unused. */
static bool has_one_operand(unsigned opcode)
{
  return opcode == 0x0f381c || opcode == 0x0f381d || opcode == 0x0f381e || opcode == 0x0f3820 || opcode == 0x0f3825 ||
         opcode == 0x0f3830;
}

static bool is_blend(unsigned opcode)
{
  return opcode == 0x0f3810 || opcode == 0x0f3814;
}

/* The same with three operands, of 128 or 256 bits. */
static void wide_vector(struct maker *maker)
{
  unsigned opcode = vector_opcodes[below(maker, sizeof vector_opcodes / sizeof vector_opcodes[0])];
  const bool is_wide = below(maker, 2) == 0;
  if (is_blend(opcode)) { /* vpblendvb: another opcode, and the mask is an operand */
    vex_instruction(maker, 0x66, 3, is_wide, 0x4c, below(maker, VECTORS), below(maker, VECTORS),
                    vector_or_memory(maker));
    byte(maker, below(maker, VECTORS) << 4);
    return;
  }
  vex_instruction(maker, 0x66, opcode >> 8 == 0x0f38 ? 2 : 1, is_wide, opcode & 0xff, below(maker, VECTORS),
                  has_one_operand(opcode) ? 0 : below(maker, VECTORS), vector_or_memory(maker));
}

static const unsigned float_prefixes[] = {0, 0x66, 0xf3, 0xf2}; /* ps, pd, ss, sd */

/* Arithmetic, minimum and maximum, square roots; scalars may lie in memory, others would have to be aligned there. */
static void floats(struct maker *maker)
{
  static const unsigned opcodes[] = {0x51, 0x58, 0x59, 0x5c, 0x5d, 0x5e, 0x5f, 0x54, 0x55, 0x56, 0x57, 0x14, 0x15};
  enum { FOR_SCALARS = 7, SQUARE_ROOT = 0x51 };
  const unsigned kind = below(maker, 4), prefix = float_prefixes[kind];
  const unsigned opcode = opcodes[below(maker, kind < 2 ? sizeof opcodes / sizeof opcodes[0] : FOR_SCALARS)];
  const unsigned reg = below(maker, VECTORS);
  if (below(maker, 2) == 0)
    instruction(maker, prefix, 0x0f00 | opcode, 0, reg,
                kind < 2 ? of_register(below(maker, VECTORS)) : vector_or_memory(maker));
  else
    vex_instruction(maker, prefix, 1, kind < 2 && below(maker, 2), opcode, reg,
                    opcode == SQUARE_ROOT && kind < 2 ? 0 : below(maker, VECTORS), vector_or_memory(maker));
}

static void compare_floats(struct maker *maker)
{
  const unsigned kind = below(maker, 4), reg = below(maker, VECTORS);
  switch (below(maker, 3)) {
  case 0: /* comiss and its like */
    instruction(maker, float_prefixes[kind & 1], 0x0f2e | kind >> 1, 0, reg, vector_or_memory(maker));
    maker->flags = ALL_FLAGS;
    break;
  case 1:
    instruction(maker, float_prefixes[kind], 0x0fc2, 0, reg, of_register(below(maker, VECTORS)));
    byte(maker, below(maker, 8));
    break;
  default:
    vex_instruction(maker, float_prefixes[kind], 1, kind < 2 && below(maker, 2), 0xc2, reg, below(maker, VECTORS),
                    vector_or_memory(maker));
    byte(maker, below(maker, 32));
  }
}

static void convert(struct maker *maker)
{
  static const struct {
    unsigned prefix, opcode;
  } vectors[] = {{0, 0x5b},    {0x66, 0x5b}, {0xf3, 0x5b}, {0xf3, 0xe6}, {0xf2, 0xe6},
                 {0x66, 0xe6}, {0, 0x5a},    {0x66, 0x5a}, {0xf3, 0x5a}, {0xf2, 0x5a}};
  const unsigned which = below(maker, sizeof vectors / sizeof vectors[0]), prefix = below(maker, 2) ? 0xf2 : 0xf3;
  const unsigned size = below(maker, 2) ? 4 : 8;
  switch (below(maker, 3)) {
  case 0:
    instruction(maker, vectors[which].prefix, 0x0f00 | vectors[which].opcode, 0, below(maker, VECTORS),
                of_register(below(maker, VECTORS)));
    break;
  case 1: /* of a general register */
    instruction(maker, prefix, 0x0f2a, size, below(maker, VECTORS), of_register(any_general(maker)));
    break;
  default:
    instruction(maker, prefix, 0x0f2c | below(maker, 2), size, any_general(maker), of_register(below(maker, VECTORS)));
  }
}

/* A number is loaded, something becomes of it, maybe by another one, and it is stored: the stack is empty again. */
static void x87(struct maker *maker)
{
  static const struct {
    unsigned opcode, digit;
  } loads[] = {{0xd9, 0}, {0xdd, 0}, {0xdb, 5}, {0xdf, 0}, {0xdb, 0}, {0xdf, 5}},
    stores[] = {{0xd9, 3}, {0xdd, 3}, {0xdb, 7}, {0xdf, 3}, {0xdb, 3}, {0xdf, 7}, {0xdd, 1}};
  static const unsigned in_memory[] = {0xd8, 0xda, 0xdc, 0xde}, digits[] = {0, 1, 4, 5, 6, 7},
                        alone[] = {0xe0, 0xe1, 0xfa, 0xfc};
  enum {
    COUNT_OF_LOADS = sizeof loads / sizeof loads[0],
    COUNT_OF_STORES = sizeof stores / sizeof stores[0],
    PLACES = 240
  };
  const unsigned load = below(maker, COUNT_OF_LOADS), other = below(maker, COUNT_OF_LOADS),
                 store = below(maker, COUNT_OF_STORES);
  const unsigned digit = digits[below(maker, 6)], kind = below(maker, 4);
  instruction(maker, 0, loads[load].opcode, 0, loads[load].digit, of_memory(RBX, (int)below(maker, PLACES)));
  if (kind >= 2)
    instruction(maker, 0, loads[other].opcode, 0, loads[other].digit, of_memory(RBX, (int)below(maker, PLACES)));
  if (kind == 0)
    instruction(maker, 0, in_memory[below(maker, 4)], 0, digit, of_memory(RBX, (int)below(maker, PLACES)));
  else
    number(maker,
           kind == 1   ? 0xd9 | alone[below(maker, 4)] << 8
           : kind == 2 ? 0xde | (0xc1 | digit << 3) << 8
                       : 0xe9df,
           2);
  if (kind == 3) /* fucomip */
    maker->flags = ALL_FLAGS;
  instruction(maker, 0, stores[store].opcode, 0, stores[store].digit, of_memory(RBX, (int)below(maker, PLACES)));
}

static void vector_shift(struct maker *maker)
{
  static const struct {
    unsigned opcode, extension;
  } operations[] = {
    {0x0f71, 2}, {0x0f71, 4}, {0x0f71, 6}, {0x0f72, 2}, {0x0f72, 4},
    {0x0f72, 6}, {0x0f73, 2}, {0x0f73, 3}, {0x0f73, 6}, {0x0f73, 7},
  };
  unsigned which = below(maker, sizeof operations / sizeof operations[0]);
  instruction(maker, 0x66, operations[which].opcode, 0, operations[which].extension,
              of_register(below(maker, VECTORS)));
  byte(maker, below(maker, 18));
}

static void vector_move(struct maker *maker)
{
  unsigned reg = below(maker, VECTORS);
  switch (below(maker, 8)) {
  case 0:
    instruction(maker, 0xf3, 0x0f6f, 0, reg, of_memory(RBX, (int)below(maker, 240)));
    break;
  case 6: /* vmovdqu, both ways */
    vex_instruction(maker, 0xf3, 1, below(maker, 2), below(maker, 2) ? 0x6f : 0x7f, reg, 0, vector_or_memory(maker));
    break;
  case 7: /* vperm2i128, or vextracti128 */
    if (below(maker, 2) == 0)
      vex_instruction(maker, 0x66, 3, true, 0x46, reg, below(maker, VECTORS), of_register(below(maker, VECTORS)));
    else
      vex_instruction(maker, 0x66, 3, true, 0x39, reg, 0, vector_or_memory(maker));
    byte(maker, below(maker, 256));
    break;
  case 1:
    instruction(maker, 0xf3, 0x0f7f, 0, reg, of_memory(RBX, (int)below(maker, 240)));
    break;
  case 2: { /* movd, movq; the mandatory prefix stands before REX */
    unsigned general = any_general(maker), size = below(maker, 2) ? 0 : 8;
    instruction(maker, 0x66, below(maker, 2) ? 0x0f6e : 0x0f7e, size, reg, of_register(general));
    break;
  }
  case 3:
    instruction(maker, 0x66, 0x0f70, 0, reg, of_register(below(maker, VECTORS))); /* pshufd */
    byte(maker, below(maker, 256));
    break;
  case 4:
    instruction(maker, 0x66, 0x0fd7, 0, any_general(maker), of_register(reg)); /* pmovmskb */
    break;
  default:
    instruction(maker, 0x66, 0x0f3a0f, 0, reg, of_register(below(maker, VECTORS))); /* palignr */
    byte(maker, below(maker, 20));
  }
}

static void vector_test(struct maker *maker)
{
  instruction(maker, 0x66, 0x0f3817, 0, below(maker, VECTORS), of_register(below(maker, VECTORS)));
  maker->flags = ALL_FLAGS;
}

/* --- the sequence --- */

/* Some of them more often than others. */
static void (*const kinds[])(struct maker *) = {
  arithmetic,
  arithmetic,
  arithmetic,
  arithmetic,
  arithmetic,
  move,
  move,
  move,
  move,
  move_constant,
  move_constant,
  extend,
  extend,
  address,
  address,
  shift,
  shift,
  shift,
  double_shift,
  one_operand,
  multiply,
  count_bits,
  by_condition,
  by_condition,
  by_condition,
  test,
  test,
  exchange,
  divide,
  bit,
  bit,
  compare_exchange,
  compare_exchange_pair,
  three_operands,
  stack,
  stack,
  string,
  vector,
  vector,
  vector,
  wide_vector,
  wide_vector,
  wide_vector,
  vector_shift,
  vector_move,
  vector_move,
  vector_test,
  floats,
  floats,
  compare_floats,
  convert,
  x87,
  x87,
};

static void any_instruction(struct maker *maker)
{
  const size_t start = maker->bytes;
  void (*const kind)(struct maker *) = kinds[below(maker, sizeof kinds / sizeof kinds[0])];
  const bool is_left_out = maker->left_out >> maker->instructions & 1 && kind != stack;
  maker->eflags_at[start] = eflags_of(maker->flags);
  kind(maker);
  maker->instructions++;
  if (is_left_out)
    maker->bytes = start;
}

static void some_instructions(struct maker *maker, unsigned count)
{
  for (unsigned i = 0; i < count && maker->instructions < INSTRUCTIONS_MAX; i++)
    any_instruction(maker);
}

/* Those that are repeated or skipped leave the stack as it was. */
static void balanced_instructions(struct maker *maker, unsigned count)
{
  const unsigned pushed = maker->pushed;
  some_instructions(maker, count);
  if (maker->pushed != pushed)
    instruction(maker, 0, 0x8d, 8, RSP, of_memory(RSP, 8 * ((int)maker->pushed - (int)pushed)));
  maker->pushed = pushed;
}

static void set_r15(struct maker *maker, unsigned value)
{
  byte(maker, 0x41);
  byte(maker, 0xb8 | (R15 & 7));
  number(maker, value, 4);
}

static void jump_distance(struct maker *maker, size_t from, size_t to)
{
  const int32_t distance = (int32_t)to - (int32_t)(from + 4);
  memcpy(maker->code + from, &distance, sizeof distance);
}

static void loop(struct maker *maker)
{
  set_r15(maker, 1 + below(maker, 9));
  const size_t start = maker->bytes;
  maker->flags = 0;
  balanced_instructions(maker, 1 + below(maker, 8));
  instruction(maker, 0, 0xff, 4, 1, of_register(R15));
  byte(maker, 0x0f);
  byte(maker, 0x85); /* jne */
  number(maker, 0, 4);
  jump_distance(maker, maker->bytes - 4, start);
  maker->flags = ZF | SF | OF | PF;
}

static void branch(struct maker *maker)
{
  instruction(maker, 0, 0xf7, 4, 0, of_register(R14));
  number(maker, 1u << below(maker, 3), 4);
  byte(maker, 0x0f);
  byte(maker, 0x84 | below(maker, 2)); /* je, jne */
  number(maker, 0, 4);
  const size_t from = maker->bytes - 4;
  maker->flags = 0;
  balanced_instructions(maker, 1 + below(maker, 6));
  jump_distance(maker, from, maker->bytes);
  maker->flags = 0;
}

/* Of a function that stands before it. */
static void call(struct maker *maker)
{
  byte(maker, 0xe9);
  number(maker, 0, 4);
  const size_t start = maker->bytes;
  const unsigned flags = maker->flags, pushed = maker->pushed;
  maker->flags = 0;
  maker->pushed = 0;
  balanced_instructions(maker, 1 + below(maker, 6));
  byte(maker, 0xc3);
  jump_distance(maker, start - 4, maker->bytes);
  maker->flags = flags;
  maker->pushed = pushed;
  some_instructions(maker, below(maker, 4));
  byte(maker, 0xe8);
  number(maker, 0, 4);
  jump_distance(maker, maker->bytes - 4, start);
  maker->flags = 0;
}

static bool is_free(unsigned reg)
{
  return reg != RBX && reg != RSP && reg < R13;
}

static void begin_sequence(struct maker *maker)
{
  static const uint8_t saves[] = {0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57};
  for (unsigned i = 0; i < sizeof saves; i++)
    byte(maker, saves[i]);
  instruction(maker, 0, 0x89, 8, RDI, of_register(R13));
  instruction(maker, 0, 0x8d, 8, RBX, of_memory(R13, PLACE(input.data)));
  byte(maker, 0x41);
  byte(maker, 0xb8 | (R14 & 7));
  number(maker, below(maker, 8), 4);
  instruction(maker, 0, 0x85, 8, RBX, of_register(RBX)); /* flags */
  maker->flags = ALL_FLAGS;
  for (unsigned i = 0; i < VECTORS; i++)
    vex_instruction(maker, 0xf3, 1, true, 0x6f, i, 0, of_memory(RBX, PLACE(input.vectors[i]) - PLACE(input.data)));
  for (unsigned i = 0; i < GENERAL; i++)
    if (is_free(i))
      instruction(maker, 0, 0x8b, 8, i, of_memory(RBX, PLACE(input.general[i]) - PLACE(input.data)));
}

static void store_flags(struct maker *maker)
{
  static const struct {
    unsigned needs, condition;
  } conditions[] = {{OF, 0}, {CF, 2}, {ZF, 4}, {CF | ZF, 6}, {SF, 8}, {PF, 10}, {SF | OF, 12}, {ZF | SF | OF, 14}};
  for (unsigned i = 0; i < FLAG_BYTES; i++)
    if ((conditions[i].needs & ~maker->flags) == 0)
      instruction(maker, 0, 0x0f90 | conditions[i].condition, 1, 0,
                  of_memory(RBX, PLACE(output.flags[i]) - PLACE(input.data)));
}

static void end(struct maker *maker)
{
  static const uint8_t restores[] = {
    0xc5, 0xf8, 0x77 /* vzeroupper */, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3};
  store_flags(maker);
  for (unsigned i = 0; i < GENERAL; i++)
    if (is_free(i))
      instruction(maker, 0, 0x89, 8, i, of_memory(RBX, PLACE(output.general[i]) - PLACE(input.data)));
  for (unsigned i = 0; i < VECTORS; i++)
    vex_instruction(maker, 0xf3, 1, true, 0x7f, i, 0, of_memory(RBX, PLACE(output.vectors[i]) - PLACE(input.data)));
  if (maker->pushed > 0)
    instruction(maker, 0, 0x8d, 8, RSP, of_memory(RSP, 8 * (int)maker->pushed));
  for (unsigned i = 0; i < sizeof restores; i++)
    byte(maker, restores[i]);
}

size_t sequence_make(uint8_t *code, uint16_t eflags_at[SEQUENCE_BYTES], struct random *random, uint64_t left_out)
{
  struct maker maker = {.code = code, .eflags_at = eflags_at, .random = random, .left_out = left_out};
  memset(eflags_at, 0, SEQUENCE_BYTES * sizeof *eflags_at);
  begin_sequence(&maker);
  const unsigned parts = 1 + below(&maker, 6);
  for (unsigned i = 0; i < parts; i++)
    switch (below(&maker, 6)) {
    case 0:
      loop(&maker);
      break;
    case 1:
      branch(&maker);
      break;
    case 2:
      call(&maker);
      break;
    default:
      some_instructions(&maker, 1 + below(&maker, 16));
    }
  end(&maker);
  return maker.bytes;
}
