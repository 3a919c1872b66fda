/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A transaction may fail at any time, so programs have another way. Here each one fails where it begins, as though it
 * had been too large; VEX does so, too, but knows neither W nor the form with 16 bits. */
#include "coregrind-glue/vex/transactions.h"

#include "coregrind-glue/vex/instruction_code.h"

enum { IS_TOO_LARGE = 1 << 3 };

static Long displacement(const UChar *code, UInt bytes)
{
  UInt value = 0;
  for (UInt i = 0; i < bytes; i++)
    value |= (UInt)code[i] << 8 * i;
  return bytes == 2 ? (Short)value : (Int)value;
}

Bool transactions_begin(const struct instruction *instruction, struct outcome *ret)
{
  const UInt at = instruction->opcode_at, behind = at + 2;
  if (instruction->code[at] != 0xc7 || instruction->code[at + 1] != 0xf8 || instruction->has_lock)
    return False;
  const UInt bytes = instruction->has_66 && !is_wide(instruction) ? 2 : 4;
  const Addr end = instruction->address + behind + bytes;
  write(instruction, register_offset(RAX), number(IS_TOO_LARGE));
  write(instruction, OFFSET(RIP), number(end + (Addr)displacement(instruction->code + behind, bytes)));
  *ret = (struct outcome){behind + bytes, STOPS, NO_HINT, Ijk_Boring};
  return True;
}
