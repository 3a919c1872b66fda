/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complaints about undefined values, and calls of what makes them. */
#include "memcheck/engine_private.h"

#include <stddef.h>

IRExpr *engine_guard(IRExpr *guard)
{
  bool holds = guard != NULL && guard->tag == Iex_Const && guard->Iex.Const.con->Ico.U1;
  return holds ? NULL : guard;
}

IRExpr *engine_and(struct engine *engine, IRExpr *a, IRExpr *b)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;
  return weave_binop(&engine->weave, Iop_And1, a, b);
}

void engine_declare(IRDirty *dirty, IREffect effect, int offset, int bytes)
{
  dirty->fxState[dirty->nFxState].fx = effect;
  dirty->fxState[dirty->nFxState].offset = (UShort)offset;
  dirty->fxState[dirty->nFxState].size = (UShort)bytes;
  dirty->fxState[dirty->nFxState].nRepeats = 0;
  dirty->fxState[dirty->nFxState].repeatLen = 0;
  dirty->nFxState++;
}

IRDirty *engine_call(struct engine *engine, const struct engine_call *call, IRExpr **arguments, IRExpr *guard)
{
  const VexGuestLayout *layout = engine->layout;
  IRDirty *dirty = unsafeIRDirty_0_N(0, call->name, call->function, arguments);
  if (guard != NULL)
    dirty->guard = guard;
  /* Reports tell the stack, and find it through these. */
  engine_declare(dirty, Ifx_Read, layout->offset_IP, layout->sizeof_IP);
  engine_declare(dirty, Ifx_Read, layout->offset_SP, layout->sizeof_SP);
  engine_declare(dirty, Ifx_Read, layout->offset_FP, layout->sizeof_FP);
  addStmtToIRSB(engine->weave.block, IRStmt_Dirty(dirty));
  return dirty;
}

IRExpr *engine_tag_argument(struct engine *engine, struct shade shade)
{
  if (shade.tag == NULL)
    return weave_u64(0);
  return weave_unop(&engine->weave, Iop_32Uto64, shade.tag);
}

/* Defined where the guard held, as it was elsewhere. */
static IRExpr *defined_if(struct engine *engine, IRExpr *guard, IRExpr *v_bits)
{
  struct weave *weave = &engine->weave;
  IRType type = weave_type(weave, v_bits);
  if (type == Ity_I1)
    return weave_binop(weave, Iop_And1, v_bits, weave_unop(weave, Iop_Not1, guard));
  return weave_ite(weave, guard, weave_zeros(type), v_bits);
}

void engine_complain(struct engine *engine, IRExpr *atom, IRExpr *guard)
{
  struct weave *weave = &engine->weave;
  struct shade shade = engine_shade_of_atom(engine, atom);
  if (shade.v_bits == NULL)
    return;
  guard = engine_guard(guard);
  IRType type = weave_type(weave, shade.v_bits);
  IRExpr *is_undefined = engine_and(engine, weave_spread(weave, Ity_I1, shade.v_bits), guard);
  IRExpr *tag = engine_tag_argument(engine, shade);
  if (type == Ity_I1)
    engine_call(engine, &engine->policy->calls.undefined_condition, mkIRExprVec_2(IRExpr_GSPTR(), tag), is_undefined);
  else
    engine_call(engine, &engine->policy->calls.undefined_value,
                mkIRExprVec_3(IRExpr_GSPTR(), weave_u64((unsigned)sizeofIRType(type)), tag), is_undefined);
  if (guard == NULL)
    shade = (struct shade){NULL, NULL};
  else
    shade.v_bits = defined_if(engine, guard, shade.v_bits);
  engine_set_shade(engine, atom->Iex.RdTmp.tmp, shade);
}
