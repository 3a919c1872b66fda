/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How exactly to track additions and comparisons. The exact rules cost several times the cheap ones, so by default they are
 * kept to where compilers make use of partly undefined values:
 *
 *  - comparisons, everywhere (bit fields, string code, what is decided by a sign or by a byte that is known);
 *  - 32-bit additions, and 64-bit ones unless their results only make addresses, which are checked as a whole anyway:
 *    compilers insert bit fields with additions;
 *  - all arithmetic in blocks with a constant that code needs which looks for a zero byte in a whole word. */
#include "memcheck/engine_private.h"

#include <stddef.h>

/* The constants of word-at-a-time string functions. */
static bool is_telling(const IRExpr *atom)
{
  if (atom->tag != Iex_Const)
    return false;
  const IRConst *constant = atom->Iex.Const.con;
  ULong value = constant->tag == Ico_U64 ? constant->Ico.U64 : constant->tag == Ico_U32 ? constant->Ico.U32 :
    constant->tag == Ico_U16 ? constant->Ico.U16 : 0;
  switch (value) {
  case 0x8080:
  case 0x80808080:
  case 0x01010101:
  case 0x7f7f7f7f:
  case 0x7efefeff:
  case 0x81010100:
  case 0xfefefeff:
  case 0xfffffffffefefeff:
  case 0xfefefefefefefeff:
  case 0x7f7f7f7f7f7f7f7f:
  case 0x7efefefefefefeff:
  case 0x8101010101010100:
  case 0x8080808080808080:
  case 0x0101010101010101:
    return true;
  default:
    return false;
  }
}

/* What the block's statements say about its atoms. */
struct survey {
  enum use *uses;
  bool is_telling;
};

static void note(struct survey *survey, const IRExpr *atom, enum use use)
{
  if (atom == NULL || is_IRExpr_VECRET_or_GSPTR(atom))
    return;
  survey->is_telling = survey->is_telling || is_telling(atom);
  if (atom->tag == Iex_RdTmp && survey->uses[atom->Iex.RdTmp.tmp] < use)
    survey->uses[atom->Iex.RdTmp.tmp] = use;
}

static void note_all(struct survey *survey, IRExpr **atoms)
{
  for (; *atoms != NULL; atoms++)
    note(survey, *atoms, USE_AS_VALUE);
}

/* The sum of addresses is used as they are. */
static bool passes_use_on(IROp op)
{
  return op == Iop_Add64 || op == Iop_Add32;
}

static void note_expression(struct survey *survey, const IRExpr *expression, enum use result)
{
  switch (expression->tag) {
  case Iex_RdTmp:
  case Iex_Const:
    note(survey, expression, result);
    break;
  case Iex_GetI:
    note(survey, expression->Iex.GetI.ix, USE_AS_ADDRESS);
    break;
  case Iex_Load:
    note(survey, expression->Iex.Load.addr, USE_AS_ADDRESS);
    break;
  case Iex_CCall:
    note_all(survey, expression->Iex.CCall.args);
    break;
  case Iex_ITE:
    note(survey, expression->Iex.ITE.cond, USE_AS_ADDRESS);
    note(survey, expression->Iex.ITE.iftrue, USE_AS_VALUE);
    note(survey, expression->Iex.ITE.iffalse, USE_AS_VALUE);
    break;
  case Iex_Unop:
    survey->is_telling = survey->is_telling || expression->Iex.Unop.op == Iop_GetMSBs8x16;
    note(survey, expression->Iex.Unop.arg, USE_AS_VALUE);
    break;
  case Iex_Binop: {
    enum use use = passes_use_on(expression->Iex.Binop.op) ? result : USE_AS_VALUE;
    note(survey, expression->Iex.Binop.arg1, use);
    note(survey, expression->Iex.Binop.arg2, use);
    break;
  }
  case Iex_Triop: {
    const IRTriop *op = expression->Iex.Triop.details;
    note_all(survey, mkIRExprVec_3(op->arg1, op->arg2, op->arg3));
    break;
  }
  case Iex_Qop: {
    const IRQop *op = expression->Iex.Qop.details;
    note_all(survey, mkIRExprVec_4(op->arg1, op->arg2, op->arg3, op->arg4));
    break;
  }
  default:
    break;
  }
}

static void note_exchange(struct survey *survey, const IRCAS *cas)
{
  note(survey, cas->addr, USE_AS_ADDRESS);
  note(survey, cas->expdHi, USE_AS_VALUE);
  note(survey, cas->expdLo, USE_AS_VALUE);
  note(survey, cas->dataHi, USE_AS_VALUE);
  note(survey, cas->dataLo, USE_AS_VALUE);
}

static void note_statement(struct survey *survey, const IRStmt *statement)
{
  switch (statement->tag) {
  case Ist_WrTmp:
    note_expression(survey, statement->Ist.WrTmp.data, survey->uses[statement->Ist.WrTmp.tmp]);
    break;
  case Ist_Put:
    note(survey, statement->Ist.Put.data, USE_AS_VALUE);
    break;
  case Ist_PutI:
    note(survey, statement->Ist.PutI.details->ix, USE_AS_ADDRESS);
    note(survey, statement->Ist.PutI.details->data, USE_AS_VALUE);
    break;
  case Ist_Store:
    note(survey, statement->Ist.Store.addr, USE_AS_ADDRESS);
    note(survey, statement->Ist.Store.data, USE_AS_VALUE);
    break;
  case Ist_StoreG: {
    const IRStoreG *store = statement->Ist.StoreG.details;
    note_all(survey, mkIRExprVec_3(store->addr, store->data, store->guard));
    break;
  }
  case Ist_LoadG: {
    const IRLoadG *load = statement->Ist.LoadG.details;
    note_all(survey, mkIRExprVec_3(load->addr, load->alt, load->guard));
    break;
  }
  case Ist_CAS:
    note_exchange(survey, statement->Ist.CAS.details);
    break;
  case Ist_LLSC:
    note(survey, statement->Ist.LLSC.addr, USE_AS_ADDRESS);
    note(survey, statement->Ist.LLSC.storedata, USE_AS_VALUE);
    break;
  case Ist_Dirty:
    note(survey, statement->Ist.Dirty.details->guard, USE_AS_ADDRESS);
    note(survey, statement->Ist.Dirty.details->mAddr, USE_AS_ADDRESS);
    note_all(survey, statement->Ist.Dirty.details->args);
    break;
  case Ist_Exit:
    note(survey, statement->Ist.Exit.guard, USE_AS_ADDRESS);
    break;
  default:
    break;
  }
}

void engine_choose_precision(struct engine *engine, const IRSB *block)
{
  engine->exact_block = engine->policy->precision == ENGINE_EXACT;
  engine->uses = NULL;
  if (!engine->policy->values || engine->policy->precision != ENGINE_AUTO)
    return;
  size_t temporaries = (size_t)block->tyenv->types_used;
  struct survey survey = {LibVEX_Alloc(temporaries * sizeof(enum use)), false};
  for (size_t i = 0; i < temporaries; i++)
    survey.uses[i] = USE_NONE;
  note(&survey, block->next, USE_AS_ADDRESS);
  for (int i = block->stmts_used; i-- > 0;)
    note_statement(&survey, block->stmts[i]);
  engine->exact_block = survey.is_telling;
  engine->uses = survey.uses;
}

bool engine_wants_exact(const struct engine *engine, IROp op, enum use use)
{
  if (engine->exact_block || engine->policy->precision != ENGINE_AUTO)
    return engine->exact_block;
  switch (op) {
  case Iop_CmpEQ8:
  case Iop_CmpNE8:
  case Iop_CmpEQ16:
  case Iop_CmpNE16:
  case Iop_CmpEQ32:
  case Iop_CmpNE32:
  case Iop_CmpEQ64:
  case Iop_CmpNE64:
  case Iop_ExpCmpNE8:
  case Iop_ExpCmpNE16:
  case Iop_ExpCmpNE32:
  case Iop_ExpCmpNE64:
  case Iop_CmpLT32S:
  case Iop_CmpLT32U:
  case Iop_CmpLE32S:
  case Iop_CmpLE32U:
  case Iop_CmpLT64S:
  case Iop_CmpLT64U:
  case Iop_CmpLE64S:
  case Iop_CmpLE64U:
  case Iop_CmpEQ8x8:
  case Iop_CmpEQ16x4:
  case Iop_CmpEQ32x2:
  case Iop_CmpEQ8x16:
  case Iop_CmpEQ16x8:
  case Iop_CmpEQ32x4:
  case Iop_CmpEQ64x2:
  case Iop_CmpEQ8x32:
  case Iop_CmpEQ16x16:
  case Iop_CmpEQ32x8:
  case Iop_CmpEQ64x4:
  case Iop_CmpGT8Sx8:
  case Iop_CmpGT16Sx4:
  case Iop_CmpGT32Sx2:
  case Iop_CmpGT8Sx16:
  case Iop_CmpGT16Sx8:
  case Iop_CmpGT32Sx4:
  case Iop_CmpGT64Sx2:
  case Iop_CmpGT8Sx32:
  case Iop_CmpGT16Sx16:
  case Iop_CmpGT32Sx8:
  case Iop_CmpGT64Sx4:
  case Iop_Add32:
    return true;
  case Iop_Add64:
    return use == USE_AS_VALUE;
  default:
    return false;
  }
}
