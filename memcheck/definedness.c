/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of operations, and what all rules are made of.
 *
 * An operation is looked up by its number, so finding its rule costs the same for all; V bits of constants are NULL and
 * never become code, which is why every rule looks at each operand first. */
#include "memcheck/definedness.h"

#include <stddef.h>

#include "memcheck/rules.h"

#define FIRST_OPERATION Iop_INVALID

static const struct operation {
  definedness_rule *rule;
  unsigned lane_bits;
} operations[Iop_LAST - FIRST_OPERATION] = {
#define RULE(name, cheap_ceiling, exact_ceiling)
#define OP(name, rule, lane_bits) [Iop_##name - FIRST_OPERATION] = {rule_##rule, lane_bits},
#include "memcheck/definedness.def"
};

static const struct operation unknown = {rule_whole, 0};

static const struct operation *operation_of(IROp op)
{
  if (op <= FIRST_OPERATION || op >= Iop_LAST || !operations[op - FIRST_OPERATION].rule)
    return &unknown;
  return &operations[op - FIRST_OPERATION];
}

bool definedness_is_known(IROp op)
{
  return operation_of(op) != &unknown;
}

IRExpr *definedness_of(struct weave *weave, IROp op, unsigned count, IRExpr *const values[], IRExpr *const shadows[])
{
  bool defined = true;
  for (unsigned i = 0; i < count; i++)
    if (shadows[i])
      defined = false;
  if (defined)
    return NULL;
  const struct operation *operation = operation_of(op);
  struct application application = {weave, op, operation->lane_bits, count, values, shadows};
  return operation->rule(&application);
}

IRType rules_result_type(const struct application *application)
{
  IRType type, ignored[DEFINEDNESS_OPERANDS_MAX];
  typeOfPrimop(application->op, &type, &ignored[0], &ignored[1], &ignored[2], &ignored[3]);
  return weave_shadow_type(type);
}

IRExpr *rules_either(const struct application *application, IRExpr *a, IRExpr *b)
{
  if (!a || !b)
    return a ? a : b;
  return weave_either(application->weave, a, b);
}

IRExpr *rules_any_of(const struct application *application, unsigned first)
{
  IRExpr *any = NULL;
  for (unsigned i = first; i < application->count; i++)
    any = rules_either(application, any, application->shadows[i]);
  return any;
}

IRExpr *rules_spread(const struct application *application, IRExpr *v_bits)
{
  return v_bits ? weave_spread(application->weave, rules_result_type(application), v_bits) : NULL;
}

IRExpr *rules_smear(const struct application *application, IRExpr *v_bits)
{
  return v_bits ? lanes_smear(application->weave, application->lane_bits, v_bits) : NULL;
}

IRExpr *rules_shadow_atom(const struct application *application, unsigned i)
{
  IRExpr *shadow = application->shadows[i];
  return shadow ? shadow : weave_zeros(weave_shadow_type(weave_type(application->weave, application->values[i])));
}

IRExpr *rules_lowest(const struct application *application, unsigned i)
{
  struct weave *weave = application->weave;
  IRExpr *shadow = application->shadows[i];
  return shadow ? lanes_and(weave, application->values[i], lanes_not(weave, shadow)) : application->values[i];
}

IRExpr *rules_highest(const struct application *application, unsigned i)
{
  IRExpr *shadow = application->shadows[i];
  return shadow ? lanes_or(application->weave, application->values[i], shadow) : application->values[i];
}

bool rules_constant(const IRExpr *atom, unsigned long long *ret_value)
{
  uint64_t bits;
  if (atom->tag != Iex_Const || !weave_integer_bits(atom->Iex.Const.con, &bits))
    return false;
  *ret_value = bits;
  return true;
}

bool rules_is_zero(const IRExpr *atom)
{
  unsigned long long value;
  if (rules_constant(atom, &value))
    return value == 0;
  if (atom->tag != Iex_Const)
    return false;
  const IRConst *constant = atom->Iex.Const.con;
  return (constant->tag == Ico_V128 && constant->Ico.V128 == 0) ||
         (constant->tag == Ico_V256 && constant->Ico.V256 == 0);
}
