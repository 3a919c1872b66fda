/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses of operands are VEX's: it makes lea of the same operand, whose result is not written. */
#include "coregrind-glue/vex/front_end.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

#include "pub_tool_libcbase.h"

#define OFFSET(field) ((Int)offsetof(VexGuestAMD64State, guest_##field))

enum { LEA = 0x8d, REX_W = 0x48, DIGIT = 7 << 3 };

/* The upper bits of numbers in the operand, as in REX. */
static UChar extensions(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] == 0xc4)
    return (UChar)(~code[1] >> 5 & 3);
  return code[0] == 0xc5 ? 0 : instruction->rex & 3;
}

static IRExpr *keep(IRSB *block, IRExpr *value)
{
  const IRTemp kept = newIRTemp(block->tyenv, Ity_I64);
  addStmtToIRSB(block, IRStmt_WrTmp(kept, value));
  return IRExpr_RdTmp(kept);
}

/* What would be written is kept instead. */
static IRExpr *take_result(IRSB *block, Int first)
{
  IRExpr *result = NULL;
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag != Ist_Put)
      continue;
    if (statement->Ist.Put.offset == OFFSET(RAX))
      result = statement->Ist.Put.data;
    block->stmts[i] = IRStmt_NoOp();
  }
  return result ? keep(block, result) : NULL;
}

IRExpr *front_end_operand_address(ARGUMENTS, const struct instruction *instruction, UInt modrm_at, UInt bytes)
{
  UChar relative[INSTRUCTION_BYTES_MAX + 1] = {0};
  UInt at = 0;
  const UChar *modrm = instruction->code + modrm_at;
  const UInt operand_bytes = instructions_operand_bytes(modrm);
  const Int first = block->stmts_used;
  if (modrm_at + 1 + operand_bytes > INSTRUCTION_BYTES_MAX)
    return NULL;
  if (instruction->has_67)
    relative[at++] = 0x67;
  relative[at++] = REX_W | extensions(instruction);
  relative[at++] = LEA;
  VG_(memcpy)(&relative[at], modrm, 1 + operand_bytes);
  relative[at] &= (UChar)~DIGIT;
  at += 1 + operand_bytes;
  const struct outcome outcome = __real_disInstr_AMD64(block, relative - delta, delta, address + bytes - at, arch, arch_info, abi,
                                                       endness, complains);
  IRExpr *result = outcome.bytes == at ? take_result(block, first) : NULL;
  if (!result || !instruction->has_segment)
    return result;
  IRExpr *base = IRExpr_Get(instruction->segment == 0x64 ? OFFSET(FS_CONST) : OFFSET(GS_CONST), Ity_I64);
  return keep(block, IRExpr_Binop(Iop_Add64, result, base));
}
