/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decides who makes the code of an instruction: we do (instructions_made.c), VEX does from a relative that it knows,
 * whose code is then changed here, or VEX does and is put right (instructions_mended.c). */
#include "coregrind-glue/vex/front_end.h"

#include <stddef.h>

#include "coregrind-glue/port/port.h"
#include "coregrind-glue/vex/direct_stores.h"
#include "coregrind-glue/vex/far_transfers.h"
#include "coregrind-glue/vex/faulting.h"
#include "coregrind-glue/vex/fetching.h"
#include "coregrind-glue/vex/host_instructions.h"
#include "coregrind-glue/vex/host_vectors.h"
#include "coregrind-glue/vex/prefixes.h"
#include "coregrind-glue/vex/rep_count.h"
#include "coregrind-glue/vex/sse_exact.h"
#include "coregrind-glue/vex/sse_modes.h"
#include "coregrind-glue/vex/transactions.h"
#include "coregrind-glue/vex/segments.h"
#include "coregrind-glue/vex/selectors.h"
#include "coregrind-glue/vex/trapping.h"

#include "libvex_guest_amd64.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcsetjmp.h"

static Bool calls_helper(const IRCallee *callee, const HChar *name)
{
  return VG_(strcmp)(callee->name, name) == 0;
}

/* --- relatives that VEX knows --- */

/* A relative of the instruction, which has so many bytes: one of them is another one. */
static struct outcome translate_relative(ARGUMENTS, UInt bytes, UInt at, UChar byte)
{
  UChar relative[INSTRUCTION_BYTES_MAX];
  VG_(memcpy)(relative, code + delta, bytes);
  relative[at] = byte;
  return __real_disInstr_AMD64(block, relative - delta, delta, address, arch, arch_info, abi, endness, complains);
}

/* repne cmps is repe cmps that asks for the contrary. */
static Bool is_repne_cmps(const struct instruction *instruction)
{
  const UChar opcode = instruction->code[instruction->opcode_at];
  return (opcode == 0xa6 || opcode == 0xa7) && instruction->has_f2 && !instruction->has_f3;
}

static void negate_repetition(IRSB *block, Int first)
{
  enum { NOT_ZERO = 5 };
  for (Int i = first; i < block->stmts_used; i++) {
    const IRExpr *guard = block->stmts[i]->tag == Ist_Exit ? block->stmts[i]->Ist.Exit.guard : NULL;
    if (guard == NULL || guard->tag != Iex_Unop || guard->Iex.Unop.arg->tag != Iex_CCall)
      continue;
    const IRExpr *call = guard->Iex.Unop.arg;
    if (calls_helper(call->Iex.CCall.cee, "amd64g_calculate_condition"))
      call->Iex.CCall.args[0] = IRExpr_Const(IRConst_U64(NOT_ZERO));
  }
}

static struct outcome translate_repne_cmps(ARGUMENTS, const struct instruction *instruction)
{
  const Int first = block->stmts_used;
  UInt at = 0;
  while (instruction->code[at] != 0xf2)
    at++;
  struct outcome outcome = translate_relative(PASSED, instruction->opcode_at + 1, at, 0xf3);
  negate_repetition(block, first);
  return outcome;
}

/* rorx with an operand relative to %rip: VEX forgets the constant behind it and is off by its byte, which it notices
 * too late. The address itself, if it has 31 bits, can be written instead, behind a SIB byte. */
enum { RORX_MODRM_AT = 4, RORX_BYTES = 10 };

static Bool is_rorx_from_near(const struct instruction *instruction, Int *ret_target)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] != 0xc4 || (code[1] & 0x1f) != 3 || (code[2] & 0x7f) != 0x7b || code[3] != 0xf0 ||
      (code[RORX_MODRM_AT] & 0xc7) != 5)
    return False;
  Int displacement;
  VG_(memcpy)(&displacement, &code[RORX_MODRM_AT + 1], sizeof displacement);
  const Addr target = instruction->address + instruction->opcode_at + RORX_BYTES + (Addr)(Long)displacement;
  *ret_target = (Int)target;
  return target < 0x80000000;
}

static struct outcome translate_rorx(ARGUMENTS, const struct instruction *instruction, Int target)
{
  enum { SIB_OF_ADDRESS = 0x25, NO_EXTENSIONS = 0x60 };
  UChar relative[INSTRUCTION_BYTES_MAX + 1];
  UChar *made = relative + instruction->opcode_at, *modrm = made + RORX_MODRM_AT;
  VG_(memcpy)(relative, instruction->code, instruction->opcode_at + RORX_BYTES);
  made[1] |= NO_EXTENSIONS;
  modrm[6] = modrm[5];
  modrm[0] = (UChar)((modrm[0] & 0x38) | 4);
  modrm[1] = SIB_OF_ADDRESS;
  VG_(memcpy)(&modrm[2], &target, sizeof target);
  struct outcome outcome =
    __real_disInstr_AMD64(block, relative - delta, delta, address, arch, arch_info, abi, endness, complains);
  outcome.bytes -= outcome.bytes != 0;
  return outcome;
}

/* lea of 16 bits is lea of 32 bits, of which the lower half is written. */
static Bool is_short_lea(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_wide = (instruction->rex & 8) != 0;
  return code[0] == 0x8d && code[1] < 0xc0 && instruction->has_66 && !is_wide &&
         instruction->opcode_at + 2 + instructions_operand_bytes(&code[1]) <= INSTRUCTION_BYTES_MAX;
}

static void write_lower_half(IRSB *block, Int first, UInt number)
{
  const Int offset = (Int)(offsetof(VexGuestAMD64State, guest_RAX) + 8 * number);
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_Put && statement->Ist.Put.offset == offset)
      block->stmts[i] = IRStmt_Put(offset, IRExpr_Unop(Iop_64to16, statement->Ist.Put.data));
  }
}

static struct outcome translate_lea(ARGUMENTS, const struct instruction *instruction)
{
  enum { REX_OF_NOTHING = 0x40 };
  const Int first = block->stmts_used;
  const UChar *modrm = &instruction->code[instruction->opcode_at + 1];
  UChar relative[INSTRUCTION_BYTES_MAX];
  VG_(memcpy)(relative, instruction->code, instruction->opcode_at + 2 + instructions_operand_bytes(modrm));
  for (UInt i = 0; i < instruction->opcode_at; i++)
    if (relative[i] == 0x66)
      relative[i] = REX_OF_NOTHING;
  struct outcome outcome =
    __real_disInstr_AMD64(block, relative - delta, delta, address, arch, arch_info, abi, endness, complains);
  write_lower_half(block, first, (*modrm >> 3 & 7u) | (instruction->rex & 4u) << 1);
  return outcome;
}

/* pcmpestrm and the three beside it: where is the constant? VEX takes some; the host takes all (host_instructions.h). A
 * search for the end of a string VEX makes without a helper, so that what lies behind the end need not be defined. */
static Bool is_string_comparison(const struct instruction *instruction, UInt *ret_constant_at)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_old = code[0] == 0x0f && code[1] == 0x3a && instruction->has_66;
  const Bool is_avx = code[0] == 0xc4 && (code[1] & 0x1f) == 3 && (code[2] & 0x7f) == 0x79;
  const UInt opcode_at = is_avx ? 3 : 2;
  if (!(is_old || is_avx) || (code[opcode_at] & 0xfc) != 0x60)
    return False;
  *ret_constant_at = instruction->opcode_at + opcode_at + 2 + instructions_operand_bytes(&code[opcode_at + 1]);
  const Bool seeks_end = code[opcode_at] == 0x63 && instruction->code[*ret_constant_at] == 0x3a;
  return *ret_constant_at < INSTRUCTION_BYTES_MAX && !seeks_end;
}

/* pcmpestrm and pcmpestri: are the lengths of 64 bits? VEX refuses REX.W, and does not look at VEX.W. */
static Bool has_wide_lengths(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_old = code[0] == 0x0f;
  const UChar opcode = code[is_old ? 2 : 3];
  return (opcode == 0x60 || opcode == 0x61) && (is_old ? (instruction->rex & 8) != 0 : (code[2] & 0x80) != 0);
}

static void clear_w(UChar *code, UInt opcode_at)
{
  if (code[opcode_at] == 0x0f)
    code[opcode_at - 1] &= 0xf7;
  else
    code[opcode_at + 2] &= 0x7f;
}

/* Of a length only matters that it is more than what fits, upwards or downwards. */
static IRExpr *short_length(IRExpr *length)
{
  enum { MOST = 16 };
  IRExpr *above = IRExpr_Binop(Iop_Add64, length, IRExpr_Const(IRConst_U64(MOST)));
  IRExpr *is_short = IRExpr_Binop(Iop_CmpLE64U, above, IRExpr_Const(IRConst_U64(2 * MOST)));
  return IRExpr_ITE(is_short, length, IRExpr_Const(IRConst_U64(MOST)));
}

static struct outcome translate_string_comparison(ARGUMENTS, const struct instruction *instruction, UInt constant_at)
{
  enum { LENGTHS_AT = 4 };
  const Int first = block->stmts_used;
  const ULong constant = instruction->code[constant_at];
  const Bool is_wide = has_wide_lengths(instruction);
  UChar relative[INSTRUCTION_BYTES_MAX] = {0};
  VG_(memcpy)(relative, instruction->code, constant_at);
  if (is_wide)
    clear_w(relative, instruction->opcode_at);
  struct outcome outcome =
    __real_disInstr_AMD64(block, relative - delta, delta, address, arch, arch_info, abi, endness, complains);
  for (Int i = first; i < block->stmts_used; i++) {
    if (block->stmts[i]->tag != Ist_Dirty)
      continue;
    const IRDirty *call = block->stmts[i]->Ist.Dirty.details;
    if (!calls_helper(call->cee, "amd64g_dirtyhelper_PCMPxSTRx"))
      continue;
    call->args[1] = IRExpr_Const(IRConst_U64(call->args[1]->Iex.Const.con->Ico.U64 | constant));
    for (UInt k = LENGTHS_AT; is_wide && k < LENGTHS_AT + 2; k++)
      call->args[k] = short_length(call->args[k]);
  }
  return outcome;
}

/* Comparisons of floating point, and roundings: the processor does not look at all bits of their number. */
struct wide_number {
  UInt at;
  UChar mask; /* those that it looks at */
};

static Bool is_rounding(const UChar *code)
{
  const Bool is_old = code[0] == 0x0f && code[1] == 0x3a, is_avx = code[0] == 0xc4 && (code[1] & 0x1f) == 3;
  return (is_old && (code[2] & 0xfc) == 8) || (is_avx && (code[3] & 0xfc) == 8);
}

static Bool has_wide_number(const struct instruction *instruction, struct wide_number *ret)
{
  enum { OF_ROUNDING = 0x0f, OF_COMPARISON = 0x07, OF_AVX_COMPARISON = 0x1f };
  const UChar *code = instruction->code + instruction->opcode_at;
  UInt opcode_at = code[0] == 0xc5 ? 2 : code[0] == 0xc4 && (code[1] & 0x1f) == 1 ? 3 : code[0] == 0x0f ? 1 : 0;
  if (is_rounding(code)) {
    opcode_at = code[0] == 0x0f ? 2 : 3;
    ret->mask = OF_ROUNDING;
  } else if (opcode_at != 0 && code[opcode_at] == 0xc2) {
    ret->mask = opcode_at == 1 ? OF_COMPARISON : OF_AVX_COMPARISON;
  } else {
    return False;
  }
  ret->at = instruction->opcode_at + opcode_at + 2 + instructions_operand_bytes(&code[opcode_at + 1]);
  return ret->at < INSTRUCTION_BYTES_MAX && (instruction->code[ret->at] & ~ret->mask) != 0;
}

static struct outcome translate_narrow_number(ARGUMENTS, const struct instruction *instruction,
                                              const struct wide_number *wide)
{
  return translate_relative(PASSED, wide->at + 1, wide->at, instruction->code[wide->at] & wide->mask);
}

/* xsavec and xsaveopt are xsave, of which they may leave out what is as at the start. The compact form of the first has
 * the parts that there are in the same places, and says so in its header. */
static Bool is_xsave_of_used(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const UChar digit = code[2] >> 3 & 7;
  return code[0] == 0x0f && code[2] < 0xc0 && ((code[1] == 0xae && digit == 6) || (code[1] == 0xc7 && digit == 4)) &&
         !instruction->has_66 && !instruction->has_f2 && !instruction->has_f3 && !instruction->has_lock;
}

/* VEX's last store is that of the parts, to the header's first byte. */
static void write_compact_header(IRSB *block, Int first)
{
  enum { IS_COMPACT_AT = 63, WORD_BYTES = 8 };
  Int last = block->stmts_used - 1;
  while (last >= first && block->stmts[last]->tag != Ist_Store)
    last--;
  if (last < first)
    return;
  IRExpr *place = block->stmts[last]->Ist.Store.addr, *parts = block->stmts[last]->Ist.Store.data->Iex.Binop.arg1;
  if (parts->tag != Iex_Unop || parts->Iex.Unop.op != Iop_64to8)
    port_refuse("makes xsave");
  parts = parts->Iex.Unop.arg;
  const IRTemp compact = newIRTemp(block->tyenv, Ity_I64), behind = newIRTemp(block->tyenv, Ity_I64);
  block->stmts[last] = IRStmt_Store(Iend_LE, place, parts);
  IRExpr *form = IRExpr_Binop(Iop_Or64, parts, IRExpr_Const(IRConst_U64(1ull << IS_COMPACT_AT)));
  instructions_insert(block, last + 1, IRStmt_WrTmp(compact, form));
  instructions_insert(block, last + 2,
                      IRStmt_WrTmp(behind, IRExpr_Binop(Iop_Add64, place, IRExpr_Const(IRConst_U64(WORD_BYTES)))));
  instructions_insert(block, last + 3, IRStmt_Store(Iend_LE, IRExpr_RdTmp(behind), IRExpr_RdTmp(compact)));
}

static struct outcome translate_xsave_of_used(ARGUMENTS, const struct instruction *instruction)
{
  enum { DIGIT = 7 << 3, OF_XSAVE = 4 << 3 };
  const UInt modrm_at = instruction->opcode_at + 2;
  const Bool is_compact = instruction->code[instruction->opcode_at + 1] == 0xc7;
  const Int first = block->stmts_used;
  const UChar modrm = (UChar)((instruction->code[modrm_at] & ~DIGIT) | OF_XSAVE);
  UChar relative[INSTRUCTION_BYTES_MAX + 1] = {0};
  VG_(memcpy)(relative, instruction->code, INSTRUCTION_BYTES_MAX);
  relative[instruction->opcode_at + 1] = 0xae;
  relative[modrm_at] = modrm;
  const struct outcome outcome =
    __real_disInstr_AMD64(block, relative - delta, delta, address, arch, arch_info, abi, endness, complains);
  if (outcome.bytes != 0 && is_compact)
    write_compact_header(block, first);
  return outcome;
}

/* --- what nobody here knows --- */

/* With an EVEX prefix, or with mask registers (opcodes 41 to 4b, 90 to 93, 98, 99 behind a VEX prefix). */
static Bool is_avx_512(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] == 0x62)
    return True;
  if (code[0] != 0xc5 && !(code[0] == 0xc4 && (code[1] & 0x1f) == 1))
    return False;
  const UChar opcode = code[code[0] == 0xc5 ? 2 : 3];
  return (opcode >= 0x41 && opcode <= 0x4b) || (opcode >= 0x90 && opcode <= 0x93) || opcode == 0x98 || opcode == 0x99;
}

static void tell_avx_512(const struct instruction *instruction)
{
  enum { SHOWN = 4 }; /* all have as many */
  HChar bytes[3 * SHOWN + 1];
  for (UInt i = 0; i < SHOWN; i++)
    VG_(sprintf)(&bytes[3 * i], " %02x", instruction->code[i]);
  VG_(umsg)
  ("The instruction at 0x%lx (%s ...) is one of AVX-512, which Valgrind's core does not know.\n", instruction->address,
   bytes + 1);
  VG_(umsg)("Build the program for less (-march=x86-64-v3, or -mno-avx512f). If a library chooses it\n");
  VG_(umsg)("by the processor, GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL may keep it from that.\n");
}

/* --- the front end --- */

/* lods that is repeated ends with a jump to itself. */
static Bool is_repeated_load(const struct instruction *instruction, struct outcome *ret)
{
  const UInt bytes = instruction->has_f3 ? instructions_make_load_string(instruction) : 0;
  *ret = (struct outcome){bytes, STOPS, NO_HINT, Ijk_Boring};
  return bytes != 0;
}

static UInt make_code(const struct instruction *instruction)
{
  static UInt (*const makers[])(const struct instruction *) = {instructions_make_xlat,
                                                               instructions_make_exchange,
                                                               instructions_make_bit_operation,
                                                               instructions_make_compare_exchange,
                                                               instructions_make_compare_strings,
                                                               instructions_make_movq,
                                                               instructions_make_vector_move,
                                                               instructions_make_load_string,
                                                               instructions_make_nop,
                                                               instructions_make_short_swap,
                                                               instructions_make_pop,
                                                               instructions_make_push_flags,
                                                               instructions_make_pop_flags,
                                                               instructions_make_leave,
                                                               instructions_make_enter,
                                                               host_vectors_make,
                                                               segments_make,
                                                               selectors_make,
                                                               direct_stores_make,
                                                               instructions_make_x87};
  UInt bytes = 0;
  for (UInt i = 0; bytes == 0 && i < sizeof makers / sizeof *makers; i++)
    bytes = makers[i](instruction);
  return bytes;
}

static struct outcome translate_or_mend(ARGUMENTS, const struct instruction *instruction)
{
  const Int first = block->stmts_used;
  UInt constant_at;
  Int target;
  if (is_repne_cmps(instruction))
    return translate_repne_cmps(PASSED, instruction);
  if (is_short_lea(instruction))
    return translate_lea(PASSED, instruction);
  if (is_rorx_from_near(instruction, &target))
    return translate_rorx(PASSED, instruction, target);
  if (host_instructions_compare_strings() && is_string_comparison(instruction, &constant_at))
    return translate_string_comparison(PASSED, instruction, constant_at);
  if (is_xsave_of_used(instruction))
    return translate_xsave_of_used(PASSED, instruction);
  struct wide_number wide;
  const struct sse_exact exact = sse_exact_before(instruction);
  struct outcome outcome = has_wide_number(instruction, &wide) ? translate_narrow_number(PASSED, instruction, &wide)
                                                               : __real_disInstr_AMD64(PASSED);
  if (outcome.bytes == 0 && complains && is_avx_512(instruction))
    tell_avx_512(instruction);
  if (outcome.bytes != 0) {
    instructions_mend(instruction, first, outcome.bytes);
    trapping_check_division(instruction, first);
    faulting_check_alignment(instruction, first);
    sse_exact_behind(instruction, &exact);
  }
  return outcome;
}

/* Is the answer to a nop what we take it for? What VEX makes of it, the next place of %rip, is no part of the block. */
static void check_outcomes(ARGUMENTS)
{
  static const UChar nop[INSTRUCTION_BYTES_MAX] = {0x90};
  static Bool is_checked;
  const Int first = block->stmts_used;
  if (is_checked)
    return;
  is_checked = True;
  code = nop;
  delta = 0;
  const struct outcome outcome = __real_disInstr_AMD64(PASSED);
  block->stmts_used = first;
  if (outcome.bytes != 1 || outcome.next != CONTINUES || outcome.hint != NO_HINT)
    port_refuse("tells of instructions");
}

static void put_ip(IRSB *block, Addr address)
{
  addStmtToIRSB(block, IRStmt_Put((Int)offsetof(VexGuestAMD64State, guest_RIP), IRExpr_Const(IRConst_U64(address))));
}

/* The instruction traps: generated code ends in front of it. */
static struct outcome end_at_trap(const struct instruction *instruction, UInt bytes)
{
  put_ip(instruction->block, instruction->address);
  return (struct outcome){bytes, STOPS, NO_HINT, Ijk_SigSEGV};
}

static struct outcome translate(ARGUMENTS)
{
  const struct instruction instruction = instructions_take_apart(block, code + delta, address);
  const UInt trapping_bytes = trapping_length(&instruction);
  if (trapping_bytes != 0)
    return end_at_trap(&instruction, trapping_bytes);
  struct outcome ends;
  if (is_repeated_load(&instruction, &ends) || far_make(&instruction, &ends) ||
      transactions_begin(&instruction, &ends))
    return ends;
  Bool ends_block;
  UInt bytes = sse_modes_make(&instruction, &ends_block);
  if (bytes != 0)
    return (struct outcome){bytes, ends_block ? STOPS : CONTINUES, NO_HINT, ends_block ? Ijk_Boring : Ijk_INVALID};
  bytes = make_code(&instruction);
  if (bytes != 0)
    return (struct outcome){bytes, CONTINUES, NO_HINT, Ijk_INVALID};
  const Int first = block->stmts_used;
  const struct outcome outcome = translate_or_mend(PASSED, &instruction);
  rep_count_move(&instruction, first);
  return outcome;
}

/* Ways out of an instruction lead to where it begins. */
static void move_beginning(IRSB *block, Int first, Addr from, Addr to)
{
  for (Int i = first; i < block->stmts_used; i++) {
    IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_Exit && statement->Ist.Exit.dst->Ico.U64 == from)
      statement->Ist.Exit.dst = IRConst_U64(to);
    else if (statement->tag == Ist_Put && statement->Ist.Put.offset == (Int)offsetof(VexGuestAMD64State, guest_RIP) &&
             statement->Ist.Put.data->tag == Iex_Const && statement->Ist.Put.data->Iex.Const.con->Ico.U64 == from)
      block->stmts[i] = IRStmt_Put(statement->Ist.Put.offset, IRExpr_Const(IRConst_U64(to)));
  }
}

static struct outcome translate_plain(ARGUMENTS)
{
  struct plain_instruction plain;
  const Int first = block->stmts_used;
  if (!prefixes_make_plain(code + delta, &plain))
    return translate(PASSED);
  delta += plain.start;
  address += plain.start;
  code = plain.code + plain.start - delta;
  struct outcome outcome = translate(PASSED);
  outcome.bytes += outcome.bytes == 0 ? 0 : plain.start;
  if (plain.start != 0)
    move_beginning(block, first, address, address - plain.start);
  return outcome;
}

/* At some encodings that it does not expect VEX gives up altogether, by an assertion. These are not known to it, like
 * others. */
static VG_MINIMAL_JMP_BUF(before_giving_up);
static Bool is_at_instruction;

static void leave_if_at_instruction(void)
{
  if (!is_at_instruction)
    return;
  is_at_instruction = False;
  VG_MINIMAL_LONGJMP(before_giving_up);
}

void __wrap_vex_assert_fail(const HChar *expression, const HChar *file, Int line, const HChar *function)
{
  leave_if_at_instruction();
  __real_vex_assert_fail(expression, file, line, function);
}

void __wrap_vpanic(const HChar *text)
{
  leave_if_at_instruction();
  __real_vpanic(text);
}

static struct outcome translate_or_leave(ARGUMENTS)
{
  const Int first = block->stmts_used;
  if (VG_MINIMAL_SETJMP(before_giving_up) != 0) {
    block->stmts_used = first;
    put_ip(block, address);
    return (struct outcome){0, STOPS, NO_HINT, Ijk_NoDecode};
  }
  is_at_instruction = True;
  const struct outcome outcome = translate_plain(PASSED);
  is_at_instruction = False;
  return outcome;
}

struct outcome __wrap_disInstr_AMD64(ARGUMENTS)
{
  const Int first = block->stmts_used;
  struct fetched fetched;
  check_outcomes(PASSED);
  if (fetching_is_whole((Addr)code + delta, &fetched))
    return translate_or_leave(PASSED);
  code = fetched.bytes - delta;
  const struct outcome outcome = translate_or_leave(PASSED);
  if (outcome.bytes <= fetched.count && fetched.count > 0)
    return outcome;
  block->stmts_used = first;
  put_ip(block, address);
  return (struct outcome){1, STOPS, NO_HINT, Ijk_SigBUS};
}
