/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of integer arithmetic, on scalars and by lanes.
 *
 * The idea of the exact ones: with undefined bits all clear and all set an operand has its lowest and its highest
 * value. A sum is lowest where all carries are fewest, and highest where they are most, so a bit whose carry is the
 * same in both sums has the same carry in all. The cheap bound: an undefined bit may change all bits above it and none
 * below. */
#include <stddef.h>

#include "memcheck/pure/engine/rules.h"

IRExpr *rule_whole(const struct application *application)
{
  IRType type = rules_result_type(application);
  IRExpr *any = NULL;
  for (unsigned i = 0; i < application->count; i++)
    if (application->shadows[i])
      any = rules_either(application, any, weave_spread(application->weave, type, application->shadows[i]));
  return any;
}

IRExpr *rule_either(const struct application *application)
{
  return rules_any_of(application, 0);
}

/* A defined zero decides. */
IRExpr *rule_and(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *const *values = application->values;
  IRExpr *const *shadows = application->shadows;
  if (!shadows[0])
    return weave_and(weave, shadows[1], values[0]);
  IRExpr *left = weave_and(weave, shadows[0], rules_highest(application, 1));
  return shadows[1] ? weave_or(weave, left, weave_and(weave, shadows[1], values[0])) : left;
}

/* A defined one decides. */
IRExpr *rule_or(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *const *shadows = application->shadows;
  IRExpr *open[2];
  for (unsigned i = 0; i < 2; i++) {
    IRExpr *other = shadows[i] ? weave_not(weave, application->values[1 - i]) : NULL;
    if (i == 0 && other)
      other = rules_either(application, other, shadows[1]);
    open[i] = other ? weave_and(weave, shadows[i], other) : NULL;
  }
  return rules_either(application, open[0], open[1]);
}

typedef IRExpr *lane_operation(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b);

/* Of a sum or difference that only makes an address, whether it is undefined is as good as which bits are. */
static bool is_exact(const struct application *application)
{
  return application->weave->exact && !application->weave->loose;
}

/* The lowest result, and the highest: that and all undefined bits more. */
static IRExpr *differing_carries(const struct application *application, lane_operation *operation, IRExpr *second)
{
  struct weave *weave = application->weave;
  IRExpr *lowest = operation(weave, application->lane_bits, rules_lowest(application, 0), second);
  IRExpr *highest = lowest;
  for (unsigned i = 0; i < 2; i++)
    if (application->shadows[i])
      highest = lanes_add(weave, application->lane_bits, highest, application->shadows[i]);
  return weave_or(weave, rules_any_of(application, 0), weave_xor(weave, lowest, highest));
}

static IRExpr *upwards(const struct application *application)
{
  if (application->weave->loose)
    return rules_any_of(application, 0);
  return lanes_left(application->weave, application->lane_bits, rules_any_of(application, 0));
}

IRExpr *rule_add(const struct application *application)
{
  if (!is_exact(application))
    return upwards(application);
  return differing_carries(application, lanes_add, rules_lowest(application, 1));
}

IRExpr *rule_sub(const struct application *application)
{
  if (!is_exact(application))
    return upwards(application);
  return differing_carries(application, lanes_sub, rules_highest(application, 1));
}

static const struct scalar_operations {
  unsigned bits;
  IROp shift_left, multiply;
} scalars[] = {
  {16, Iop_Shl16, Iop_Mul16},
  {32, Iop_Shl32, Iop_Mul32},
  {64, Iop_Shl64, Iop_Mul64},
};

static const struct scalar_operations *scalar_of(unsigned bits)
{
  size_t i = 0;
  while (scalars[i].bits != bits)
    i++;
  return &scalars[i];
}

/* Times a constant: moved up by its trailing zeros; a power of two changes nothing else. */
static IRExpr *times_constant(const struct application *application, IRExpr *shadow, unsigned long long factor)
{
  struct weave *weave = application->weave;
  if (factor == 0)
    return NULL;
  unsigned zeros = 0;
  while (!(factor >> zeros & 1))
    zeros++;
  IRExpr *moved = shadow;
  if (zeros > 0)
    moved = weave_binop(weave, scalar_of(application->lane_bits)->shift_left, shadow,
                        IRExpr_Const(IRConst_U8((UChar)zeros)));
  return factor >> zeros == 1 ? moved : lanes_left(weave, application->lane_bits, moved);
}

/* The lowest bit of operand i that can be set. */
static IRExpr *lowest_candidate(const struct application *application, unsigned i)
{
  struct weave *weave = application->weave;
  IRExpr *candidates = rules_highest(application, i);
  IRType type = weave_type(weave, candidates);
  return weave_and(weave, candidates, lanes_sub(weave, application->lane_bits, weave_zeros(type), candidates));
}

/* All ones if a factor can be other than a power of two, zero if that is what it is. */
static IRExpr *is_no_power(const struct application *application, unsigned i)
{
  struct weave *weave = application->weave;
  IRExpr *candidates = rules_highest(application, i);
  IRType type = weave_type(weave, candidates);
  IRExpr *less = lanes_add(weave, application->lane_bits, candidates, weave_ones(type));
  return weave_spread(weave, type,
                      rules_either(application, weave_and(weave, candidates, less), application->shadows[i]));
}

/* An undefined bit adds or not the other factor, moved up; that is zero below its lowest bit, and above it if it is a
 * power of two: as times_constant() has it, whoever knows that it is one. */
static IRExpr *mul_exact(const struct application *application)
{
  struct weave *weave = application->weave;
  IROp multiply = scalar_of(application->lane_bits)->multiply;
  IRExpr *any = NULL;
  for (unsigned i = 0; i < 2; i++)
    if (application->shadows[i]) {
      IRExpr *moved = weave_binop(weave, multiply, application->shadows[i], lowest_candidate(application, 1 - i));
      IRExpr *above =
        weave_and(weave, lanes_left(weave, application->lane_bits, moved), is_no_power(application, 1 - i));
      any = rules_either(application, any, weave_or(weave, moved, above));
    }
  return any;
}

IRExpr *rule_mul(const struct application *application)
{
  unsigned long long factor;
  for (unsigned i = 0; i < 2; i++)
    if (rules_constant(application->values[i], &factor))
      return times_constant(application, application->shadows[1 - i], factor);
  return application->weave->exact ? mul_exact(application) : upwards(application);
}

/* The product of two 64-bit factors: the lower half as any product, the upper half depends on everything. */
static IRExpr *mul_to_128(struct weave *weave, IRExpr *any)
{
  return weave_binop(weave, Iop_64HLto128, weave_spread(weave, Ity_I64, any), weave_unop(weave, Iop_Left64, any));
}

/* Factors as wide as lane_bits, the product twice as wide. */
IRExpr *rule_mul_wide(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *any = rules_any_of(application, 0);
  switch (application->lane_bits) {
  case 8:
    return weave_unop(weave, Iop_Left16, weave_unop(weave, Iop_8Uto16, any));
  case 16:
    return weave_unop(weave, Iop_Left32, weave_unop(weave, Iop_16Uto32, any));
  case 32:
    return weave_unop(weave, Iop_Left64, weave_unop(weave, Iop_32Uto64, any));
  default:
    return mul_to_128(weave, any);
  }
}

/* V bits move as the bits do; an amount that is not known moves everything. */
IRExpr *rule_shift(const struct application *application)
{
  IRExpr *moved = application->shadows[0];
  if (moved)
    moved = weave_binop(application->weave, application->op, moved, application->values[1]);
  return rules_either(application, moved, rules_spread(application, application->shadows[1]));
}

/* Leading zeros: decided unless an undefined bit is above all defined ones. The result has no bits above 0x7f. */
IRExpr *rule_count_leading(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *open = weave_binop(weave, Iop_CmpLT64U, rules_lowest(application, 0), application->shadows[0]);
  return weave_binop(weave, Iop_And64, weave_unop(weave, Iop_1Sto64, open), weave_u64(0x7f));
}

/* Trailing zeros: decided unless the lowest bit that can be set is undefined. */
IRExpr *rule_count_trailing(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *open = weave_binop(weave, Iop_And64, lowest_candidate(application, 0), application->shadows[0]);
  return weave_binop(weave, Iop_And64, weave_unop(weave, Iop_CmpwNEZ64, open), weave_u64(0x7f));
}

/* x | -x: ones from the lowest set bit upwards, so a defined one decides all above it. */
IRExpr *rule_left(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *open = weave_unop(weave, application->op, application->shadows[0]);
  return weave_and(weave, open, weave_not(weave, weave_unop(weave, application->op, rules_lowest(application, 0))));
}
