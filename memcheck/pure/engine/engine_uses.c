/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What results are used for: as an address, or as a value. The exact rule of a sum costs several times the cheap one,
 * and a sum that only makes an address is checked as a whole anyway: there it is enough to know whether it has
 * undefined bits.
 *
 * Nothing else may depend on the code around an operation: where a block begins and ends is chance, all the more where
 * speculative code was left, and a program would have other reports by another engine. */
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

static void note_use(enum use *uses, const IRExpr *atom, enum use use)
{
  if (atom == NULL || is_IRExpr_VECRET_or_GSPTR(atom))
    return;
  if (atom->tag == Iex_RdTmp && uses[atom->Iex.RdTmp.tmp] < use)
    uses[atom->Iex.RdTmp.tmp] = use;
}

static void note_uses(enum use *uses, IRExpr **atoms)
{
  for (; *atoms != NULL; atoms++)
    note_use(uses, *atoms, USE_AS_VALUE);
}

/* The sum of addresses is used as they are. */
static bool passes_use_on(IROp op)
{
  return op == Iop_Add64 || op == Iop_Add32;
}

static void note_expression(enum use *uses, const IRExpr *expression, enum use result)
{
  switch (expression->tag) {
  case Iex_RdTmp:
  case Iex_Const:
    note_use(uses, expression, result);
    break;
  case Iex_GetI:
    note_use(uses, expression->Iex.GetI.ix, USE_AS_ADDRESS);
    break;
  case Iex_Load:
    note_use(uses, expression->Iex.Load.addr, USE_AS_ADDRESS);
    break;
  case Iex_CCall:
    note_uses(uses, expression->Iex.CCall.args);
    break;
  case Iex_ITE:
    note_use(uses, expression->Iex.ITE.cond, USE_AS_ADDRESS);
    note_use(uses, expression->Iex.ITE.iftrue, USE_AS_VALUE);
    note_use(uses, expression->Iex.ITE.iffalse, USE_AS_VALUE);
    break;
  case Iex_Unop:
    note_use(uses, expression->Iex.Unop.arg, USE_AS_VALUE);
    break;
  case Iex_Binop: {
    enum use use = passes_use_on(expression->Iex.Binop.op) ? result : USE_AS_VALUE;
    note_use(uses, expression->Iex.Binop.arg1, use);
    note_use(uses, expression->Iex.Binop.arg2, use);
    break;
  }
  case Iex_Triop: {
    const IRTriop *op = expression->Iex.Triop.details;
    note_uses(uses, mkIRExprVec_3(op->arg1, op->arg2, op->arg3));
    break;
  }
  case Iex_Qop: {
    const IRQop *op = expression->Iex.Qop.details;
    note_uses(uses, mkIRExprVec_4(op->arg1, op->arg2, op->arg3, op->arg4));
    break;
  }
  default:
    break;
  }
}

static void note_exchange(enum use *uses, const IRCAS *cas)
{
  note_use(uses, cas->addr, USE_AS_ADDRESS);
  note_use(uses, cas->expdHi, USE_AS_VALUE);
  note_use(uses, cas->expdLo, USE_AS_VALUE);
  note_use(uses, cas->dataHi, USE_AS_VALUE);
  note_use(uses, cas->dataLo, USE_AS_VALUE);
}

static void note_statement(enum use *uses, const IRStmt *statement)
{
  switch (statement->tag) {
  case Ist_WrTmp:
    note_expression(uses, statement->Ist.WrTmp.data, uses[statement->Ist.WrTmp.tmp]);
    break;
  case Ist_Put:
    note_use(uses, statement->Ist.Put.data, USE_AS_VALUE);
    break;
  case Ist_PutI:
    note_use(uses, statement->Ist.PutI.details->ix, USE_AS_ADDRESS);
    note_use(uses, statement->Ist.PutI.details->data, USE_AS_VALUE);
    break;
  case Ist_Store:
    note_use(uses, statement->Ist.Store.addr, USE_AS_ADDRESS);
    note_use(uses, statement->Ist.Store.data, USE_AS_VALUE);
    break;
  case Ist_StoreG: {
    const IRStoreG *store = statement->Ist.StoreG.details;
    note_uses(uses, mkIRExprVec_3(store->addr, store->data, store->guard));
    break;
  }
  case Ist_LoadG: {
    const IRLoadG *load = statement->Ist.LoadG.details;
    note_uses(uses, mkIRExprVec_3(load->addr, load->alt, load->guard));
    break;
  }
  case Ist_CAS:
    note_exchange(uses, statement->Ist.CAS.details);
    break;
  case Ist_LLSC:
    note_use(uses, statement->Ist.LLSC.addr, USE_AS_ADDRESS);
    note_use(uses, statement->Ist.LLSC.storedata, USE_AS_VALUE);
    break;
  case Ist_Dirty:
    note_use(uses, statement->Ist.Dirty.details->guard, USE_AS_ADDRESS);
    note_use(uses, statement->Ist.Dirty.details->mAddr, USE_AS_ADDRESS);
    note_uses(uses, statement->Ist.Dirty.details->args);
    break;
  case Ist_Exit:
    note_use(uses, statement->Ist.Exit.guard, USE_AS_ADDRESS);
    break;
  default:
    break;
  }
}

static enum use *no_uses(const IRSB *block)
{
  size_t temporaries = (size_t)block->tyenv->types_used;
  enum use *uses = LibVEX_Alloc(temporaries * sizeof(enum use));
  for (size_t i = 0; i < temporaries; i++)
    uses[i] = USE_NONE;
  return uses;
}

enum use *engine_find_uses(const IRSB *block)
{
  enum use *uses = no_uses(block);
  note_use(uses, block->next, USE_AS_ADDRESS);
  for (int i = block->stmts_used; i-- > 0;)
    note_statement(uses, block->stmts[i]);
  return uses;
}

bool engine_has_dead_load(const IRSB *block)
{
  enum use *uses = no_uses(block);
  note_use(uses, block->next, USE_AS_ADDRESS);
  for (int i = block->stmts_used; i-- > 0;) {
    const IRStmt *statement = block->stmts[i];
    const bool is_dead = statement->tag == Ist_WrTmp && uses[statement->Ist.WrTmp.tmp] == USE_NONE;
    if (!is_dead)
      note_statement(uses, statement);
    else if (statement->Ist.WrTmp.data->tag == Iex_Load)
      return true;
  }
  return false;
}
