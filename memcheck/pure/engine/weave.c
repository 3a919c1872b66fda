/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which of VEX's operations and constants belong to which type, so that rules need not ask. */
#include "memcheck/pure/engine/weave.h"

#include <stddef.h>

IRType weave_type(const struct weave *weave, const IRExpr *atom)
{
  return typeOfIRExpr(weave->block->tyenv, atom);
}

IRType weave_shadow_type(IRType type)
{
  switch (type) {
  case Ity_F16:
    return Ity_I16;
  case Ity_F32:
  case Ity_D32:
    return Ity_I32;
  case Ity_F64:
  case Ity_D64:
    return Ity_I64;
  case Ity_F128:
  case Ity_D128:
    return Ity_I128;
  default:
    return type;
  }
}

IRType weave_type_of_bytes(int bytes)
{
  return bytes >= 8 ? Ity_I64 : bytes >= 4 ? Ity_I32 : bytes >= 2 ? Ity_I16 : Ity_I8;
}

bool weave_integer_bits(const IRConst *constant, uint64_t *ret)
{
  switch (constant->tag) {
  case Ico_U8:
    *ret = constant->Ico.U8;
    return true;
  case Ico_U16:
    *ret = constant->Ico.U16;
    return true;
  case Ico_U32:
    *ret = constant->Ico.U32;
    return true;
  case Ico_U64:
    *ret = constant->Ico.U64;
    return true;
  default:
    return false;
  }
}

bool weave_is_helper(const IRCallee *callee, const char *name)
{
  const char *at = callee->name;
  for (; *at != '\0' && *at == *name; at++)
    name++;
  return *at == *name;
}

IRExpr *weave_assign(struct weave *weave, IRType type, IRExpr *expression)
{
  IRTemp temporary = newIRTemp(weave->block->tyenv, type);
  addStmtToIRSB(weave->block, IRStmt_WrTmp(temporary, expression));
  return IRExpr_RdTmp(temporary);
}

static IRExpr *assign_typed(struct weave *weave, IRExpr *expression)
{
  return weave_assign(weave, typeOfIRExpr(weave->block->tyenv, expression), expression);
}

IRExpr *weave_unop(struct weave *weave, IROp op, IRExpr *a)
{
  return assign_typed(weave, IRExpr_Unop(op, a));
}

IRExpr *weave_binop(struct weave *weave, IROp op, IRExpr *a, IRExpr *b)
{
  return assign_typed(weave, IRExpr_Binop(op, a, b));
}

IRExpr *weave_qop(struct weave *weave, IROp op, IRExpr *a, IRExpr *b, IRExpr *c, IRExpr *d)
{
  return assign_typed(weave, IRExpr_Qop(op, a, b, c, d));
}

IRExpr *weave_ite(struct weave *weave, IRExpr *condition, IRExpr *if_true, IRExpr *if_false)
{
  return assign_typed(weave, IRExpr_ITE(condition, if_true, if_false));
}

IRExpr *weave_get(struct weave *weave, int offset, IRType type)
{
  return assign_typed(weave, IRExpr_Get(offset, type));
}

void weave_increment(struct weave *weave, uint32_t *counter)
{
  IRExpr *place = weave_u64((uintptr_t)counter);
  IRExpr *count = weave_assign(weave, Ity_I32, IRExpr_Load(Iend_LE, Ity_I32, place));
  IRExpr *more = weave_binop(weave, Iop_Add32, count, IRExpr_Const(IRConst_U32(1)));
  addStmtToIRSB(weave->block, IRStmt_Store(Iend_LE, place, more));
}

/* What VEX has for each shadow type: tested for zero, widened from one bit, and bit by bit. */
static const struct type_operations {
  IRType type;
  IROp is_nonzero, from_bit, and, or, xor, not;
} operations[] = {
  {Ity_I1, Iop_INVALID, Iop_INVALID, Iop_And1, Iop_Or1, Iop_INVALID, Iop_Not1},
  {Ity_I8, Iop_CmpNEZ8, Iop_1Sto8, Iop_And8, Iop_Or8, Iop_Xor8, Iop_Not8},
  {Ity_I16, Iop_CmpNEZ16, Iop_1Sto16, Iop_And16, Iop_Or16, Iop_Xor16, Iop_Not16},
  {Ity_I32, Iop_CmpNEZ32, Iop_1Sto32, Iop_And32, Iop_Or32, Iop_Xor32, Iop_Not32},
  {Ity_I64, Iop_CmpNEZ64, Iop_1Sto64, Iop_And64, Iop_Or64, Iop_Xor64, Iop_Not64},
  {Ity_V128, Iop_INVALID, Iop_INVALID, Iop_AndV128, Iop_OrV128, Iop_XorV128, Iop_NotV128},
  {Ity_V256, Iop_INVALID, Iop_INVALID, Iop_AndV256, Iop_OrV256, Iop_XorV256, Iop_NotV256},
};

static const struct type_operations *operations_of_type(IRType type)
{
  size_t i = 0;
  while (operations[i].type != type)
    i++;
  return &operations[i];
}

static const struct type_operations *operations_of(const struct weave *weave, const IRExpr *atom)
{
  return operations_of_type(weave_type(weave, atom));
}

static IRExpr *constant(IRType type, bool bit)
{
  unsigned long long word = bit ? ~0ull : 0;
  switch (type) {
  case Ity_I1:
    return IRExpr_Const(IRConst_U1(bit));
  case Ity_I8:
    return IRExpr_Const(IRConst_U8((UChar)word));
  case Ity_I16:
    return IRExpr_Const(IRConst_U16((UShort)word));
  case Ity_I32:
    return IRExpr_Const(IRConst_U32((UInt)word));
  case Ity_V128:
    return IRExpr_Const(IRConst_V128((UShort)word));
  case Ity_V256:
    return IRExpr_Const(IRConst_V256((UInt)word));
  default:
    return IRExpr_Const(IRConst_U64(word));
  }
}

IRExpr *weave_u64(unsigned long long value)
{
  return IRExpr_Const(IRConst_U64(value));
}

/* There is no constant of type I128: those are put together when they are needed. */
IRExpr *weave_zeros(IRType type)
{
  return constant(type, false);
}

IRExpr *weave_ones(IRType type)
{
  return constant(type, true);
}

IRExpr *weave_and(struct weave *weave, IRExpr *a, IRExpr *b)
{
  return weave_binop(weave, operations_of(weave, a)->and, a, b);
}

IRExpr *weave_or(struct weave *weave, IRExpr *a, IRExpr *b)
{
  if (weave_type(weave, a) != Ity_I128)
    return weave_binop(weave, operations_of(weave, a)->or, a, b);
  IRExpr *high = weave_or(weave, weave_unop(weave, Iop_128HIto64, a), weave_unop(weave, Iop_128HIto64, b));
  IRExpr *low = weave_or(weave, weave_unop(weave, Iop_128to64, a), weave_unop(weave, Iop_128to64, b));
  return weave_binop(weave, Iop_64HLto128, high, low);
}

IRExpr *weave_xor(struct weave *weave, IRExpr *a, IRExpr *b)
{
  return weave_binop(weave, operations_of(weave, a)->xor, a, b);
}

IRExpr *weave_not(struct weave *weave, IRExpr *a)
{
  return weave_unop(weave, operations_of(weave, a)->not, a);
}

IRExpr *weave_fold(struct weave *weave, IRExpr *v_bits)
{
  switch (weave_type(weave, v_bits)) {
  case Ity_I128:
    return weave_or(weave, weave_unop(weave, Iop_128HIto64, v_bits), weave_unop(weave, Iop_128to64, v_bits));
  case Ity_V128:
    return weave_or(weave, weave_unop(weave, Iop_V128HIto64, v_bits), weave_unop(weave, Iop_V128to64, v_bits));
  case Ity_V256:
    return weave_fold(weave, weave_or(weave, weave_unop(weave, Iop_V256toV128_1, v_bits),
                                    weave_unop(weave, Iop_V256toV128_0, v_bits)));
  default:
    return v_bits;
  }
}

static IRExpr *is_any_set(struct weave *weave, IRExpr *v_bits)
{
  IRExpr *folded = weave_fold(weave, v_bits);
  IRType type = weave_type(weave, folded);
  return type == Ity_I1 ? folded : weave_unop(weave, operations_of_type(type)->is_nonzero, folded);
}

/* Zero or all ones, in one operation where VEX has one. */
static IRExpr *spread_word(struct weave *weave, IRExpr *v_bits)
{
  IRExpr *folded = weave_fold(weave, v_bits);
  if (weave_type(weave, folded) == Ity_I64)
    return weave_unop(weave, Iop_CmpwNEZ64, folded);
  return weave_unop(weave, Iop_1Sto64, is_any_set(weave, folded));
}

static IRExpr *spread_scalar(struct weave *weave, IRType type, IRExpr *v_bits)
{
  if (type == Ity_I64)
    return spread_word(weave, v_bits);
  if (type == Ity_I32 && weave_type(weave, v_bits) == Ity_I32)
    return weave_unop(weave, Iop_CmpwNEZ32, v_bits);
  IRExpr *bit = is_any_set(weave, v_bits);
  return type == Ity_I1 ? bit : weave_unop(weave, operations_of_type(type)->from_bit, bit);
}

IRExpr *weave_spread(struct weave *weave, IRType type, IRExpr *v_bits)
{
  if (type != Ity_I128 && type != Ity_V128 && type != Ity_V256)
    return spread_scalar(weave, type, v_bits);
  IRExpr *word = spread_word(weave, v_bits);
  if (type == Ity_I128)
    return weave_binop(weave, Iop_64HLto128, word, word);
  IRExpr *vector = weave_binop(weave, Iop_64HLtoV128, word, word);
  return type == Ity_V128 ? vector : weave_binop(weave, Iop_V128HLtoV256, vector, vector);
}

int weave_first_instruction(const IRSB *block)
{
  int i = 0;
  while (i < block->stmts_used && block->stmts[i]->tag != Ist_IMark)
    i++;
  return i;
}
