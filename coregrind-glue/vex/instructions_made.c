/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code of our own, for instructions that VEX lacks or makes in a way that undefined bits spread too far. */
#include "coregrind-glue/vex/instruction_code.h"


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

static void put_sized(const struct instruction *instruction, UInt number, UInt bits, IRExpr *value)
{
  if (bits == 16)
    value = unop(instruction, Iop_64to16, value);
  else if (bits == 32)
    value = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, value));
  write(instruction, register_offset(number), value);
}

/* bt and its like on a register. VEX puts the register on the stack and takes a byte of it, at an address: a number of
 * a bit that is not defined would be an error, and its result defined from there on. */
UInt instructions_make_bit_operation(const struct instruction *instruction)
{
  static const struct {
    UChar opcode;
    IROp op; /* Iop_INVALID: changes nothing */
    Bool inverts;
  } operations[] = {
    {0xa3, Iop_INVALID, False}, {0xab, Iop_Or64, False}, {0xb3, Iop_And64, True}, {0xbb, Iop_Xor64, False}};
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
  IRExpr *given =
    unop(instruction, Iop_32Uto64, read(instruction, register_offset(reg_of(instruction, modrm)), Ity_I32));
  IRExpr *is_equal = binop(instruction, Iop_CmpEQ32, narrow_expected, narrow_old);
  set_flags(instruction, SUBL, unop(instruction, Iop_32Uto64, narrow_expected), found);
  write(instruction, register_offset(RAX), assigned(instruction, IRExpr_ITE(is_equal, expected, found)));
  write(instruction, place, assigned(instruction, IRExpr_ITE(is_equal, given, old)));
  return end_instruction(instruction, instruction->opcode_at + SHORT_OPCODE_BYTES);
}

/* A register that string instructions count in: of 32 bits behind 67. */
static IRExpr *string_register(const struct instruction *instruction, UInt number)
{
  IRExpr *value = read(instruction, register_offset(number), Ity_I64);
  return instruction->has_67 ? unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, value)) : value;
}

static void write_string_register(const struct instruction *instruction, UInt number, IRExpr *value)
{
  if (instruction->has_67)
    value = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, value));
  write(instruction, register_offset(number), value);
}

/* cmps that is not repeated. VEX knows it only with a prefix. */
UInt instructions_make_compare_strings(const struct instruction *instruction)
{
  static const IRType types[] = {Ity_I8, Ity_I16, Ity_I32, Ity_I64};
  static const IROp widenings[] = {Iop_8Uto64, Iop_16Uto64, Iop_32Uto64, Iop_INVALID};
  static const UInt sources[] = {RSI, RDI};
  const UChar opcode = instruction->code[instruction->opcode_at];
  if ((opcode & 0xfe) != 0xa6 || instruction->has_segment || instruction->has_lock ||
      instruction->has_f2 || instruction->has_f3)
    return 0;
  const UInt bits = operand_bits(instruction), size = !(opcode & 1) ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
  IRExpr *step =
    binop(instruction, Iop_Shl64, read(instruction, OFFSET(DFLAG), Ity_I64), IRExpr_Const(IRConst_U8((UChar)size)));
  IRExpr *places[2], *values[2];
  for (UInt i = 0; i < 2; i++) {
    places[i] = string_register(instruction, sources[i]);
    values[i] = assigned(instruction, IRExpr_Load(Iend_LE, types[size], places[i]));
    if (size < 3)
      values[i] = unop(instruction, widenings[size], values[i]);
  }
  set_flags(instruction, SUBB + size, values[0], values[1]);
  for (UInt i = 0; i < 2; i++)
    write_string_register(instruction, sources[i], binop(instruction, Iop_Add64, places[i], step));
  return end_instruction(instruction, instruction->opcode_at + 1);
}

/* lods, of which VEX knows the plain form only. */
UInt instructions_make_load_string(const struct instruction *instruction)
{
  static const IRType types[] = {Ity_I8, Ity_I16, Ity_I32, Ity_I64};
  const UChar opcode = instruction->code[instruction->opcode_at];
  if ((opcode & 0xfe) != 0xac || instruction->has_lock)
    return 0;
  const UInt bits = operand_bits(instruction), size = !(opcode & 1) ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
  const UInt bytes = instruction->opcode_at + 1;
  IRExpr *count = NULL, *from = string_register(instruction, RSI), *place = from;
  if (instruction->has_f3) {
    count = string_register(instruction, RCX);
    IRExpr *is_done = binop(instruction, Iop_CmpEQ64, count, number(0));
    addStmtToIRSB(instruction->block,
                  IRStmt_Exit(is_done, Ijk_Boring, IRConst_U64(instruction->address + bytes), OFFSET(RIP)));
  }
  if (instruction->has_segment)
    place = binop(instruction, Iop_Add64, place,
                  read(instruction, instruction->segment == 0x64 ? OFFSET(FS_CONST) : OFFSET(GS_CONST), Ity_I64));
  IRExpr *value = load(instruction, types[size], place);
  IRExpr *step =
    binop(instruction, Iop_Shl64, read(instruction, OFFSET(DFLAG), Ity_I64), IRExpr_Const(IRConst_U8((UChar)size)));
  write(instruction, register_offset(RAX), size == 2 ? unop(instruction, Iop_32Uto64, value) : value);
  write_string_register(instruction, RSI, binop(instruction, Iop_Add64, from, step));
  if (!instruction->has_f3)
    return end_instruction(instruction, bytes);
  write_string_register(instruction, RCX, binop(instruction, Iop_Sub64, count, number(1)));
  write(instruction, OFFSET(RIP), number(instruction->address));
  return bytes;
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

/* movq between vector registers, in the form that is meant for memory; assemblers take it for the sake of a shorter
 * prefix. */
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

/* The nops, some of which are hints: prefetches, ends of branches, and what newer processors do. */
UInt instructions_make_nop(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_nop =
    code[0] == 0x0f && (code[1] == 0x0d || (code[1] >= 0x18 && code[1] <= 0x1f)) && !instruction->has_lock;
  return is_nop ? end_instruction(instruction, instruction->opcode_at + 3 + instructions_operand_bytes(&code[2])) : 0;
}

/* bswap of 16 bits, of which the manual says nothing, makes them zero. */
UInt instructions_make_short_swap(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] != 0x0f || (code[1] & 0xf8) != 0xc8 || operand_bits(instruction) != 16 || instruction->has_lock)
    return 0;
  write(instruction, register_offset(rm_of(instruction, code[1])), IRExpr_Const(IRConst_U16(0)));
  return end_instruction(instruction, instruction->opcode_at + 2);
}

/* movdqa, movdqu, movups, movss and movsd between registers, in the form that is meant for memory. */
UInt instructions_make_vector_move(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] != 0x0f || code[2] < 0xc0 || instruction->has_lock)
    return 0;
  if (code[1] == 0x11 && (instruction->has_f2 || instruction->has_f3)) {
    write(instruction, vector_offset(rm_of(instruction, code[2])),
          read(instruction, vector_offset(reg_of(instruction, code[2])), instruction->has_f2 ? Ity_I64 : Ity_I32));
    return end_instruction(instruction, instruction->opcode_at + SHORT_OPCODE_BYTES);
  }
  const Bool is_of_floats = code[1] == 0x11 && !instruction->has_f2 && !instruction->has_f3;
  if (!is_of_floats && (code[1] != 0x7f || instruction->has_f2 || !(instruction->has_66 || instruction->has_f3)))
    return 0;
  write(instruction, vector_offset(rm_of(instruction, code[2])),
        read(instruction, vector_offset(reg_of(instruction, code[2])), Ity_V128));
  return end_instruction(instruction, instruction->opcode_at + SHORT_OPCODE_BYTES);
}

/* An address that is based on %rsp is based on what that becomes. */
static Bool is_based_on_rsp(const struct instruction *instruction, const UChar *modrm)
{
  return (modrm[0] & 7) == 4 && (modrm[1] & 7) == 4 && !(instruction->rex & 1);
}

static Bool is_below_rsp(const struct instruction *instruction, const UChar *modrm)
{
  const UInt last = instructions_operand_bytes(modrm);
  return is_based_on_rsp(instruction, modrm) && modrm[0] >= 0x40 && (modrm[last] & 0x80) != 0;
}

/* pop to a register in the form that is meant for memory, and to memory, where VEX moves %rsp before the store: if that
 * faults, the instruction would be executed again with another %rsp. VEX's order is right below %rsp, as moving it
 * gives up what is there. */
UInt instructions_make_pop(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at, *modrm = &code[1];
  const Bool is_short = operand_bits(instruction) == 16, is_register = modrm[0] >= 0xc0;
  const UInt size = is_short ? 2 : 8;
  if (code[0] != 0x8f || (modrm[0] & 0x38) != 0 || instruction->has_lock)
    return 0;
  if (!is_register && is_below_rsp(instruction, modrm))
    return 0;
  const UInt bytes = instruction->opcode_at + 2 + (is_register ? 0 : instructions_operand_bytes(modrm));
  IRExpr *place = read(instruction, register_offset(RSP), Ity_I64);
  IRExpr *value = load(instruction, is_short ? Ity_I16 : Ity_I64, place);
  IRExpr *behind = binop(instruction, Iop_Add64, place, number(size));
  if (!is_register) {
    IRExpr *address = instructions_operand_address(instruction, modrm, bytes);
    if (is_based_on_rsp(instruction, modrm))
      address = binop(instruction, Iop_Add64, address, number(size));
    store(instruction, address, value);
  }
  write(instruction, register_offset(RSP), behind);
  if (is_register)
    write(instruction, register_offset(rm_of(instruction, modrm[0])), value);
  return end_instruction(instruction, bytes);
}
