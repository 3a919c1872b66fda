/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest has bases of %fs and %gs of its own, in its state. Selectors of all segments are the host's, of the same
 * thread of the kernel's: what may not be loaded traps there as it would here, and a base that comes with one is asked
 * for. So are the machine's registers that the kernel lets programs read. */
#include "coregrind-glue/vex/segments.h"

#include "coregrind-glue/vex/instruction_code.h"

#include <cpuid.h>

static UChar digit_of(UChar modrm)
{
  return modrm >> 3 & 7;
}

/* --- bases --- */

static Int base_offset(UChar digit)
{
  return digit & 1 ? OFFSET(GS_CONST) : OFFSET(FS_CONST);
}

/* Not zero where an address is none. */
static IRExpr *upper_bits(const struct instruction *instruction, IRExpr *address)
{
  IRExpr *sign = binop(instruction, Iop_Sar64, shifted_left(instruction, address, 16), IRExpr_Const(IRConst_U8(16)));
  return binop(instruction, Iop_Xor64, sign, address);
}

/* rdfsbase, rdgsbase, wrfsbase, wrgsbase. */
static UInt make_base(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] != 0x0f || code[1] != 0xae || code[2] < 0xc0 || digit_of(code[2]) > 3 || !instruction->has_f3 ||
      instruction->has_f2 || instruction->has_66 || instruction->has_lock)
    return 0;
  const Int offset = base_offset(digit_of(code[2])), place = register_offset(rm_of(instruction, code[2]));
  const Bool is_read = digit_of(code[2]) < 2;
  IRExpr *value = read(instruction, is_read ? offset : place, Ity_I64);
  if (!is_wide(instruction))
    value = unop(instruction, Iop_32Uto64, unop(instruction, Iop_64to32, value));
  if (!is_read)
    trap_unless_zero(instruction, upper_bits(instruction, value));
  write(instruction, is_read ? place : offset, value);
  return end_instruction(instruction, instruction->opcode_at + 3);
}

/* --- values of the host --- */

/* The number for segments in instructions, and what else is asked for. */
enum { SELECTOR_ES, SELECTOR_CS, SELECTOR_SS, SELECTOR_DS, SELECTOR_FS, SELECTOR_GS };
enum { SLDT = 0x0000, STR = 0x0001, SMSW = 0x0104, SELECTOR = 0x8c00, RDPID = 0xc707 };

#define OF_EACH_SIZE(instruction)                                   \
  do {                                                              \
    if (bits == 16)                                                 \
      __asm__ volatile(instruction " %w0" : "+r"(value));           \
    else if (bits == 32)                                            \
      __asm__ volatile(instruction " %k0" : "+r"(value));           \
    else                                                            \
      __asm__ volatile(instruction " %q0" : "+r"(value));           \
  } while (0)

static ULong host_value(ULong which, ULong bits, ULong old)
{
  ULong value = old;
  switch (which) {
  case SELECTOR | SELECTOR_ES:
    OF_EACH_SIZE("mov %%es,");
    break;
  case SELECTOR | SELECTOR_CS:
    OF_EACH_SIZE("mov %%cs,");
    break;
  case SELECTOR | SELECTOR_SS:
    OF_EACH_SIZE("mov %%ss,");
    break;
  case SELECTOR | SELECTOR_DS:
    OF_EACH_SIZE("mov %%ds,");
    break;
  case SELECTOR | SELECTOR_FS:
    OF_EACH_SIZE("mov %%fs,");
    break;
  case SELECTOR | SELECTOR_GS:
    OF_EACH_SIZE("mov %%gs,");
    break;
  case SLDT:
    OF_EACH_SIZE("sldt");
    break;
  case STR:
    OF_EACH_SIZE("str");
    break;
  case SMSW:
    OF_EACH_SIZE("smsw");
    break;
  default: /* rdpid */
    __asm__ volatile(".byte 0xf3, 0x48, 0x0f, 0xc7, 0xf8" : "=a"(value));
    break;
  }
  return value;
}
#undef OF_EACH_SIZE

static IRExpr *asked_for(const struct instruction *instruction, ULong which, UInt bits)
{
  const IRTemp value = newIRTemp(instruction->block->tyenv, Ity_I64);
  IRDirty *dirty = unsafeIRDirty_1_N(value, 0, "segments_host_value", (void *)host_value,
                                     mkIRExprVec_3(number(which), number(bits), number(0)));
  addStmtToIRSB(instruction->block, IRStmt_Dirty(dirty));
  return IRExpr_RdTmp(value);
}

/* Which bits of a register the instruction leaves; the kernel carries out some, and may leave more than a processor. */
static ULong left_bits(ULong which, UInt bits)
{
  return host_value(which, bits, 0) ^ host_value(which, bits, ~0UL);
}

/* Which value the instruction reads; False: it is another one. */
static Bool reads_host_value(const struct instruction *instruction, ULong *ret_which, UInt *ret_modrm_at)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_move = code[0] == 0x8c && digit_of(code[1]) <= SELECTOR_GS;
  const Bool is_table = code[0] == 0x0f && code[1] == 0x00 && digit_of(code[2]) < 2,
             is_status = code[0] == 0x0f && code[1] == 0x01 && digit_of(code[2]) == 4;
  const Bool is_pid = code[0] == 0x0f && code[1] == 0xc7 && code[2] >= 0xf8 && instruction->has_f3 &&
                      !instruction->has_66 && !instruction->has_f2 && !instruction->has_lock;
  if (!is_pid &&
      (!(is_move || is_table || is_status) || instruction->has_f2 || instruction->has_f3 || instruction->has_lock))
    return False;
  *ret_modrm_at = instruction->opcode_at + (is_move ? 1 : 2);
  *ret_which = (is_move ? SELECTOR : (ULong)code[1] << 8) | digit_of(instruction->code[*ret_modrm_at]);
  return True;
}

static Bool host_has_rdpid(void)
{
  UInt a, b, c, d;
  enum { RDPID_AT = 22 };
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c >> RDPID_AT & 1);
}

/* In memory these are words, whatever the size. */
static UInt make_host_value(const struct instruction *instruction)
{
  ULong which;
  UInt modrm_at;
  if (!reads_host_value(instruction, &which, &modrm_at) || (which == RDPID && !host_has_rdpid()))
    return 0;
  const UChar modrm = instruction->code[modrm_at];
  const UInt bytes = modrm_at + 1 + instructions_operand_bytes(&instruction->code[modrm_at]);
  if (modrm >= 0xc0) {
    const Int place = register_offset(rm_of(instruction, modrm));
    const UInt bits = which == RDPID ? 64 : operand_bits(instruction);
    const ULong left = left_bits(which, bits);
    IRExpr *value = masked(instruction, asked_for(instruction, which, bits), ~left);
    if (left != 0)
      value = binop(instruction, Iop_Or64, value, masked(instruction, read(instruction, place, Ity_I64), left));
    write(instruction, place, value);
    return end_instruction(instruction, bytes);
  }
  IRExpr *place = instructions_operand_address(instruction, &instruction->code[modrm_at], bytes);
  store(instruction, place, unop(instruction, Iop_64to16, asked_for(instruction, which, 64)));
  return end_instruction(instruction, bytes);
}

/* push %fs, push %gs */
static UInt make_push(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_short = instruction->has_66 && !is_wide(instruction);
  if (code[0] != 0x0f || (code[1] != 0xa0 && code[1] != 0xa8) || instruction->has_lock)
    return 0;
  const ULong which = SELECTOR | (code[1] == 0xa0 ? SELECTOR_FS : SELECTOR_GS);
  IRExpr *value = asked_for(instruction, which, 64), *top = read(instruction, register_offset(RSP), Ity_I64);
  IRExpr *place = binop(instruction, Iop_Sub64, top, number(is_short ? 2 : 8));
  write(instruction, register_offset(RSP), place);
  store(instruction, place, is_short ? unop(instruction, Iop_64to16, value) : value);
  return end_instruction(instruction, instruction->opcode_at + 2);
}

/* --- what descriptors say --- */

/* By the second byte of the instruction, and the digit of verr and verw. */
enum { RIGHTS = 0x02, LIMIT = 0x03, READABLE = 4, WRITABLE = 5 };
enum { IS_VALID_AT = 63, ZERO_FLAG_AT = 6, COPIED_FLAGS = 0 /* AMD64G_CC_OP_COPY */ };

/* The zero flag is the highest bit, beside what a register would hold. The table of segments is the guest's. */
static ULong ask_descriptor(ULong which, ULong selector)
{
  ULong value = 0;
  UChar is_valid = 0;
  if (which == RIGHTS)
    __asm__ volatile("lar %k2, %k0\n\tsetz %1" : "+r"(value), "=q"(is_valid) : "r"(selector) : "cc");
  else if (which == LIMIT)
    __asm__ volatile("lsl %k2, %k0\n\tsetz %1" : "+r"(value), "=q"(is_valid) : "r"(selector) : "cc");
  else if (which == READABLE)
    __asm__ volatile("verr %w1\n\tsetz %0" : "=q"(is_valid) : "r"(selector) : "cc");
  else
    __asm__ volatile("verw %w1\n\tsetz %0" : "=q"(is_valid) : "r"(selector) : "cc");
  return value | (ULong)is_valid << IS_VALID_AT;
}

static IRExpr *selector_operand(const struct instruction *instruction, const UChar *modrm, UInt bytes)
{
  IRExpr *value = *modrm >= 0xc0 ? read(instruction, register_offset(rm_of(instruction, *modrm)), Ity_I16)
                                 : load(instruction, Ity_I16, instructions_operand_address(instruction, modrm, bytes));
  return unop(instruction, Iop_16Uto64, value);
}

/* Only a valid descriptor changes the register. */
static void write_if_valid(const struct instruction *instruction, IRExpr *answer, IRExpr *is_valid, UChar modrm)
{
  const Int place = register_offset(reg_of(instruction, modrm));
  IRExpr *condition = unop(instruction, Iop_64to1, is_valid), *value = masked(instruction, answer, 0xffffffff);
  IRExpr *old = read(instruction, place, Ity_I64);
  if (operand_bits(instruction) == 16)
    value = binop(instruction, Iop_Or64, masked(instruction, value, 0xffff), masked(instruction, old, ~0xffffULL));
  write(instruction, place, assigned(instruction, IRExpr_ITE(condition, value, old)));
}

/* lar, lsl, verr, verw. */
static UInt make_descriptor(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at, *modrm = code + 2;
  const Bool has_result = code[1] == RIGHTS || code[1] == LIMIT;
  const Bool is_test = code[1] == 0x00 && (digit_of(*modrm) == READABLE || digit_of(*modrm) == WRITABLE);
  if (code[0] != 0x0f || (!has_result && !is_test) || instruction->has_lock)
    return 0;
  const UInt bytes = instruction->opcode_at + 3 + instructions_operand_bytes(modrm);
  const ULong which = has_result ? code[1] : digit_of(*modrm);
  IRExpr *selector = selector_operand(instruction, modrm, bytes);
  const IRTemp answer = newIRTemp(instruction->block->tyenv, Ity_I64);
  IRDirty *dirty = unsafeIRDirty_1_N(answer, 0, "segments_ask_descriptor", (void *)ask_descriptor,
                                     mkIRExprVec_2(number(which), selector));
  addStmtToIRSB(instruction->block, IRStmt_Dirty(dirty));
  IRExpr *is_valid = shifted_right(instruction, IRExpr_RdTmp(answer), IS_VALID_AT);
  IRExpr *others = masked(instruction, old_flags(instruction), ~(1ULL << ZERO_FLAG_AT));
  IRExpr *flags = binop(instruction, Iop_Or64, others, shifted_left(instruction, is_valid, ZERO_FLAG_AT));
  if (has_result)
    write_if_valid(instruction, IRExpr_RdTmp(answer), is_valid, *modrm);
  set_flags(instruction, COPIED_FLAGS, flags, number(0));
  return end_instruction(instruction, bytes);
}

UInt segments_make(const struct instruction *instruction)
{
  UInt bytes = make_base(instruction);
  if (bytes == 0)
    bytes = make_host_value(instruction);
  if (bytes == 0)
    bytes = make_push(instruction);
  return bytes != 0 ? bytes : make_descriptor(instruction);
}
