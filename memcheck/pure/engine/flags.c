/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A value with undefined bits lies between that with all of them clear and that with all of them set; an order is open
 * when the ranges of both sides overlap, as in rules_compare.c, and sums are as in rules_integer.c. Flags that
 * compilers do not ask for are open when any bit is. The carry after an increment is that from before, and so are most
 * flags after a rotation: beside the result is what they were (coregrind-glue/vex/instructions_mended.c). */
#include "memcheck/pure/engine/flags.h"

#include <stdbool.h>

/* VEX's numbers: 0 for flags as they are, then four sizes of each of these, from ANDN on two, of 32 and 64 bits. */
enum kind { ADD, SUB, ADC, SBB, LOGIC, INC, DEC, SHL, SHR, ROL, ROR, UMUL, SMUL, ANDN, BLSI, BLSMSK, BLSR, KINDS };
enum { FIRST_OF_FOUR = 1, FIRST_OF_TWO = FIRST_OF_FOUR + 4 * ANDN };
enum condition {
  CONDITION_OVERFLOW,
  CONDITION_BELOW,
  CONDITION_ZERO,
  CONDITION_BELOW_OR_ZERO,
  CONDITION_SIGN,
  CONDITION_PARITY,
  CONDITION_LESS,
  CONDITION_LESS_OR_ZERO,
};
enum place { PLACE_C = 0, PLACE_P = 2, PLACE_A = 4, PLACE_Z = 6, PLACE_S = 7, PLACE_O = 11 };

struct value {
  uint64_t bits, v_bits;
};

static bool is_any(struct value a, struct value b)
{
  return (a.v_bits | b.v_bits) != 0;
}

static uint64_t lowest(struct value value)
{
  return value.bits & ~value.v_bits;
}

static uint64_t highest(struct value value)
{
  return value.bits | value.v_bits;
}

static struct value cut_to_width(struct value value, unsigned bits)
{
  const uint64_t mask = ~UINT64_C(0) >> (64 - bits);
  return (struct value){value.bits & mask, value.v_bits & mask};
}

static struct value sum(struct value a, struct value b, unsigned bits)
{
  const uint64_t least = lowest(a) + lowest(b), most = highest(a) + highest(b);
  return cut_to_width((struct value){a.bits + b.bits, a.v_bits | b.v_bits | (least ^ most)}, bits);
}

static struct value difference(struct value a, struct value b, unsigned bits)
{
  const uint64_t least = lowest(a) - highest(b), most = highest(a) - lowest(b);
  return cut_to_width((struct value){a.bits - b.bits, a.v_bits | b.v_bits | (least ^ most)}, bits);
}

static bool is_sign_open(struct value value, unsigned bits)
{
  return value.v_bits >> (bits - 1) & 1;
}

static bool is_parity_open(struct value value)
{
  return (value.v_bits & 0xff) != 0;
}

static bool is_zero_open(struct value value)
{
  return value.v_bits != 0 && lowest(value) == 0;
}

static bool is_equality_open(struct value a, struct value b)
{
  return is_zero_open((struct value){a.bits ^ b.bits, a.v_bits | b.v_bits});
}

static bool is_less_open(struct value a, struct value b)
{
  return lowest(a) < highest(b) && lowest(b) <= highest(a) && is_any(a, b);
}

static bool is_less_or_equal_open(struct value a, struct value b)
{
  return lowest(a) <= highest(b) && lowest(b) < highest(a) && is_any(a, b);
}

static struct value unlike(struct value a, struct value b)
{
  return (struct value){a.bits ^ b.bits, a.v_bits | b.v_bits};
}

/* A bit that is defined and clear decides. */
static struct value both(struct value a, struct value b)
{
  const uint64_t v_bits = (a.v_bits | b.v_bits) & highest(a) & highest(b);
  return (struct value){a.bits & b.bits, v_bits};
}

/* A bit that is defined and set decides. */
static struct value either(struct value a, struct value b)
{
  const uint64_t v_bits = (a.v_bits | b.v_bits) & ~(lowest(a) | lowest(b));
  return (struct value){a.bits | b.bits, v_bits};
}

/* In the order of numbers without sign it has the place that it has in that of numbers with a sign. */
static struct value biased(struct value value, unsigned bits)
{
  return (struct value){value.bits ^ UINT64_C(1) << (bits - 1), value.v_bits};
}

/* --- by what set them --- */

/* As VEX asks where it knows what set the flags: the signs of `a` and `b`, alike or not, and that of the result. */
static bool is_overflow_open(struct value signs, struct value a, struct value result, unsigned bits)
{
  return is_sign_open(both(signs, unlike(a, result)), bits);
}

static bool after_difference(enum condition condition, struct value a, struct value b, unsigned bits)
{
  switch (condition) {
  case CONDITION_BELOW:
    return is_less_open(a, b);
  case CONDITION_ZERO:
    return is_equality_open(a, b);
  case CONDITION_BELOW_OR_ZERO:
    return is_less_or_equal_open(a, b);
  case CONDITION_SIGN:
    return is_sign_open(difference(a, b, bits), bits);
  case CONDITION_PARITY:
    return is_parity_open(difference(a, b, bits));
  case CONDITION_LESS:
    return is_less_open(biased(a, bits), biased(b, bits));
  case CONDITION_LESS_OR_ZERO:
    return is_less_or_equal_open(biased(a, bits), biased(b, bits));
  default:
    return is_overflow_open(unlike(a, b), a, difference(a, b, bits), bits);
  }
}

/* As coregrind-glue/vex/conditions.c asks: the highest bits of both, or of one of them and not of the sum. */
static bool is_carry_open(struct value a, struct value b, struct value result, unsigned bits)
{
  const struct value gone = {~result.bits, result.v_bits};
  return is_sign_open(either(both(a, b), both(either(a, b), gone)), bits);
}

static bool after_sum(enum condition condition, struct value a, struct value b, unsigned bits)
{
  const struct value result = sum(a, b, bits);
  switch (condition) {
  case CONDITION_BELOW:
    return is_carry_open(a, b, result, bits);
  case CONDITION_ZERO:
    return is_zero_open(result);
  case CONDITION_SIGN:
    return is_sign_open(result, bits);
  case CONDITION_PARITY:
    return is_parity_open(result);
  case CONDITION_OVERFLOW:
    return is_overflow_open(unlike(unlike(a, b), (struct value){~UINT64_C(0), 0}), a, result, bits);
  default:
    return is_any(a, b);
  }
}

/* No carry and no overflow: a comparison with zero. */
static bool after_logic(enum condition condition, struct value result, unsigned bits)
{
  if (condition == CONDITION_OVERFLOW || condition == CONDITION_BELOW)
    return false;
  return after_difference(condition, result, (struct value){0, 0}, bits);
}

/* Only the result says something, and `other` of the rest. */
static bool after_bits(enum condition condition, struct value result, struct value other, unsigned bits)
{
  if (condition == CONDITION_ZERO || condition == CONDITION_SIGN || condition == CONDITION_PARITY)
    return after_logic(condition, result, bits);
  return is_any(result, other);
}

/* `other` has the carry in this bit. */
static bool after_shift(enum condition condition, struct value result, struct value other, unsigned bits,
                        unsigned carry)
{
  if (condition == CONDITION_BELOW)
    return other.v_bits >> carry & 1;
  return after_bits(condition, result, other, bits);
}

/* --- flags as they are --- */

static struct value flag(struct value flags, enum place place)
{
  return (struct value){flags.bits >> place & 1, flags.v_bits >> place & 1};
}

static bool of_flags(enum condition condition, struct value flags)
{
  static const enum place places[] = {
    [CONDITION_OVERFLOW] = PLACE_O,
    [CONDITION_BELOW] = PLACE_C,
    [CONDITION_ZERO] = PLACE_Z,
    [CONDITION_SIGN] = PLACE_S,
    [CONDITION_PARITY] = PLACE_P,
  };
  const struct value less = unlike(flag(flags, PLACE_S), flag(flags, PLACE_O));
  switch (condition) {
  case CONDITION_BELOW_OR_ZERO:
    return either(flag(flags, PLACE_C), flag(flags, PLACE_Z)).v_bits;
  case CONDITION_LESS:
    return less.v_bits;
  case CONDITION_LESS_OR_ZERO:
    return either(less, flag(flags, PLACE_Z)).v_bits;
  default:
    return flag(flags, places[condition]).v_bits;
  }
}

/* What was less than zero before an increment is not greater behind it, and so on. */
static bool is_order_open(enum condition condition, struct value result, unsigned bits, bool is_increment)
{
  const struct value one = {1, 0}, before = is_increment ? difference(result, one, bits) : sum(result, one, bits);
  const uint64_t limit = (is_increment ? UINT64_C(-1) : 0) + (condition == CONDITION_LESS_OR_ZERO);
  const struct value last = biased(cut_to_width((struct value){limit, 0}, bits), bits);
  return is_increment ? is_less_open(biased(before, bits), last) : is_less_or_equal_open(biased(before, bits), last);
}

/* An increment, or a decrement; the carry is kept. */
static bool after_step(enum condition condition, struct value result, struct value carry, unsigned bits,
                       bool is_increment)
{
  const struct value zero = {result.bits == 0, is_zero_open(result)};
  const uint64_t least = UINT64_C(1) << (bits - 1);
  switch (condition) {
  case CONDITION_OVERFLOW:
    return is_equality_open(result, (struct value){is_increment ? least : least - 1, 0});
  case CONDITION_BELOW:
    return flag(carry, PLACE_C).v_bits;
  case CONDITION_BELOW_OR_ZERO:
    return either(flag(carry, PLACE_C), zero).v_bits;
  case CONDITION_LESS:
  case CONDITION_LESS_OR_ZERO:
    return is_order_open(condition, result, bits, is_increment);
  default:
    return after_logic(condition, result, bits);
  }
}

static struct value with_flag(struct value flags, enum place place, struct value flag)
{
  const uint64_t others = ~(UINT64_C(1) << place);
  return (struct value){(flags.bits & others) | flag.bits << place, (flags.v_bits & others) | flag.v_bits << place};
}

/* The carry is the bit that went round, the overflow whether it was unlike its neighbour; the others are kept. */
static bool after_rotation(enum condition condition, struct value result, struct value flags, unsigned bits,
                           bool is_left)
{
  const struct value highest_bit = {result.bits >> (bits - 1) & 1, result.v_bits >> (bits - 1) & 1};
  const unsigned neighbour = is_left ? 0 : bits - 2;
  const struct value next = {result.bits >> neighbour & 1, result.v_bits >> neighbour & 1};
  flags = with_flag(flags, PLACE_C, is_left ? next : highest_bit);
  return of_flags(condition, with_flag(flags, PLACE_O, unlike(highest_bit, next)));
}

/* By what the operation left; `a` and `b` are of its width. */
static bool is_open_after(enum kind kind, enum condition condition, struct value a, struct value b, unsigned bits)
{
  switch (kind) {
  case ADD:
    return after_sum(condition, a, b, bits);
  case SUB:
    return after_difference(condition, a, b, bits);
  case LOGIC:
  case ANDN:
    return after_logic(condition, a, bits);
  case INC:
  case DEC:
    return after_step(condition, a, b, bits, kind == INC);
  case SHL:
    return after_shift(condition, a, b, bits, bits - 1);
  case SHR:
    return after_shift(condition, a, b, bits, 0);
  case BLSI:
  case BLSMSK:
  case BLSR:
    return after_bits(condition, a, b, bits);
  default:
    return is_any(a, b);
  }
}

static bool is_open(enum condition condition, uint64_t operation, struct value a, struct value b)
{
  const bool is_of_two = operation >= FIRST_OF_TWO;
  const uint64_t kind = is_of_two ? ANDN + (operation - FIRST_OF_TWO) / 2 : (operation - FIRST_OF_FOUR) / 4;
  const unsigned bits = is_of_two ? 32u << (operation - FIRST_OF_TWO) % 2 : 8u << (operation - FIRST_OF_FOUR) % 4;
  if (!is_any(a, b))
    return false;
  if (operation == 0)
    return of_flags(condition, a);
  if (kind >= KINDS)
    return true;
  a = cut_to_width(a, bits);
  if (kind == ROL || kind == ROR)
    return after_rotation(condition, a, b, bits, kind == ROL);
  return is_open_after((enum kind)kind, condition, a, cut_to_width(b, bits), bits);
}

uint64_t flags_condition(uint64_t condition, uint64_t operation, uint64_t a, uint64_t b, uint64_t a_v_bits,
                         uint64_t b_v_bits)
{
  return is_open((enum condition)(condition / 2), operation, (struct value){a, a_v_bits}, (struct value){b, b_v_bits});
}

uint64_t flags_carry(uint64_t operation, uint64_t a, uint64_t b, uint64_t a_v_bits, uint64_t b_v_bits)
{
  return is_open(CONDITION_BELOW, operation, (struct value){a, a_v_bits}, (struct value){b, b_v_bits});
}

uint64_t flags_all(uint64_t operation, uint64_t a, uint64_t b, uint64_t a_v_bits, uint64_t b_v_bits)
{
  static const struct {
    enum condition condition;
    enum place place;
  } flags[] = {
    {CONDITION_OVERFLOW, PLACE_O},
    {CONDITION_BELOW, PLACE_C},
    {CONDITION_ZERO, PLACE_Z},
    {CONDITION_SIGN, PLACE_S},
    {CONDITION_PARITY, PLACE_P},
  };
  const struct value left = {a, a_v_bits}, right = {b, b_v_bits};
  uint64_t v_bits = (uint64_t)is_any(left, right) << PLACE_A;
  for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++)
    v_bits |= (uint64_t)is_open(flags[i].condition, operation, left, right) << flags[i].place;
  return v_bits;
}
