/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions on the stack. Of pushf and popf VEX knows one width and fewer flags. Those that it has no place for (the
 * trap flag, and the one of nested tasks) are kept beside AC (traps.h). */
#include "coregrind-glue/core/traps.h"
#include "coregrind-glue/vex/instruction_code.h"

enum { ALWAYS_SET = 0x202, DIRECTION_AT = 10, AC_AT = 18, ID_AT = 21 };

static IRExpr *all_flags(const struct instruction *instruction)
{
  IRExpr *kept = read(instruction, OFFSET(ACFLAG), Ity_I64), *id = read(instruction, OFFSET(IDFLAG), Ity_I64);
  IRExpr *direction = masked(instruction, read(instruction, OFFSET(DFLAG), Ity_I64), 1 << DIRECTION_AT);
  IRExpr *others = binop(instruction, Iop_Or64, shifted_left(instruction, masked(instruction, kept, 1), AC_AT),
                         shifted_left(instruction, masked(instruction, id, 1), ID_AT));
  others = binop(instruction, Iop_Or64, others, masked(instruction, kept, TRAPS_FLAGS_BESIDE_AC));
  others = binop(instruction, Iop_Or64, others, binop(instruction, Iop_Or64, direction, number(ALWAYS_SET)));
  return binop(instruction, Iop_Or64, masked(instruction, old_flags(instruction), OSZAP | CARRY), others);
}

static void set_all_flags(const struct instruction *instruction, IRExpr *value, Bool is_short)
{
  IRExpr *direction = masked(instruction, shifted_right(instruction, value, DIRECTION_AT), 1);
  IRExpr *ac = is_short ? masked(instruction, read(instruction, OFFSET(ACFLAG), Ity_I64), 1)
                        : masked(instruction, shifted_right(instruction, value, AC_AT), 1);
  set_flags(instruction, COPY, masked(instruction, value, OSZAP | CARRY), number(0));
  write(instruction, OFFSET(DFLAG), binop(instruction, Iop_Sub64, number(1), shifted_left(instruction, direction, 1)));
  write(instruction, OFFSET(ACFLAG),
        binop(instruction, Iop_Or64, ac, masked(instruction, value, TRAPS_FLAGS_BESIDE_AC)));
  if (!is_short)
    write(instruction, OFFSET(IDFLAG), masked(instruction, shifted_right(instruction, value, ID_AT), 1));
}

static IRExpr *stack_pointer(const struct instruction *instruction)
{
  return read(instruction, register_offset(RSP), Ity_I64);
}

UInt instructions_make_push_flags(const struct instruction *instruction)
{
  const Bool is_short = instruction->has_66 && !is_wide(instruction);
  if (instruction->code[instruction->opcode_at] != 0x9c || instruction->has_lock)
    return 0;
  IRExpr *flags = all_flags(instruction),
         *place = binop(instruction, Iop_Sub64, stack_pointer(instruction), number(is_short ? 2 : 8));
  write(instruction, register_offset(RSP), place);
  store(instruction, place, is_short ? unop(instruction, Iop_64to16, flags) : flags);
  return end_instruction(instruction, instruction->opcode_at + 1);
}

/* With the trap flag the core is asked, which has the next instruction executed alone. */
UInt instructions_make_pop_flags(const struct instruction *instruction)
{
  const Bool is_short = instruction->has_66 && !is_wide(instruction);
  const UInt bytes = instruction->opcode_at + 1;
  if (instruction->code[instruction->opcode_at] != 0x9d || instruction->has_lock)
    return 0;
  IRExpr *place = stack_pointer(instruction), *loaded = load(instruction, is_short ? Ity_I16 : Ity_I64, place);
  IRExpr *value = is_short ? unop(instruction, Iop_16Uto64, loaded) : loaded;
  write(instruction, register_offset(RSP), binop(instruction, Iop_Add64, place, number(is_short ? 2 : 8)));
  set_all_flags(instruction, value, is_short);
  IRExpr *traps = binop(instruction, Iop_CmpNE64, masked(instruction, value, TRAPS_TRAP_FLAG), number(0));
  addStmtToIRSB(instruction->block,
                IRStmt_Exit(traps, Ijk_Yield, IRConst_U64(instruction->address + bytes), OFFSET(RIP)));
  return end_instruction(instruction, bytes);
}

/* VEX moves the stack pointer first, and then may fault. */
UInt instructions_make_leave(const struct instruction *instruction)
{
  const Bool is_short = instruction->has_66 && !is_wide(instruction);
  if (instruction->code[instruction->opcode_at] != 0xc9 || instruction->has_lock)
    return 0;
  IRExpr *place = read(instruction, register_offset(RBP), Ity_I64),
         *value = load(instruction, is_short ? Ity_I16 : Ity_I64, place);
  write(instruction, register_offset(RSP), binop(instruction, Iop_Add64, place, number(is_short ? 2 : 8)));
  write(instruction, register_offset(RBP), value);
  return end_instruction(instruction, instruction->opcode_at + 1);
}

/* enter with frames of others in its own, of which VEX knows none. They lie below the outer frame's first word. */
UInt instructions_make_enter(const struct instruction *instruction)
{
  enum { WORD_BYTES = 8, LEVELS = 31, LENGTH = 4 };
  const UChar *code = instruction->code + instruction->opcode_at;
  const UInt room = code[1] | (UInt)code[2] << 8, level = code[3] & LEVELS;
  if (code[0] != 0xc8 || level == 0 || instruction->has_66 || instruction->has_lock)
    return 0;
  IRExpr *outer = read(instruction, register_offset(RBP), Ity_I64), *top = stack_pointer(instruction);
  IRExpr *frame = binop(instruction, Iop_Sub64, top, number(WORD_BYTES));
  IRExpr *lowest = binop(instruction, Iop_Sub64, frame, number(WORD_BYTES * level));
  IRExpr *displays[LEVELS];
  for (UInt i = 1; i < level; i++)
    displays[i] = load(instruction, Ity_I64, binop(instruction, Iop_Sub64, outer, number(WORD_BYTES * i)));
  write(instruction, register_offset(RSP), lowest);
  store(instruction, frame, outer);
  for (UInt i = 1; i < level; i++)
    store(instruction, binop(instruction, Iop_Sub64, frame, number(WORD_BYTES * i)), displays[i]);
  store(instruction, lowest, frame);
  write(instruction, register_offset(RBP), frame);
  write(instruction, register_offset(RSP), binop(instruction, Iop_Sub64, lowest, number(room)));
  return end_instruction(instruction, instruction->opcode_at + LENGTH);
}
