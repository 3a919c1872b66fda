/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What code of our own is made of: VEX's expressions, each assigned to a temporary, and the guest's registers. Flags are set as VEX
 * sets them: by the operation that they come from and its operands. */
#ifndef SEEP_COREGRIND_GLUE_VEX_INSTRUCTION_CODE_H
#define SEEP_COREGRIND_GLUE_VEX_INSTRUCTION_CODE_H

#include "coregrind-glue/vex/instructions.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

enum { RAX = 0, RBX = 3, RSI = 6, RDI = 7 };
enum { COPY = 0, SUBB = 5, SUBL = 7 };  /* VEX's numbers of what set the flags; there is one for each size */
enum { CARRY = 0x1, OSZAP = 0x8d4 };    /* in the flags' register */

#define OFFSET(field) ((Int)offsetof(VexGuestAMD64State, guest_##field))

/* As the processor numbers them. */
static inline Int register_offset(UInt number)
{
  _Static_assert(offsetof(VexGuestAMD64State, guest_R15) == offsetof(VexGuestAMD64State, guest_RAX) + 15 * 8, "in one row");
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

static inline void set_flags(const struct instruction *instruction, UInt operation, IRExpr *first, IRExpr *second)
{
  write(instruction, OFFSET(CC_OP), number(operation));
  write(instruction, OFFSET(CC_DEP1), first);
  write(instruction, OFFSET(CC_DEP2), second);
  write(instruction, OFFSET(CC_NDEP), number(0));
}

#endif
