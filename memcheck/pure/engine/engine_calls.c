/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls out of instrumented code, and the conditions under which they are made. */
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

IRExpr *engine_simplify_guard(IRExpr *guard)
{
  bool holds = guard != NULL && guard->tag == Iex_Const && guard->Iex.Const.con->Ico.U1;
  return holds ? NULL : guard;
}

IRExpr *engine_and_guards(struct engine *engine, IRExpr *a, IRExpr *b)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;
  return weave_binop(&engine->weave, Iop_And1, a, b);
}

void engine_declare_effect(IRDirty *dirty, IREffect effect, int offset, int bytes)
{
  dirty->fxState[dirty->nFxState].fx = effect;
  dirty->fxState[dirty->nFxState].offset = (UShort)offset;
  dirty->fxState[dirty->nFxState].size = (UShort)bytes;
  dirty->fxState[dirty->nFxState].nRepeats = 0;
  dirty->fxState[dirty->nFxState].repeatLen = 0;
  dirty->nFxState++;
}

IRDirty *engine_add_call(struct weave *weave, const VexGuestLayout *layout, const struct engine_call *call,
                         IRExpr **arguments, IRExpr *guard)
{
  IRDirty *dirty = unsafeIRDirty_0_N(0, call->name, call->function, arguments);
  if (guard != NULL)
    dirty->guard = guard;
  /* Reports tell the stack, and find it through these. */
  engine_declare_effect(dirty, Ifx_Read, layout->offset_IP, layout->sizeof_IP);
  engine_declare_effect(dirty, Ifx_Read, layout->offset_SP, layout->sizeof_SP);
  engine_declare_effect(dirty, Ifx_Read, layout->offset_FP, layout->sizeof_FP);
  addStmtToIRSB(weave->block, IRStmt_Dirty(dirty));
  return dirty;
}

IRDirty *engine_call(struct engine *engine, const struct engine_call *call, IRExpr **arguments, IRExpr *guard)
{
  return engine_add_call(&engine->weave, engine->layout, call, arguments, guard);
}

const struct engine_call *engine_call_of_size(const struct engine_call calls[], int bytes)
{
  unsigned i = 0;
  while (1 << i < bytes)
    i++;
  return &calls[i];
}

void engine_put_tag_for_check(struct engine *engine, struct shade shade)
{
  if (shade.v_bits == NULL || !engine->policy->origins)
    return;
  IRExpr *tag = shade.tag != NULL ? shade.tag : IRExpr_Const(IRConst_U32(0));
  addStmtToIRSB(engine->weave.block, IRStmt_Put(ENGINE_TAG, tag));
}
