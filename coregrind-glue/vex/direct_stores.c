/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stores that go past caches are stores. The second kind copies 64 bytes, to an aligned place that a register says. */
#include "coregrind-glue/vex/direct_stores.h"

#include "coregrind-glue/vex/instruction_code.h"

#include <cpuid.h>

enum { WORD_FEATURE_AT = 27, LINE_FEATURE_AT = 28, LINE_BYTES = 64, HALF_BYTES = 32 };

static Bool host_has(UInt bit)
{
  UInt a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c >> bit & 1);
}

static void store_word(const struct instruction *instruction, UChar modrm, IRExpr *place)
{
  store(instruction, place,
        read(instruction, register_offset(reg_of(instruction, modrm)), is_wide(instruction) ? Ity_I64 : Ity_I32));
}

static void copy_line(const struct instruction *instruction, UChar modrm, IRExpr *from)
{
  IRExpr *to = read(instruction, register_offset(reg_of(instruction, modrm)), Ity_I64);
  if (instruction->has_67)
    to = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, to));
  trap_unless_zero(instruction, masked(instruction, to, LINE_BYTES - 1));
  IRExpr *low = load(instruction, Ity_V256, from);
  IRExpr *high = load(instruction, Ity_V256, binop(instruction, Iop_Add64, from, number(HALF_BYTES)));
  store(instruction, to, low);
  store(instruction, binop(instruction, Iop_Add64, to, number(HALF_BYTES)), high);
}

UInt direct_stores_make(const struct instruction *instruction)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  const Bool is_word = opcode[2] == 0xf9 && !instruction->has_66, is_line = opcode[2] == 0xf8 && instruction->has_66;
  if (opcode[0] != 0x0f || opcode[1] != 0x38 || opcode[3] >= 0xc0 || !(is_word || is_line) || instruction->has_f2 ||
      instruction->has_f3 || instruction->has_lock || !host_has(is_word ? WORD_FEATURE_AT : LINE_FEATURE_AT))
    return 0;
  const UInt bytes = instruction->opcode_at + 4 + instructions_operand_bytes(&opcode[3]);
  IRExpr *place = instructions_operand_address(instruction, &opcode[3], bytes);
  (is_word ? store_word : copy_line)(instruction, opcode[3], place);
  return end_instruction(instruction, bytes);
}
