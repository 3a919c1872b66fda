/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where an operand in memory is, by ModRM, SIB, displacement and segment. */
#include "coregrind-glue/vex/instruction_code.h"

#include "pub_tool_libcbase.h"

static IRExpr *segment_of(const struct instruction *instruction)
{
  IRExpr *base = NULL;
  for (UInt i = 0; i < instruction->opcode_at; i++)
    if (instruction->code[i] == 0x64 || instruction->code[i] == 0x65)
      base = read(instruction, instruction->code[i] == 0x64 ? OFFSET(FS_CONST) : OFFSET(GS_CONST), Ity_I64);
  return base;
}

static IRExpr *sum(const struct instruction *instruction, IRExpr *a, IRExpr *b)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;
  return binop(instruction, Iop_Add64, a, b);
}

static IRExpr *index_of(const struct instruction *instruction, UChar sib)
{
  const UInt index = (sib >> 3 & 7u) | (instruction->rex & 2u) << 2;
  if (index == 4)
    return NULL;
  IRExpr *value = read(instruction, register_offset(index), Ity_I64);
  return binop(instruction, Iop_Shl64, value, IRExpr_Const(IRConst_U8(sib >> 6)));
}

static Long displacement_of(const UChar *at, UInt bytes)
{
  Int wide = 0;
  if (bytes == 1)
    return (signed char)*at;
  VG_(memcpy)(&wide, at, bytes);
  return wide;
}

IRExpr *instructions_operand_address(const struct instruction *instruction, const UChar *modrm, UInt end)
{
  const UInt mod = *modrm >> 6;
  const Bool has_sib = (*modrm & 7) == 4;
  const UInt base = has_sib ? modrm[1] & 7u : *modrm & 7u;
  const UInt displacement_bytes = instructions_operand_bytes(modrm) - has_sib;
  const Long displacement = displacement_of(&modrm[1 + has_sib], displacement_bytes);
  const Bool is_from_next = mod == 0 && base == 5 && !has_sib, has_base = !(mod == 0 && base == 5);
  IRExpr *address = number((ULong)displacement + (is_from_next ? instruction->address + end : 0));
  if (has_base)
    address =
      sum(instruction, address, read(instruction, register_offset(base | (instruction->rex & 1u) << 3), Ity_I64));
  if (has_sib)
    address = sum(instruction, address, index_of(instruction, modrm[1]));
  if (instruction->has_67)
    address = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, address));
  return sum(instruction, address, segment_of(instruction));
}
