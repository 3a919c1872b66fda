/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An instruction's bytes as far as its ModRM byte, and a block's statements. */
#include "coregrind-glue/vex/instructions.h"

static Bool take_prefix(struct instruction *instruction, UChar byte)
{
  switch (byte) {
  case 0x66:
    instruction->has_66 = True;
    return True;
  case 0x67:
    instruction->has_67 = True;
    return True;
  case 0xf0:
    instruction->has_lock = True;
    return True;
  case 0xf2:
    instruction->has_f2 = True;
    return True;
  case 0xf3:
    instruction->has_f3 = True;
    return True;
  case 0x64:
  case 0x65:
    instruction->has_segment = True;
    instruction->segment = byte;
    return True;
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
    return True; /* these segments begin at 0 */
  default:
    return False;
  }
}

struct instruction instructions_take_apart(IRSB *block, const UChar *code, Addr address)
{
  struct instruction instruction = {.block = block, .code = code, .address = address};
  UInt at = 0;
  while (at < INSTRUCTION_BYTES_MAX - 1 && take_prefix(&instruction, code[at]))
    at++;
  if ((code[at] & 0xf0) == 0x40)
    instruction.rex = code[at++];
  instruction.opcode_at = at;
  return instruction;
}

UInt instructions_operand_bytes(const UChar *modrm)
{
  const UInt mod = modrm[0] >> 6, rm = modrm[0] & 7;
  const Bool has_sib = mod != 3 && rm == 4;
  if (mod == 3)
    return 0;
  const UInt base = has_sib ? modrm[1] & 7 : rm;
  const UInt displacement = mod == 1 ? 1 : mod == 2 || base == 5 ? 4 : 0;
  return has_sib + displacement;
}

Bool instructions_call_ends_at(const UChar *end)
{
  enum { DIRECT_BYTES = 5, CALL = 2 << 3, KIND = 7 << 3 };
  if (end[-DIRECT_BYTES] == 0xe8)
    return True;
  for (UInt bytes = 2; bytes < INSTRUCTIONS_CALL_BYTES_MAX; bytes++) {
    const UChar *start = end - bytes;
    if (start[0] == 0xff && (start[1] & KIND) == CALL && 2 + instructions_operand_bytes(&start[1]) == bytes)
      return True;
  }
  return False;
}

void instructions_insert(IRSB *block, Int place, IRStmt *statement)
{
  addStmtToIRSB(block, statement);
  for (Int i = block->stmts_used - 1; i > place; i--)
    block->stmts[i] = block->stmts[i - 1];
  block->stmts[place] = statement;
}
