/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What code of our own is made of: VEX's expressions, each assigned to a temporary, and the guest's registers. Flags
 * are set as VEX sets them: by the operation that they come from and its operands. */
#ifndef SEEP_COREGRIND_GLUE_VEX_INSTRUCTION_CODE_H
#define SEEP_COREGRIND_GLUE_VEX_INSTRUCTION_CODE_H

#include "coregrind-glue/vex/instructions.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

enum { RAX = 0, RCX = 1, RDX = 2, RBX = 3, RSP = 4, RBP = 5, RSI = 6, RDI = 7 };
enum { COPY = 0, SUBB = 5, SUBL = 7 };  /* VEX's numbers of what set the flags; there is one for each size */
enum { CARRY = 0x1, OSZAP = 0x8d4 };    /* in the flags' register */

#define OFFSET(field) ((Int)offsetof(VexGuestAMD64State, guest_##field))

/* As the processor numbers them. */
static inline Int register_offset(UInt number)
{
  _Static_assert(offsetof(VexGuestAMD64State, guest_R15) == offsetof(VexGuestAMD64State, guest_RAX) + 15 * 8,
                 "in one row");
  return OFFSET(RAX) + 8 * (Int)number;
}

static inline IRExpr *assigned(const struct instruction *instruction, IRExpr *value)
{
  IRTemp temporary = newIRTemp(instruction->block->tyenv, typeOfIRExpr(instruction->block->tyenv, value));
  addStmtToIRSB(instruction->block, IRStmt_WrTmp(temporary, value));
  return IRExpr_RdTmp(temporary);
}

static inline IRExpr *unop(const struct instruction *instruction, IROp op, IRExpr *a)
{
  return assigned(instruction, IRExpr_Unop(op, a));
}

static inline IRExpr *binop(const struct instruction *instruction, IROp op, IRExpr *a, IRExpr *b)
{
  return assigned(instruction, IRExpr_Binop(op, a, b));
}

static inline IRExpr *read(const struct instruction *instruction, Int offset, IRType type)
{
  return assigned(instruction, IRExpr_Get(offset, type));
}

static inline void write(const struct instruction *instruction, Int offset, IRExpr *value)
{
  addStmtToIRSB(instruction->block, IRStmt_Put(offset, value));
}

static inline IRExpr *number(ULong value)
{
  return IRExpr_Const(IRConst_U64(value));
}

static inline UInt end_instruction(const struct instruction *instruction, UInt bytes)
{
  write(instruction, OFFSET(RIP), number(instruction->address + bytes));
  return bytes;
}

/* By VEX's number of the operation and its operands. */
static inline void set_flags(const struct instruction *instruction, UInt operation, IRExpr *first, IRExpr *second)
{
  write(instruction, OFFSET(CC_OP), number(operation));
  write(instruction, OFFSET(CC_DEP1), first);
  write(instruction, OFFSET(CC_DEP2), second);
  write(instruction, OFFSET(CC_NDEP), number(0));
}

/* --- operands --- */

static inline Bool is_wide(const struct instruction *instruction)
{
  return (instruction->rex & 8) != 0;
}

static inline UInt rm_of(const struct instruction *instruction, UChar modrm)
{
  return (modrm & 7u) | (instruction->rex & 1u) << 3;
}

static inline UInt reg_of(const struct instruction *instruction, UChar modrm)
{
  return (modrm >> 3 & 7u) | (instruction->rex & 4u) << 1;
}

ULong amd64g_calculate_rflags_all(ULong operation, ULong first, ULong second, ULong third); /* libvex's own */

/* All flags, computed from what the last operation has left. */
static inline IRExpr *old_flags(const struct instruction *instruction)
{
  IRExpr **arguments = mkIRExprVec_4(IRExpr_Get(OFFSET(CC_OP), Ity_I64), IRExpr_Get(OFFSET(CC_DEP1), Ity_I64),
                                     IRExpr_Get(OFFSET(CC_DEP2), Ity_I64), IRExpr_Get(OFFSET(CC_NDEP), Ity_I64));
  IRExpr *call =
    mkIRExprCCall(Ity_I64, 0, "amd64g_calculate_rflags_all", (void *)amd64g_calculate_rflags_all, arguments);
  call->Iex.CCall.cee->mcx_mask = 1 << 0 | 1 << 3; /* as VEX calls it: these are always defined */
  return assigned(instruction, call);
}

static inline UInt operand_bits(const struct instruction *instruction)
{
  if (is_wide(instruction))
    return 64;
  return instruction->has_66 ? 16 : 32;
}

static inline IRExpr *load(const struct instruction *instruction, IRType type, IRExpr *place)
{
  return assigned(instruction, IRExpr_Load(Iend_LE, type, place));
}

static inline void store(const struct instruction *instruction, IRExpr *place, IRExpr *value)
{
  addStmtToIRSB(instruction->block, IRStmt_Store(Iend_LE, place, value));
}

static inline IRExpr *shifted_right(const struct instruction *instruction, IRExpr *value, UInt bits)
{
  return binop(instruction, Iop_Shr64, value, IRExpr_Const(IRConst_U8((UChar)bits)));
}

static inline IRExpr *shifted_left(const struct instruction *instruction, IRExpr *value, UInt bits)
{
  return binop(instruction, Iop_Shl64, value, IRExpr_Const(IRConst_U8((UChar)bits)));
}

static inline IRExpr *masked(const struct instruction *instruction, IRExpr *value, ULong mask)
{
  return binop(instruction, Iop_And64, value, number(mask));
}

/* What a call does to a part of the guest state. */
static inline void instruction_declare(IRDirty *call, IREffect effect, Int offset, SizeT bytes)
{
  __typeof__(call->fxState[0]) *const declared = &call->fxState[call->nFxState++];
  *declared = (__typeof__(*declared)){.fx = effect, .offset = (UShort)offset, .size = (UShort)bytes};
}

/* The instruction traps there, if a word is not zero. */
static inline void trap_unless_zero(const struct instruction *instruction, IRExpr *value)
{
  IRExpr *is_not = binop(instruction, Iop_CmpNE64, value, number(0));
  addStmtToIRSB(instruction->block, IRStmt_Exit(is_not, Ijk_SigSEGV, IRConst_U64(instruction->address), OFFSET(RIP)));
}

#endif
