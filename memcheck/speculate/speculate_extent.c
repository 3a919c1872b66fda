/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions of VEX's block become one of speculative code, and which registers have to be defined for it: those of these
 * instructions, and no others. */
#include "memcheck/engine/undefined_registers.h"
#include "memcheck/speculate/speculate_private.h"

/* --- how far it goes --- */

/* Does the instruction before go on to this one, whatever happens? VEX makes one block of two branches on one condition and
 * another: what decides about the second is computed in any case then, and kept if the first one leads there. */
static bool is_followed_by(const IRSB *block, int mark, int offset_ip)
{
  for (int i = mark - 1; i >= 0 && block->stmts[i]->tag != Ist_IMark; i--)
    if (block->stmts[i]->tag == Ist_Put && block->stmts[i]->Ist.Put.offset == offset_ip) {
      const IRExpr *next = block->stmts[i]->Ist.Put.data;
      return next->tag == Iex_Const && next->Iex.Const.con->Ico.U64 == block->stmts[mark]->Ist.IMark.addr;
    }
  return false;
}

int speculate_find_end(const struct speculation *speculation, int first)
{
  const IRSB *block = speculation->block;
  int end = first + 1;
  while (end < block->stmts_used &&
         (block->stmts[end]->tag != Ist_IMark ||
          promotions_standing(speculation->policy->promotions, block->stmts[end]->Ist.IMark.addr) == PROMOTIONS_USUAL ||
          !is_followed_by(block, end, speculation->layout->offset_IP)))
    end++;
  return end;
}

/* --- its registers --- */

static uint64_t registers_of_expression(const IRExpr *expression)
{
  if (expression->tag == Iex_Get)
    return undefined_registers_touched(expression->Iex.Get.offset, sizeofIRType(expression->Iex.Get.ty));
  if (expression->tag == Iex_GetI)
    return undefined_registers_touched(expression->Iex.GetI.descr->base, weave_array_bytes(expression->Iex.GetI.descr));
  return 0;
}

static uint64_t registers_of_helper(const IRDirty *dirty)
{
  uint64_t registers = 0;
  for (int i = 0; i < dirty->nFxState; i++)
    for (int k = 0; k <= dirty->fxState[i].nRepeats; k++)
      registers |= undefined_registers_touched(dirty->fxState[i].offset + k * dirty->fxState[i].repeatLen,
                                               dirty->fxState[i].size);
  return registers;
}

/* Those that a statement reads or writes. A register that is only written has to be defined as well: its bit stays as it is. */
static uint64_t registers_of(const IRSB *block, const IRStmt *statement)
{
  switch (statement->tag) {
  case Ist_WrTmp:
    return registers_of_expression(statement->Ist.WrTmp.data);
  case Ist_Put:
    return undefined_registers_touched(statement->Ist.Put.offset,
                                       sizeofIRType(typeOfIRExpr(block->tyenv, statement->Ist.Put.data)));
  case Ist_PutI:
    return undefined_registers_touched(statement->Ist.PutI.details->descr->base,
                                       weave_array_bytes(statement->Ist.PutI.details->descr));
  case Ist_Dirty:
    return registers_of_helper(statement->Ist.Dirty.details);
  default:
    return 0;
  }
}

void speculate_test_registers(struct speculation *speculation, int first, int end)
{
  struct weave *weave = &speculation->weave;
  const IRSB *block = speculation->block;
  uint64_t registers = 0;
  for (int i = first; i < end; i++)
    registers |= registers_of(block, block->stmts[i]);
  if (registers == 0)
    return;
  bool is_short = registers < UINT64_C(1) << 31;
  IRExpr *word = weave_get(weave, ENGINE_UNDEFINED, is_short ? Ity_I32 : Ity_I64);
  IRExpr *of_block = is_short ? IRExpr_Const(IRConst_U32((UInt)registers)) : weave_u64(registers);
  IRExpr *undefined = weave_binop(weave, is_short ? Iop_And32 : Iop_And64, word, of_block);
  speculate_leave_to(speculation, weave_unop(weave, is_short ? Iop_CmpNEZ32 : Iop_CmpNEZ64, undefined),
                     block->stmts[first]->Ist.IMark.addr);
}
