/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Far transfers stay in 64-bit code, which has one selector: they are near ones that have a selector beside the
 * address. Any other one traps, as most do on the processor. (That of 32-bit code would be another machine.)
 * `int $0x80` is a far call of the kernel. */
#include "coregrind-glue/vex/far_transfers.h"

#include "coregrind-glue/vex/instruction_code.h"

enum { USER_CS = 0x33, CALL = 3, JUMP = 5 };

static const IRType types[] = {Ity_I8, Ity_I16, Ity_I32, Ity_I64};

/* As a power of two. */
static UInt size_of(const struct instruction *instruction)
{
  return is_wide(instruction) ? 3 : instruction->has_66 ? 1 : 2;
}

static IRExpr *load_widened(const struct instruction *instruction, UInt size, IRExpr *place)
{
  static const IROp widenings[] = {Iop_8Uto64, Iop_16Uto64, Iop_32Uto64, Iop_INVALID};
  IRExpr *value = load(instruction, types[size], place);
  return size == 3 ? value : unop(instruction, widenings[size], value);
}

static void store_narrowed(const struct instruction *instruction, UInt size, IRExpr *place, IRExpr *value)
{
  static const IROp narrowings[] = {Iop_64to8, Iop_64to16, Iop_64to32, Iop_INVALID};
  store(instruction, place, size == 3 ? value : unop(instruction, narrowings[size], value));
}

static IRExpr *behind(const struct instruction *instruction, IRExpr *place, UInt bytes)
{
  return binop(instruction, Iop_Add64, place, number(bytes));
}

static void check_selector(const struct instruction *instruction, IRExpr *place)
{
  IRExpr *selector = load_widened(instruction, 1, place);
  trap_unless_zero(instruction, binop(instruction, Iop_Xor64, selector, number(USER_CS)));
}

static struct outcome end(const struct instruction *instruction, UInt bytes, IRExpr *target, IRJumpKind jump)
{
  write(instruction, OFFSET(RIP), target);
  return (struct outcome){bytes, STOPS, NO_HINT, jump};
}

/* --- returns --- */

static struct outcome make_return(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool gives_up = code[0] == 0xca;
  const UInt size = size_of(instruction), given_up = gives_up ? code[1] | (UInt)code[2] << 8 : 0;
  IRExpr *place = read(instruction, register_offset(RSP), Ity_I64);
  check_selector(instruction, behind(instruction, place, 1u << size));
  IRExpr *target = load_widened(instruction, size, place);
  write(instruction, register_offset(RSP), behind(instruction, place, (2u << size) + given_up));
  return end(instruction, instruction->opcode_at + (gives_up ? 3 : 1), target, Ijk_Ret);
}

/* --- calls and jumps, by memory --- */

static void push_return(const struct instruction *instruction, UInt size, UInt bytes)
{
  IRExpr *top = read(instruction, register_offset(RSP), Ity_I64);
  IRExpr *lower = binop(instruction, Iop_Sub64, top, number(2u << size));
  write(instruction, register_offset(RSP), lower);
  store_narrowed(instruction, size, behind(instruction, lower, 1u << size), number(USER_CS));
  store_narrowed(instruction, size, lower, number(instruction->address + bytes));
}

static struct outcome make_indirect(const struct instruction *instruction, IRExpr *place, UInt bytes, Bool is_call)
{
  const UInt size = size_of(instruction);
  check_selector(instruction, behind(instruction, place, 1u << size));
  IRExpr *target = load_widened(instruction, size, place);
  if (is_call)
    push_return(instruction, size, bytes);
  return end(instruction, bytes, target, is_call ? Ijk_Call : Ijk_Boring);
}

/* --- the call of the kernel that 32-bit programs make (calls_of_32_bits.h) --- */

static struct outcome make_kernel_call(const struct instruction *instruction)
{
  return end(instruction, instruction->opcode_at + 2, number(instruction->address + instruction->opcode_at + 2),
             Ijk_Sys_int210);
}

static Bool is_return(const UChar *opcode)
{
  return (opcode[0] & 0xfe) == 0xca;
}

static Bool is_indirect(const UChar *opcode)
{
  const UChar digit = opcode[1] >> 3 & 7;
  return opcode[0] == 0xff && opcode[1] < 0xc0 && (digit == CALL || digit == JUMP);
}

Bool far_make(const struct instruction *instruction, struct outcome *ret)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  if (instruction->has_lock)
    return False;
  if (opcode[0] == 0xcd && opcode[1] == 0x80) {
    *ret = make_kernel_call(instruction);
    return True;
  }
  if (is_return(opcode)) {
    *ret = make_return(instruction);
    return True;
  }
  if (!is_indirect(opcode))
    return False;
  const UInt bytes = instruction->opcode_at + 2 + instructions_operand_bytes(&opcode[1]);
  IRExpr *place = instructions_operand_address(instruction, &opcode[1], bytes);
  *ret = make_indirect(instruction, place, bytes, (opcode[1] >> 3 & 7) == CALL);
  return True;
}
