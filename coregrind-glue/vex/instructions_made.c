/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code of our own, for instructions that VEX lacks or makes in a way that undefined bits spread too far. */
#include "coregrind-glue/vex/instruction_code.h"

/* --- operands --- */

static Bool is_wide(const struct instruction *instruction)
{
  return (instruction->rex & 8) != 0;
}

static UInt rm_of(const struct instruction *instruction, UChar modrm)
{
  return (modrm & 7u) | (instruction->rex & 1u) << 3;
}

static UInt reg_of(const struct instruction *instruction, UChar modrm)
{
  return (modrm >> 3 & 7u) | (instruction->rex & 4u) << 1;
}

/* Is it `0f opcode` between two registers? The ModRM byte then. */
static Bool is_between_registers(const struct instruction *instruction, UChar opcode, UChar *ret_modrm)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] != 0x0f || code[1] != opcode || instruction->has_lock || instruction->has_f2 || instruction->has_f3)
    return False;
  *ret_modrm = code[2];
  return *ret_modrm >= 0xc0;
}

enum { SHORT_OPCODE_BYTES = 3 }; /* 0f, xx and ModRM */

/* --- instructions --- */

/* xlat: %al becomes the byte at %rbx + %al. VEX does not know it. */
UInt instructions_make_xlat(const struct instruction *instruction)
{
  UInt at = instruction->opcode_at;
  if (instruction->code[at] != 0xd7 || instruction->has_segment || instruction->has_lock)
    return 0;
  IRExpr *index = unop(instruction, Iop_8Uto64, read(instruction, register_offset(RAX), Ity_I8));
  IRExpr *place = binop(instruction, Iop_Add64, read(instruction, register_offset(RBX), Ity_I64), index);
  if (instruction->has_67)
    place = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, place));
  write(instruction, register_offset(RAX), assigned(instruction, IRExpr_Load(Iend_LE, Ity_I8, place)));
  return end_instruction(instruction, at + 1);
}

/* xchg between %ax and another register, in its short form: of both VEX clears what lies above. */
UInt instructions_make_exchange(const struct instruction *instruction)
{
  const UInt at = instruction->opcode_at, other = rm_of(instruction, instruction->code[at]);
  if ((instruction->code[at] & 0xf8) != 0x90 || other == RAX || !instruction->has_66 || is_wide(instruction) ||
      instruction->has_lock || instruction->has_f2 || instruction->has_f3)
    return 0;
  IRExpr *a = read(instruction, register_offset(RAX), Ity_I16), *b = read(instruction, register_offset(other), Ity_I16);
  write(instruction, register_offset(RAX), b);
  write(instruction, register_offset(other), a);
  return end_instruction(instruction, at + 1);
}

ULong amd64g_calculate_rflags_all(ULong operation, ULong first, ULong second, ULong third); /* libvex's own */

static IRExpr *old_flags(const struct instruction *instruction)
{
  IRExpr **arguments = mkIRExprVec_4(IRExpr_Get(OFFSET(CC_OP), Ity_I64), IRExpr_Get(OFFSET(CC_DEP1), Ity_I64),
                                     IRExpr_Get(OFFSET(CC_DEP2), Ity_I64), IRExpr_Get(OFFSET(CC_NDEP), Ity_I64));
  IRExpr *call = mkIRExprCCall(Ity_I64, 0, "amd64g_calculate_rflags_all", (void *)amd64g_calculate_rflags_all, arguments);
  call->Iex.CCall.cee->mcx_mask = 1 << 0 | 1 << 3; /* as VEX calls it: these are always defined */
  return assigned(instruction, call);
}

static UInt operand_bits(const struct instruction *instruction)
{
  if (is_wide(instruction))
    return 64;
  return instruction->has_66 ? 16 : 32;
}

static void put_sized(const struct instruction *instruction, UInt number, UInt bits, IRExpr *value)
{
  if (bits == 16)
    value = unop(instruction, Iop_64to16, value);
  else if (bits == 32)
    value = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, value));
  write(instruction, register_offset(number), value);
}

/* bt and its like on a register. VEX puts the register on the stack and takes a byte of it, at an address: a number of a bit that is
 * not defined would be an error, and its result defined from there on. */
UInt instructions_make_bit_operation(const struct instruction *instruction)
{
  static const struct {
    UChar opcode;
    IROp op; /* Iop_INVALID: changes nothing */
    Bool inverts;
  } operations[] = {{0xa3, Iop_INVALID, False}, {0xab, Iop_Or64, False}, {0xb3, Iop_And64, True}, {0xbb, Iop_Xor64, False}};
  const UInt bits = operand_bits(instruction);
  UChar modrm;
  UInt which = 0;
  while (which < 4 && !is_between_registers(instruction, operations[which].opcode, &modrm))
    which++;
  if (which == 4)
    return 0;
  const UInt changed = rm_of(instruction, modrm);
  IRExpr *place = binop(instruction, Iop_And8, read(instruction, register_offset(reg_of(instruction, modrm)), Ity_I8),
                        IRExpr_Const(IRConst_U8((UChar)(bits - 1))));
  IRExpr *value = read(instruction, register_offset(changed), Ity_I64);
  IRExpr *carry = binop(instruction, Iop_And64, binop(instruction, Iop_Shr64, value, place), number(CARRY));
  IRExpr *others = binop(instruction, Iop_And64, old_flags(instruction), number(OSZAP));
  if (operations[which].op != Iop_INVALID) {
    IRExpr *mask = binop(instruction, Iop_Shl64, number(1), place);
    if (operations[which].inverts)
      mask = unop(instruction, Iop_Not64, mask);
    put_sized(instruction, changed, bits, binop(instruction, operations[which].op, value, mask));
  }
  set_flags(instruction, COPY, binop(instruction, Iop_Or64, others, carry), number(0));
  return end_instruction(instruction, instruction->opcode_at + SHORT_OPCODE_BYTES);
}

/* cmpxchg between registers of 32 bits. The processor leaves alone what does not change; VEX clears what lies above. */
UInt instructions_make_compare_exchange(const struct instruction *instruction)
{
  UChar modrm;
  if (!is_between_registers(instruction, 0xb1, &modrm) || operand_bits(instruction) != 32)
    return 0;
  const Int place = register_offset(rm_of(instruction, modrm));
  IRExpr *expected = read(instruction, register_offset(RAX), Ity_I64), *old = read(instruction, place, Ity_I64);
  IRExpr *narrow_expected = unop(instruction, Iop_64to32, expected), *narrow_old = unop(instruction, Iop_64to32, old);
  IRExpr *found = unop(instruction, Iop_32Uto64, narrow_old);
  IRExpr *given = unop(instruction, Iop_32Uto64, read(instruction, register_offset(reg_of(instruction, modrm)), Ity_I32));
  IRExpr *is_equal = binop(instruction, Iop_CmpEQ32, narrow_expected, narrow_old);
  set_flags(instruction, SUBL, unop(instruction, Iop_32Uto64, narrow_expected), found);
  write(instruction, register_offset(RAX), assigned(instruction, IRExpr_ITE(is_equal, expected, found)));
  write(instruction, place, assigned(instruction, IRExpr_ITE(is_equal, given, old)));
  return end_instruction(instruction, instruction->opcode_at + SHORT_OPCODE_BYTES);
}

/* cmps that is not repeated. VEX knows it only with a prefix. */
UInt instructions_make_compare_strings(const struct instruction *instruction)
{
  static const IRType types[] = {Ity_I8, Ity_I16, Ity_I32, Ity_I64};
  static const IROp widenings[] = {Iop_8Uto64, Iop_16Uto64, Iop_32Uto64, Iop_INVALID};
  static const UInt sources[] = {RSI, RDI};
  const UChar opcode = instruction->code[instruction->opcode_at];
  if ((opcode & 0xfe) != 0xa6 || instruction->has_67 || instruction->has_segment || instruction->has_lock ||
      instruction->has_f2 || instruction->has_f3)
    return 0;
  const UInt bits = operand_bits(instruction), size = !(opcode & 1) ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
  IRExpr *step = binop(instruction, Iop_Shl64, read(instruction, OFFSET(DFLAG), Ity_I64), IRExpr_Const(IRConst_U8((UChar)size)));
  IRExpr *places[2], *values[2];
  for (UInt i = 0; i < 2; i++) {
    places[i] = read(instruction, register_offset(sources[i]), Ity_I64);
    values[i] = assigned(instruction, IRExpr_Load(Iend_LE, types[size], places[i]));
    if (size < 3)
      values[i] = unop(instruction, widenings[size], values[i]);
  }
  set_flags(instruction, SUBB + size, values[0], values[1]);
  for (UInt i = 0; i < 2; i++)
    write(instruction, register_offset(sources[i]), binop(instruction, Iop_Add64, places[i], step));
  return end_instruction(instruction, instruction->opcode_at + 1);
}

static Int vector_offset(UInt number)
{
  return OFFSET(YMM0) + 32 * (Int)number;
}

/* The low words of two vector registers; what lies above becomes zero, up to so many bytes. */
static void move_low_word(const struct instruction *instruction, UInt to, UInt from, Int bytes)
{
  write(instruction, vector_offset(to), read(instruction, vector_offset(from), Ity_I64));
  for (Int at = 8; at < bytes; at += 8)
    write(instruction, vector_offset(to) + at, number(0));
}

/* movq between vector registers, in the form that is meant for memory; assemblers take it for the sake of a shorter prefix. */
UInt instructions_make_movq(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  UChar modrm;
  if (instruction->has_66 && is_between_registers(instruction, 0xd6, &modrm)) {
    move_low_word(instruction, rm_of(instruction, modrm), reg_of(instruction, modrm), 16);
    return end_instruction(instruction, instruction->opcode_at + SHORT_OPCODE_BYTES);
  }
  const Bool is_short = code[0] == 0xc5, is_long = code[0] == 0xc4 && (code[1] & 0x1f) == 1;
  if (!(is_short || is_long))
    return 0;
  code += is_short ? 1 : 2; /* the prefix's last byte: no third register, 128 bits, 66 */
  if ((*code & 0x7f) != 0x79 || code[1] != 0xd6 || code[2] < 0xc0)
    return 0;
  const UInt inverted = is_short ? code[0] : code[-1]; /* the upper bits of registers' numbers */
  const UInt from = (code[2] >> 3 & 7u) | (inverted & 0x80 ? 0u : 8u);
  const UInt to = (code[2] & 7u) | (is_short || inverted & 0x20 ? 0u : 8u);
  move_low_word(instruction, to, from, 32);
  return end_instruction(instruction, instruction->opcode_at + (is_short ? 4 : 5));
}
