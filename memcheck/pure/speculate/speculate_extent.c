/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions of VEX's block become one of speculative code, and which registers these have to do with. */
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/pure/speculate/speculate_private.h"

/* --- how far it goes --- */

/* Does the instruction before go on to this one, whatever happens? VEX makes one block of two branches on one condition
 * and another: what decides about the second is computed in any case then, and kept if the first one leads there. */
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

/* Those that a statement reads or writes. */
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

uint64_t speculate_registers_of(const IRSB *block, int first, int end)
{
  uint64_t registers = 0;
  for (int i = first; i < end; i++)
    registers |= registers_of(block, block->stmts[i]);
  return registers;
}
