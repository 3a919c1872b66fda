/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of comparisons.
 *
 * Equality is decided by one bit that differs and is defined in both; code compiled with optimisation relies on that
 * all the time, so it is exact always on scalars. With n the bits that are undefined in either and d those that differ,
 * it is open when n is not zero and d has no bit outside n. As t = d | n is never below n, both are said by t - 1 < n.
 *
 * Order is decided when the operands' ranges do not overlap. */
#include <stddef.h>

#include "memcheck/pure/engine/rules.h"

/* Integers of 8 and 16 bits as 32. */
static IRExpr *at_least_32(struct weave *weave, IRExpr *value)
{
  switch (weave_type(weave, value)) {
  case Ity_I8:
    return weave_unop(weave, Iop_8Uto32, value);
  case Ity_I16:
    return weave_unop(weave, Iop_16Uto32, value);
  default:
    return value;
  }
}

static IRExpr *is_open(struct weave *weave, IRExpr *differ, IRExpr *undefined)
{
  IRExpr *n = at_least_32(weave, undefined);
  IRExpr *t = at_least_32(weave, weave_or(weave, differ, undefined));
  if (weave_type(weave, n) == Ity_I64)
    return weave_binop(weave, Iop_CmpLT64U, weave_binop(weave, Iop_Sub64, t, weave_u64(1)), n);
  IRExpr *one = IRExpr_Const(IRConst_U32(1));
  return weave_binop(weave, Iop_CmpLT32U, weave_binop(weave, Iop_Sub32, t, one), n);
}

static IRExpr *difference(const struct application *application)
{
  IRExpr *const *values = application->values;
  if (rules_is_zero(values[1]))
    return values[0];
  return rules_is_zero(values[0]) ? values[1] : weave_xor(application->weave, values[0], values[1]);
}

IRExpr *rule_equal(const struct application *application)
{
  return is_open(application->weave, difference(application), rules_any_of(application, 0));
}

IRExpr *rule_not_zero(const struct application *application)
{
  return is_open(application->weave, application->values[0], application->shadows[0]);
}

/* All ones or zero. */
IRExpr *rule_not_zero_wide(const struct application *application)
{
  return rules_spread(application, rule_not_zero(application));
}

/* After a compare-and-swap that stands for an atomic instruction: was memory still what was read a moment ago?
 * Undefined bits are copies of the same ones, and should another thread have changed them the instruction is only
 * repeated. */
IRExpr *rule_compare_copies(const struct application *application)
{
  return NULL;
}

/* An order, the same in numbers without sign, and its contrary with operands exchanged (not x < y is y <= x), of those
 * too. */
static const struct order {
  IROp op, without_sign, contrary;
  bool is_signed;
} orders[] = {
  {Iop_CmpLT32U, Iop_CmpLT32U, Iop_CmpLE32U, false}, {Iop_CmpLT32S, Iop_CmpLT32U, Iop_CmpLE32U, true},
  {Iop_CmpLE32U, Iop_CmpLE32U, Iop_CmpLT32U, false}, {Iop_CmpLE32S, Iop_CmpLE32U, Iop_CmpLT32U, true},
  {Iop_CmpLT64U, Iop_CmpLT64U, Iop_CmpLE64U, false}, {Iop_CmpLT64S, Iop_CmpLT64U, Iop_CmpLE64U, true},
  {Iop_CmpLE64U, Iop_CmpLE64U, Iop_CmpLT64U, false}, {Iop_CmpLE64S, Iop_CmpLE64U, Iop_CmpLT64U, true},
};

static const struct order *order_of(IROp op)
{
  size_t i = 0;
  while (orders[i].op != op)
    i++;
  return &orders[i];
}

/* With its sign bit turned over a number keeps its place in the order of numbers without sign. */
static IRExpr *biased(const struct application *application, unsigned i)
{
  IRExpr *sign = application->lane_bits == 64 ? weave_u64(1ull << 63) : IRExpr_Const(IRConst_U32(1u << 31));
  return weave_xor(application->weave, application->values[i], sign);
}

/* Open when the lowest x is in order with the highest y, and the lowest y not with the highest x. */
static IRExpr *ranges_overlap(const struct application *application, const struct order *order)
{
  struct weave *weave = application->weave;
  IRExpr *values[2] = {application->values[0], application->values[1]};
  struct application compared = *application;
  compared.values = values;
  for (unsigned i = 0; i < 2 && order->is_signed; i++)
    values[i] = biased(application, i);
  IRExpr *can_be = weave_binop(weave, order->without_sign, rules_lowest(&compared, 0), rules_highest(&compared, 1));
  IRExpr *can_be_not = weave_binop(weave, order->contrary, rules_lowest(&compared, 1), rules_highest(&compared, 0));
  return weave_binop(weave, Iop_And1, can_be, can_be_not);
}

/* x < 0 and 0 <= x ask for a sign bit only: the operand they ask about, or NULL. */
static IRExpr *only_sign(const struct application *application, const struct order *order)
{
  bool is_strict = order->without_sign == Iop_CmpLT32U || order->without_sign == Iop_CmpLT64U;
  unsigned zero = is_strict ? 1 : 0;
  return order->is_signed && rules_is_zero(application->values[zero]) ? application->shadows[1 - zero] : NULL;
}

IRExpr *rule_order(const struct application *application)
{
  struct weave *weave = application->weave;
  const struct order *order = order_of(application->op);
  IRExpr *sign = only_sign(application, order);
  if (sign && application->lane_bits == 64)
    return weave_binop(weave, Iop_CmpLT64S, sign, weave_u64(0));
  if (sign)
    return weave_binop(weave, Iop_CmpLT32S, sign, IRExpr_Const(IRConst_U32(0)));
  return weave->exact ? ranges_overlap(application, order) : weave_spread(weave, Ity_I1, rules_any_of(application, 0));
}

/* The same as rule_equal, lane by lane. */
IRExpr *rule_equal_lanes(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *undefined = rules_any_of(application, 0);
  IRExpr *smeared = rules_smear(application, undefined);
  if (!weave->exact)
    return smeared;
  IRExpr *bits = weave_or(weave, difference(application), undefined);
  return weave_and(weave, smeared, lanes_equal(weave, application->lane_bits, bits, undefined));
}

/* All ones in lanes that are not zero. */
IRExpr *rule_not_zero_lanes(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *shadow = application->shadows[0];
  IRExpr *decided = rules_smear(application, rules_lowest(application, 0));
  return weave_and(weave, rules_smear(application, shadow), weave_not(weave, decided));
}

struct range {
  IRExpr *low, *high;
};

/* As signed numbers: an undefined sign bit is set in the lowest. */
static struct range signed_range(const struct application *application, unsigned i)
{
  struct weave *weave = application->weave;
  IRExpr *value = application->values[i], *shadow = application->shadows[i];
  if (!shadow)
    return (struct range){value, value};
  static const unsigned long long ones = ~0ull;
  unsigned long long sign = ones / (application->lane_bits == 64 ? ones : (1ull << application->lane_bits) - 1)
                            << (application->lane_bits - 1);
  IRExpr *signs = weave_and(weave, shadow, lanes_repeat(weave, weave_type(weave, shadow), sign));
  IRExpr *high = weave_xor(weave, weave_or(weave, value, shadow), signs);
  return (struct range){weave_xor(weave, high, shadow), high};
}

/* Exact always: 0 > x is how code widens and picks by signs, and which register is zero may be known from before the
 * block. */
IRExpr *rule_greater_lanes(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *const *values = application->values;
  if (rules_is_zero(values[0])) /* the sign of x decides */
    return lanes_greater(weave, application->lane_bits, values[0], application->shadows[1]);
  struct range a = signed_range(application, 0), b = signed_range(application, 1);
  IRExpr *can_be = lanes_greater(weave, application->lane_bits, a.high, b.low);
  return weave_xor(weave, can_be, lanes_greater(weave, application->lane_bits, a.low, b.high));
}
