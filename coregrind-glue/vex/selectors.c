/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/vex/selectors.h"

#include "coregrind-glue/core/core_environment.h"
#include "coregrind-glue/vex/instruction_code.h"

/* As instructions number them. */
enum { SELECTOR_ES, SELECTOR_CS, SELECTOR_SS, SELECTOR_DS, SELECTOR_FS, SELECTOR_GS };

static UChar digit_of(UChar modrm)
{
  return modrm >> 3 & 7;
}

static Bool has_base_instructions(void)
{
  enum { FSGSBASE = 1 << 1 };
  return (core_environment_capabilities() & FSGSBASE) != 0;
}

static void load_selector(ULong which, ULong value)
{
  if (which == SELECTOR_ES)
    __asm__ volatile("movl %k0, %%es" : : "r"(value));
  else if (which == SELECTOR_DS)
    __asm__ volatile("movl %k0, %%ds" : : "r"(value));
  else
    __asm__ volatile("movl %k0, %%ss" : : "r"(value));
}

/* The host's own bases stay as they were. Which one the guest gets may depend on the one before, with some processors,
 * so it is loaded again, now that this is known not to trap. */
#define LOAD_WITH_BASE(segment)                                                                               \
  do {                                                                                                        \
    ULong of_host;                                                                                            \
    __asm__ volatile("rd" segment "base %0" : "=r"(of_host));                                                 \
    __asm__ volatile("movl %k0, %%" segment "\n\t"                                                            \
                     "wr" segment "base %1\n\t"                                                               \
                     "movl %k0, %%" segment                                                                   \
                     :                                                                                        \
                     : "r"(value), "r"(base));                                                                \
    __asm__ volatile("rd" segment "base %0\n\twr" segment "base %1" : "=&r"(base) : "r"(of_host));            \
  } while (0)

static ULong base_of_loaded(ULong which, ULong value, ULong base)
{
  if (which == SELECTOR_GS)
    LOAD_WITH_BASE("gs");
  else
    LOAD_WITH_BASE("fs");
  return base;
}
#undef LOAD_WITH_BASE

static Bool has_base(UChar segment)
{
  return segment == SELECTOR_FS || segment == SELECTOR_GS;
}

/* It may trap, and comes before the instruction changes anything else. */
static void add_load(const struct instruction *instruction, UChar segment, IRExpr *selector)
{
  IRExpr *value = unop(instruction, Iop_16Uto64, selector);
  write(instruction, OFFSET(RIP), number(instruction->address));
  if (!has_base(segment)) {
    addStmtToIRSB(instruction->block, IRStmt_Dirty(unsafeIRDirty_0_N(0, "segments_load_selector", (void *)load_selector,
                                                                     mkIRExprVec_2(number(segment), value))));
    return;
  }
  const IRTemp base = newIRTemp(instruction->block->tyenv, Ity_I64);
  const Int place = segment == SELECTOR_FS ? OFFSET(FS_CONST) : OFFSET(GS_CONST);
  IRExpr **arguments = mkIRExprVec_3(number(segment), value, read(instruction, place, Ity_I64));
  addStmtToIRSB(instruction->block, IRStmt_Dirty(unsafeIRDirty_1_N(base, 0, "segments_base_of_loaded",
                                                                   (void *)base_of_loaded, arguments)));
  write(instruction, place, IRExpr_RdTmp(base));
}

static Bool can_load(UChar segment)
{
  return segment == SELECTOR_ES || segment == SELECTOR_DS || segment == SELECTOR_SS ||
         (has_base(segment) && has_base_instructions());
}

static UInt make_load_selector(const struct instruction *instruction)
{
  const UChar *opcode = instruction->code + instruction->opcode_at;
  const UChar segment = digit_of(opcode[1]);
  if (opcode[0] != 0x8e || !can_load(segment) || instruction->has_lock)
    return 0;
  const UInt bytes = instruction->opcode_at + 2 + instructions_operand_bytes(&opcode[1]);
  IRExpr *value = NULL;
  if (opcode[1] >= 0xc0) {
    value = read(instruction, register_offset(rm_of(instruction, opcode[1])), Ity_I16);
  } else {
    IRExpr *place = instructions_operand_address(instruction, &opcode[1], bytes);
    value = load(instruction, Ity_I16, place);
  }
  add_load(instruction, segment, value);
  return end_instruction(instruction, bytes);
}

/* pop %fs, pop %gs */
static UInt make_pop(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_short = instruction->has_66 && !is_wide(instruction);
  if (code[0] != 0x0f || (code[1] != 0xa1 && code[1] != 0xa9) || instruction->has_lock || !can_load(SELECTOR_FS))
    return 0;
  IRExpr *top = read(instruction, register_offset(RSP), Ity_I64);
  IRExpr *selector = is_short ? load(instruction, Ity_I16, top)
                              : unop(instruction, Iop_64to16, load(instruction, Ity_I64, top));
  add_load(instruction, code[1] == 0xa1 ? SELECTOR_FS : SELECTOR_GS, selector);
  write(instruction, register_offset(RSP), binop(instruction, Iop_Add64, top, number(is_short ? 2 : 8)));
  return end_instruction(instruction, instruction->opcode_at + 2);
}

/* lss, lfs, lgs: an offset, and a selector behind it. */
static UInt make_far_pointer(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at, *modrm = code + 2;
  const UChar segment = code[1] == 0xb2 ? SELECTOR_SS : code[1] == 0xb4 ? SELECTOR_FS : SELECTOR_GS;
  if (code[0] != 0x0f || (code[1] != 0xb2 && code[1] != 0xb4 && code[1] != 0xb5) || *modrm >= 0xc0 ||
      instruction->has_lock || !can_load(segment))
    return 0;
  const UInt bits = operand_bits(instruction), bytes = instruction->opcode_at + 3 + instructions_operand_bytes(modrm);
  IRExpr *place = instructions_operand_address(instruction, modrm, bytes);
  IRExpr *offset = load(instruction, bits == 64 ? Ity_I64 : bits == 32 ? Ity_I32 : Ity_I16, place);
  IRExpr *selector = load(instruction, Ity_I16, binop(instruction, Iop_Add64, place, number(bits / 8)));
  add_load(instruction, segment, selector);
  write(instruction, register_offset(reg_of(instruction, *modrm)),
        bits == 32 ? unop(instruction, Iop_32Uto64, offset) : offset);
  return end_instruction(instruction, bytes);
}

UInt selectors_make(const struct instruction *instruction)
{
  UInt bytes = make_load_selector(instruction);
  if (bytes == 0)
    bytes = make_pop(instruction);
  return bytes != 0 ? bytes : make_far_pointer(instruction);
}
