/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complaints about undefined values: a call of what reports them, if any V bit is set. */
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

/* Defined where the guard held, as it was elsewhere. */
static IRExpr *defined_if(struct engine *engine, IRExpr *guard, IRExpr *v_bits)
{
  struct weave *weave = &engine->weave;
  IRType type = weave_type(weave, v_bits);
  if (type == Ity_I1)
    return weave_binop(weave, Iop_And1, v_bits, weave_unop(weave, Iop_Not1, guard));
  return weave_ite(weave, guard, weave_zeros(type), v_bits);
}

bool engine_is_same_temporary(const IRExpr *a, const IRExpr *b)
{
  return a != NULL && a->tag == Iex_RdTmp && b->tag == Iex_RdTmp && a->Iex.RdTmp.tmp == b->Iex.RdTmp.tmp;
}

void engine_complain(struct engine *engine, IRExpr *atom, IRExpr *guard)
{
  struct weave *weave = &engine->weave;
  struct shade shade = engine_shade_of_atom(engine, atom);
  if (shade.v_bits == NULL || engine->policy->follows)
    return;
  guard = engine_simplify_guard(guard);
  engine->complaints++;
  IRType type = weave_type(weave, shade.v_bits);
  IRExpr *is_undefined = engine_and_guards(engine, weave_spread(weave, Ity_I1, shade.v_bits), guard);
  const struct engine_calls *calls = &engine->policy->calls;
  const struct engine_call *call =
    type == Ity_I1 ? &calls->undefined_condition : engine_call_of_size(calls->undefined_value, sizeofIRType(type));
  engine_put_tag_for_check(engine, shade);
  engine_declare_effect(engine_call(engine, call, mkIRExprVec_0(), is_undefined), Ifx_Read, ENGINE_TAG, 4);
  if (guard == NULL)
    shade = (struct shade){NULL, NULL};
  else
    shade.v_bits = defined_if(engine, guard, shade.v_bits);
  engine_set_shade(engine, atom->Iex.RdTmp.tmp, shade);
}

static bool divides_integers(IROp op)
{
  switch (op) {
  case Iop_DivModS64to32:
  case Iop_DivModU64to32:
  case Iop_DivModS128to64:
  case Iop_DivModU128to64:
    return true;
  default:
    return false;
  }
}

/* Division by zero ends a program, so whether the divisor is zero is used. A divisor with a bit that is known to be set
 * is only a value: compilers divide by such before they know that the result is needed. */
void engine_complain_about_divisor(struct engine *engine, const IRExpr *expression)
{
  struct weave *weave = &engine->weave;
  if (expression->tag != Iex_Binop || !divides_integers(expression->Iex.Binop.op))
    return;
  IRExpr *divisor = expression->Iex.Binop.arg2, *v_bits = engine_shade_of_atom(engine, divisor).v_bits;
  if (v_bits == NULL)
    return;
  IRType type = weave_type(weave, v_bits);
  IRExpr *known = weave_and(weave, divisor, weave_not(weave, v_bits));
  IRExpr *may_be_zero = weave_binop(weave, type == Ity_I64 ? Iop_CmpEQ64 : Iop_CmpEQ32, known, weave_zeros(type));
  engine_complain(engine, divisor, may_be_zero);
}
