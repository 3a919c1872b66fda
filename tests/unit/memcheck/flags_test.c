/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which flags are open: against all values that undefined bits can have, on operands of a byte. */
#include "memcheck/pure/engine/flags.h"

#include <stdlib.h>

#include "unit/unit.h"

/* VEX's numbers for operations on bytes. */
enum {
  COPY = 0,
  ADD = 1,
  SUB = 5,
  LOGIC = 17,
  INC = 21,
  DEC = 25,
  SHL = 29,
  SHR = 33,
  ROL = 37,
  ROR = 41,
  UMUL = 45,
  ANDN_32 = 53,
  BLSR_64 = 60,
  UNKNOWN = 61
};
enum { CONDITIONS = 8, SAMPLES = UNIT_TRIALS(20000) };

struct flags {
  int o, c, z, s, p;
};

static struct flags flags_of_result(uint8_t result)
{
  return (struct flags){0, 0, result == 0, result >> 7, !__builtin_parity(result)};
}

static struct flags flags_after(unsigned operation, uint8_t a, uint8_t b)
{
  struct flags flags = flags_of_result(operation == ADD ? (uint8_t)(a + b) : operation == SUB ? (uint8_t)(a - b) : a);
  if (operation == ADD || operation == SUB) {
    int8_t ignored;
    flags.c = operation == ADD ? a + b > 0xff : a < b;
    flags.o = operation == ADD ? __builtin_add_overflow((int8_t)a, (int8_t)b, &ignored)
                               : __builtin_sub_overflow((int8_t)a, (int8_t)b, &ignored);
  }
  if (operation == SHL || operation == SHR)
    flags.c = operation == SHL ? b >> 7 : b & 1;
  if (operation == INC || operation == DEC) {
    flags.c = b & 1;
    flags.o = a == (operation == INC ? 0x80 : 0x7f);
  }
  if (operation == ROL || operation == ROR) {
    const int next = operation == ROL ? a & 1 : a >> 6 & 1;
    flags = (struct flags){a >> 7 ^ next, operation == ROL ? a & 1 : a >> 7, b >> 6 & 1, b >> 7, b >> 2 & 1};
  }
  if (operation == COPY)
    flags = (struct flags){0, a & 1, a >> 6 & 1, a >> 7, a >> 2 & 1};
  return flags;
}

static int holds(unsigned condition, struct flags flags)
{
  const int all[CONDITIONS] = {flags.o, flags.c, flags.z, flags.c | flags.z, flags.s, flags.p, flags.s ^ flags.o,
                               flags.z | (flags.s ^ flags.o)};
  return all[condition];
}

/* Does it change, over all values of the undefined bits? */
static int changes(unsigned operation, unsigned condition, uint8_t a, uint8_t b, uint8_t a_v, uint8_t b_v)
{
  int seen = 0;
  for (unsigned x = a_v;; x = (x - 1) & a_v) {
    for (unsigned y = b_v;; y = (y - 1) & b_v) {
      struct flags flags = flags_after(operation, (uint8_t)((a & ~a_v) | x), (uint8_t)((b & ~b_v) | y));
      seen |= 1 << holds(condition, flags);
      if (y == 0)
        break;
    }
    if (x == 0)
      break;
  }
  return seen == 3;
}

static uint8_t few_bits(void)
{
  return (uint8_t)(rand() & rand() & (rand() % 4 == 0 ? 0 : rand()));
}

/* What rules of definedness would be as exact about, and what conditions compilers ask for. */
static int is_exact(unsigned operation, unsigned condition)
{
  const int is_result = condition == 2 || condition == 4;
  switch (operation) {
  case LOGIC:
    return 1;
  case SUB:
    return condition != 0 && condition != 5;
  case INC:
  case DEC:
    return condition < 5;
  case ROL:
  case ROR:
    return condition > 1 && condition < 6 && condition != 3;
  case COPY:
    return condition != 0 && condition < 6;
  default:
    return is_result && operation != ADD;
  }
}

START_TEST(what_changes_is_open)
{
  static const unsigned operations[] = {COPY, ADD, SUB, LOGIC, INC, DEC, SHL, SHR, ROL, ROR};
  const unsigned operation = operations[_i];
  srand(1337);
  for (unsigned i = 0; i < SAMPLES; i++) {
    const uint8_t a = (uint8_t)rand(), b = operation == LOGIC ? 0 : (uint8_t)rand();
    const uint8_t a_v = few_bits(), b_v = operation == LOGIC || operation == COPY ? 0 : few_bits();
    for (unsigned condition = 0; condition < CONDITIONS; condition++) {
      const int expected = changes(operation, condition, a, b, a_v, b_v);
      const uint64_t open = flags_condition(2 * condition, operation, a, b, a_v, b_v);
      ck_assert_msg(!expected || open == 1, "operation %u, condition %u: %02x/%02x %02x/%02x", operation, condition, a,
                    a_v, b, b_v);
      if (is_exact(operation, condition))
        ck_assert_msg(open == (uint64_t)expected, "operation %u, condition %u: %02x/%02x %02x/%02x", operation,
                      condition, a, a_v, b, b_v);
      ck_assert_uint_eq(flags_condition(2 * condition + 1, operation, a, b, a_v, b_v), open);
    }
  }
}
END_TEST

START_TEST(all_flags_are_in_their_places)
{
  ck_assert_uint_eq(flags_all(LOGIC, 0x7f, 0, 0x80, 0), 1 << 7 | 1 << 4 | 1 << 2);
  ck_assert_uint_eq(flags_all(SUB, 1, 1, 0, 0), 0);
  ck_assert_uint_eq(flags_carry(SUB, 1, 9, 2, 0), 0);
  ck_assert_uint_eq(flags_carry(SUB, 1, 9, 8, 0), 1);
  ck_assert_uint_eq(flags_carry(INC, 1, 0, 0x10, 0), 0);
  ck_assert_uint_eq(flags_carry(DEC, 1, 0, 0, 1), 1);
}
END_TEST

/* What the signs of operands and result decide. */
START_TEST(high_bits_decide_an_overflow)
{
  ck_assert_uint_eq(flags_condition(0, SUB, 0x05, 0x64, 0x0f, 0), 0);
  ck_assert_uint_eq(flags_condition(0, SUB, 0x85, 0x64, 0x0f, 0), 0);
  ck_assert_uint_eq(flags_condition(0, SUB, 0x05, 0x64, 0x80, 0), 1);
  ck_assert_uint_eq(flags_condition(0, SUB, 0x85, 0x09, 0x0f, 0), 1);
  ck_assert_uint_eq(flags_condition(0, ADD, 0x05, 0x64, 0x0f, 0), 0);
  ck_assert_uint_eq(flags_condition(0, ADD, 0x05, 0x74, 0x0f, 0), 1);
  ck_assert_uint_eq(flags_condition(0, ADD, 0x05, 0x84, 0x0f, 0), 0);
}
END_TEST

START_TEST(high_bits_decide_a_carry)
{
  ck_assert_uint_eq(flags_carry(ADD, 0x7f, 0x7f, 0x7f, 0x7f), 0);
  ck_assert_uint_eq(flags_carry(ADD, 0x80, 0x80, 0x7f, 0x7f), 0);
  ck_assert_uint_eq(flags_carry(ADD, 0x80, 0x80, 0x80, 0x80), 1);
  ck_assert_uint_eq(flags_carry(ADD, 0x80, 0x7f, 0x7f, 0x7f), 1);
  ck_assert_uint_eq(flags_carry(ADD, 0x40, 0x01, 0x0f, 0), 0);
}
END_TEST

START_TEST(operations_of_two_widths_are_known)
{
  ck_assert_uint_eq(flags_carry(ANDN_32, 5, 0, 0xff, 0), 0);
  ck_assert_uint_eq(flags_condition(4, ANDN_32, UINT64_C(1) << 32, 0, 0xff, 0), 1);
  ck_assert_uint_eq(flags_condition(4, ANDN_32 + 1, UINT64_C(1) << 32, 0, 0xff, 0), 0);
  ck_assert_uint_eq(flags_condition(8, BLSR_64, 5, 0, 0xff, 0xff), 0);
  ck_assert_uint_eq(flags_carry(BLSR_64, 5, 0, 0xff, 0xff), 1);
  ck_assert_uint_eq(flags_carry(UMUL, 5, 0, 0, 1), 1);
}
END_TEST

START_TEST(what_is_not_known_is_open)
{
  for (unsigned condition = 0; condition < CONDITIONS; condition++) {
    ck_assert_uint_eq(flags_condition(2 * condition, UNKNOWN, 1, 0, 0x10, 0), 1);
    ck_assert_uint_eq(flags_condition(2 * condition, UNKNOWN, 1, 0, 0, 0), 0);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("flags");
  TCase *tests = tcase_create("flags");
  tcase_add_loop_test(tests, what_changes_is_open, 0, 10);
  tcase_add_test(tests, all_flags_are_in_their_places);
  tcase_add_test(tests, high_bits_decide_an_overflow);
  tcase_add_test(tests, high_bits_decide_a_carry);
  tcase_add_test(tests, operations_of_two_widths_are_known);
  tcase_add_test(tests, what_is_not_known_is_open);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
