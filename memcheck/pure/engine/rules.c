/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all rules are made of. V bits of constants are NULL and never become code, which is why every rule looks at each
 * operand first. */
#include "memcheck/pure/engine/rules.h"

#include <stddef.h>

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
  return weave_or(application->weave, a, b);
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
  return shadow ? weave_and(weave, application->values[i], weave_not(weave, shadow)) : application->values[i];
}

IRExpr *rules_highest(const struct application *application, unsigned i)
{
  IRExpr *shadow = application->shadows[i];
  return shadow ? weave_or(application->weave, application->values[i], shadow) : application->values[i];
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
