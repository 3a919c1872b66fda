/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes to the code that VEX made of an instruction, while it is still in trees. */
#include "coregrind-glue/vex/instructions.h"

#include "coregrind-glue/port/vex_operations.h"
#include "coregrind-glue/vex/x87_state.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

/* --- fused multiply-add --- */

/* A fused multiply-add; its opcode says which. */
static Bool is_fma(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0xc4 && (code[1] & 0x1f) == 2 && (code[2] & 3) == 1 && code[3] >= 0x90 && code[3] < 0xc0 &&
         (code[3] & 0xf) >= 6;
}

static IRExpr *negated(const IRExpr *value, IROp negation)
{
  if (value->tag == Iex_Unop && value->Iex.Unop.op == negation)
    return value->Iex.Unop.arg;
  return IRExpr_Unop(negation, (IRExpr *)value);
}

/* -(x * y) + z: VEX negates x * y - z, which makes another zero of 0, and another NaN. */
static void negate_products(IRSB *block, Int first)
{
  for (Int i = first; i < block->stmts_used; i++) {
    const IRExpr *data = block->stmts[i]->tag == Ist_Put ? block->stmts[i]->Ist.Put.data : NULL;
    if (data == NULL || data->tag != Iex_Unop || data->Iex.Unop.arg->tag != Iex_Qop)
      continue;
    const IRQop *sum = data->Iex.Unop.arg->Iex.Qop.details;
    const IROp negation = data->Iex.Unop.op;
    IRExpr *mended =
      IRExpr_Qop(sum->op, sum->arg1, negated(sum->arg2, negation), sum->arg3, negated(sum->arg4, negation));
    block->stmts[i] = IRStmt_Put(block->stmts[i]->Ist.Put.offset, mended);
  }
}

static Bool is_zero(const IRExpr *value, IRConstTag tag)
{
  return value->tag == Iex_Const && value->Iex.Const.con->tag == tag &&
         (tag == Ico_U32 ? value->Iex.Const.con->Ico.U32 == 0 : value->Iex.Const.con->Ico.U64 == 0);
}

/* Of a scalar what lies above, up to 128 bits, stays as it is; VEX clears it. */
static void keep_upper_lanes(IRSB *block, Int first, UInt written)
{
  const Int offset = (Int)offsetof(VexGuestAMD64State, guest_YMM0) + 32 * (Int)written;
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag != Ist_Put)
      continue;
    if ((statement->Ist.Put.offset == offset + 4 && is_zero(statement->Ist.Put.data, Ico_U32)) ||
        (statement->Ist.Put.offset == offset + 8 && is_zero(statement->Ist.Put.data, Ico_U64)))
      block->stmts[i] = IRStmt_NoOp();
  }
}

static void mend_fma(const struct instruction *instruction, Int first)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const UInt written = (code[4] >> 3 & 7u) | (code[1] & 0x80 ? 0u : 8u);
  if ((code[3] & 0xf) >= 9 && (code[3] & 1) != 0)
    keep_upper_lanes(instruction->block, first, written);
  if ((code[3] & 0xf) >= 0xc)
    negate_products(instruction->block, first);
}

/* --- tests of vectors --- */

/* ptest, vptest, vtestps and vtestpd. */
static Bool is_vector_test(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  if (code[0] == 0x0f)
    return code[1] == 0x38 && code[2] == 0x17 && instruction->has_66;
  return code[0] == 0xc4 && (code[1] & 0x1f) == 2 && (code[2] & 3) == 1 &&
         (code[3] == 0x17 || code[3] == 0x0e || code[3] == 0x0f);
}

static const IRExpr *operand_of(const IRExpr *value, IROp op, UInt which)
{
  if (value == NULL || value->tag != Iex_Binop || value->Iex.Binop.op != op)
    return NULL;
  return which == 0 ? value->Iex.Binop.arg1 : value->Iex.Binop.arg2;
}

/* x of (-x | x) >> 63, which is all ones unless x is zero; NULL: this is another one. */
static const IRExpr *looked_at(const IRExpr *value)
{
  const IRExpr *either = operand_of(value, Iop_Sar64, 0);
  const IRExpr *negative = operand_of(either, Iop_Or64, 0);
  return operand_of(negative, Iop_Sub64, 1) != NULL ? operand_of(either, Iop_Or64, 1) : NULL;
}

/* One bit that is known to be set decides, which cannot be seen in the sign of a difference. */
static void compare_with_zero(IRSB *block, Int first)
{
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    const IRExpr *data = statement->tag == Ist_WrTmp ? statement->Ist.WrTmp.data : NULL;
    if (data == NULL || data->tag != Iex_Unop || data->Iex.Unop.op != Iop_Not64)
      continue;
    const IRExpr *x = looked_at(data->Iex.Unop.arg);
    if (x == NULL)
      continue;
    IRExpr *is_zero = IRExpr_Binop(Iop_CmpEQ64, (IRExpr *)x, IRExpr_Const(IRConst_U64(0)));
    block->stmts[i] = IRStmt_WrTmp(statement->Ist.WrTmp.tmp, IRExpr_Unop(Iop_1Sto64, is_zero));
  }
}

/* What a temporary stands for; of anything else, itself. */
static const IRExpr *assigned_to(const IRSB *block, Int first, const IRExpr *value)
{
  for (Int i = first; value->tag == Iex_RdTmp && i < block->stmts_used; i++)
    if (block->stmts[i]->tag == Ist_WrTmp && block->stmts[i]->Ist.WrTmp.tmp == value->Iex.RdTmp.tmp)
      return block->stmts[i]->Ist.WrTmp.data;
  return value;
}

/* --- flags that are kept --- */

/* inc, dec and rotations keep flags. VEX has them in NDEP, of which no V bits are asked for, as it is a constant or a
 * copy of what others have too, but for these. They make no use of DEP2, so the same goes there as well, for
 * memcheck/pure/engine/flags.c to find. */

#define FLAGS_OFFSET(field) ((Int)offsetof(VexGuestAMD64State, guest_CC_##field))

/* The group of inc and dec, and those of rotations and shifts, also of two registers by %cl. */
static Bool may_keep_flags(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] >= 0xfe || code[0] == 0xc0 || code[0] == 0xc1 || (code[0] >= 0xd0 && code[0] <= 0xd3) ||
         (code[0] == 0x0f && (code[1] == 0xa5 || code[1] == 0xad));
}

/* VEX's numbers for inc and dec, and for rol and ror, in four widths each. */
static Bool is_step(const IRExpr *operation)
{
  return operation->tag == Iex_Const && operation->Iex.Const.con->Ico.U64 >= 21 &&
         operation->Iex.Const.con->Ico.U64 < 29;
}

static Bool is_rotation(const IRExpr *operation)
{
  if (operation->tag != Iex_ITE || operation->Iex.ITE.iftrue->tag != Iex_Const)
    return False;
  const ULong number = operation->Iex.ITE.iftrue->Iex.Const.con->Ico.U64;
  return number >= 37 && number < 45;
}

/* Which statement, from `first` on, writes a field; -1: none. */
static Int find_put(const IRSB *block, Int first, Int offset)
{
  for (Int i = first; i < block->stmts_used; i++)
    if (block->stmts[i]->tag == Ist_Put && block->stmts[i]->Ist.Put.offset == offset)
      return i;
  return -1;
}

/* The carry is told by a call, which is to be made once. */
static void keep_carry(IRSB *block, Int dep2, Int ndep)
{
  const IRTemp carry = newIRTemp(block->tyenv, Ity_I64);
  IRExpr *call = block->stmts[ndep]->Ist.Put.data;
  block->stmts[dep2] = IRStmt_Put(FLAGS_OFFSET(DEP2), IRExpr_RdTmp(carry));
  block->stmts[ndep] = IRStmt_Put(FLAGS_OFFSET(NDEP), IRExpr_RdTmp(carry));
  instructions_insert(block, ndep, IRStmt_WrTmp(carry, call));
}

static void keep_all_flags(IRSB *block, Int dep2, Int ndep)
{
  const IRExpr *kept = block->stmts[ndep]->Ist.Put.data, *written = block->stmts[dep2]->Ist.Put.data;
  if (kept->tag == Iex_ITE && written->tag == Iex_ITE)
    block->stmts[dep2] = IRStmt_Put(FLAGS_OFFSET(DEP2), IRExpr_ITE(written->Iex.ITE.cond, kept->Iex.ITE.iftrue,
                                                                  written->Iex.ITE.iffalse));
}

/* A shift by zero keeps all flags. VEX clears NDEP, which is a part of them behind additions with carry, inc and
 * dec. */
static void keep_flags_of_no_shift(IRSB *block, const IRExpr *operation, Int ndep)
{
  IRExpr *cleared = block->stmts[ndep]->Ist.Put.data;
  if (operation->tag == Iex_ITE && is_zero(cleared, Ico_U64))
    block->stmts[ndep] = IRStmt_Put(FLAGS_OFFSET(NDEP), IRExpr_ITE(operation->Iex.ITE.cond, cleared,
                                                                   IRExpr_Get(FLAGS_OFFSET(NDEP), Ity_I64)));
}

/* rcl and rcr: VEX has a helper tell the flags, which changes the overflow also where nothing is moved. */
static Bool is_rotation_with_carry(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] < 0xfe && (code[1] >> 4 & 3) == 1;
}

static void keep_flags_of_none(const struct instruction *instruction, Int first)
{
  enum { COUNT = 1, OLD_FLAGS = 2 };
  IRSB *block = instruction->block;
  const Int dep1 = find_put(block, first, FLAGS_OFFSET(DEP1));
  const IRExpr *call = dep1 < 0 ? NULL : assigned_to(block, first, block->stmts[dep1]->Ist.Put.data);
  if (call == NULL || call->tag != Iex_CCall)
    return;
  const ULong bits = (instruction->rex & 8) != 0 ? 63 : 31;
  IRExpr *count = IRExpr_Binop(Iop_And64, call->Iex.CCall.args[COUNT], IRExpr_Const(IRConst_U64(bits)));
  IRExpr *is_none = IRExpr_Binop(Iop_CmpEQ64, count, IRExpr_Const(IRConst_U64(0)));
  block->stmts[dep1] = IRStmt_Put(FLAGS_OFFSET(DEP1), IRExpr_ITE(is_none, call->Iex.CCall.args[OLD_FLAGS],
                                                                block->stmts[dep1]->Ist.Put.data));
}

static void mend_kept_flags(const struct instruction *instruction, Int first)
{
  if (is_rotation_with_carry(instruction)) {
    keep_flags_of_none(instruction, first);
    return;
  }
  IRSB *block = instruction->block;
  const Int operation = find_put(block, first, FLAGS_OFFSET(OP)), dep2 = find_put(block, first, FLAGS_OFFSET(DEP2)),
            ndep = find_put(block, first, FLAGS_OFFSET(NDEP));
  if (operation < 0 || dep2 < 0 || ndep < 0)
    return;
  keep_flags_of_no_shift(block, block->stmts[operation]->Ist.Put.data, ndep);
  if (is_step(block->stmts[operation]->Ist.Put.data))
    keep_carry(block, dep2, ndep);
  else if (is_rotation(block->stmts[operation]->Ist.Put.data))
    keep_all_flags(block, dep2, ndep);
}

/* --- all expressions of an instruction --- */

static void visit_expression(IRExpr *value, void (*mend)(IRExpr *))
{
  switch (value->tag) {
  case Iex_Unop:
    visit_expression(value->Iex.Unop.arg, mend);
    break;
  case Iex_Binop:
    visit_expression(value->Iex.Binop.arg1, mend);
    visit_expression(value->Iex.Binop.arg2, mend);
    break;
  case Iex_ITE:
    visit_expression(value->Iex.ITE.iftrue, mend);
    visit_expression(value->Iex.ITE.iffalse, mend);
    break;
  default:
    return;
  }
  mend(value);
}

static void mend_expressions(const IRSB *block, Int first, void (*mend)(IRExpr *))
{
  for (Int i = first; i < block->stmts_used; i++)
    if (block->stmts[i]->tag == Ist_WrTmp)
      visit_expression(block->stmts[i]->Ist.WrTmp.data, mend);
}

/* --- bit scans --- */

/* bsf, bsr, tzcnt and lzcnt. */
static Bool is_bit_scan(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && (code[1] == 0xbc || code[1] == 0xbd);
}

/* What VEX counts in a zero is whatever was in the register. It is not used; but where the zero is undefined, V bits
 * come from it. */
static void count_as_if_not_zero(IRExpr *value)
{
  if (value->tag != Iex_Unop || (value->Iex.Unop.op != Iop_Ctz64 && value->Iex.Unop.op != Iop_Clz64))
    return;
  const ULong last = value->Iex.Unop.op == Iop_Ctz64 ? 1ull << 63 : 1;
  value->Iex.Unop.arg = IRExpr_Binop(Iop_Or64, value->Iex.Unop.arg, IRExpr_Const(IRConst_U64(last)));
}

/* --- comparisons of floating point --- */

/* vcmpps and the three like it, with "equal or unordered" or its contrary, of which VEX forgets the second half. */
static Bool is_equal_or_unordered(const struct instruction *instruction, UInt bytes)
{
  enum { NUMBERS = 0x1f, SIGNALS_OR_NEGATED = 0x14, EQUAL_OR_UNORDERED = 8 };
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_short = code[0] == 0xc5, is_long = code[0] == 0xc4 && (code[1] & 0x1f) == 1;
  return (is_short || is_long) && code[is_short ? 2 : 3] == 0xc2 &&
         (instruction->code[bytes - 1] & NUMBERS & ~SIGNALS_OR_NEGATED) == EQUAL_OR_UNORDERED;
}

static void or_unordered(IRExpr *value)
{
  static const struct {
    IROp equal, unordered;
  } pairs[] = {{Iop_CmpEQ32Fx4, Iop_CmpUN32Fx4}, {Iop_CmpEQ32F0x4, Iop_CmpUN32F0x4}, {Iop_CmpEQ64Fx2, Iop_CmpUN64Fx2},
               {Iop_CmpEQ64F0x2, Iop_CmpUN64F0x2}};
  for (UInt i = 0; value->tag == Iex_Binop && i < sizeof pairs / sizeof *pairs; i++) {
    if (value->Iex.Binop.op != pairs[i].equal)
      continue;
    IRExpr *a = value->Iex.Binop.arg1, *b = value->Iex.Binop.arg2;
    value->Iex.Binop.op = Iop_OrV128;
    value->Iex.Binop.arg1 = IRExpr_Binop(pairs[i].equal, a, b);
    value->Iex.Binop.arg2 = IRExpr_Binop(pairs[i].unordered, a, b);
  }
}

/* --- bits in memory --- */

/* bt and its like, by a number in a register, with an address of 32 bits. */
static Bool is_short_bit_operation(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && (code[1] & 0xe7) == 0xa3 && code[2] < 0xc0 && instruction->has_67 &&
         !instruction->has_segment;
}

/* The number counts from the operand on, and the sum has 32 bits. VEX cuts the operand's address, and then adds. */
static void cut_bit_address(IRExpr *value)
{
  if (value->tag == Iex_Binop && value->Iex.Binop.op == Iop_Add64 && value->Iex.Binop.arg2->tag == Iex_Binop &&
      value->Iex.Binop.arg2->Iex.Binop.op == Iop_Sar64) {
    IRExpr *sum = IRExpr_Binop(Iop_Add64, value->Iex.Binop.arg1, value->Iex.Binop.arg2);
    *value = *IRExpr_Unop(Iop_32Uto64, IRExpr_Unop(Iop_64to32, sum));
  }
}

/* --- cmpxchg --- */

/* With memory; between registers, that of 32 bits is made (instructions_made.c). */
static Bool is_compare_exchange(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && (code[1] & 0xfe) == 0xb0;
}

static Bool is_of_32_bits(const struct instruction *instruction)
{
  return instruction->code[instruction->opcode_at + 1] == 0xb1 && !instruction->has_66 && !(instruction->rex & 8);
}

/* When what was found is what was expected, %rax stays as it is; VEX clears its upper half. */
static void keep_expected(IRSB *block, Int first)
{
  const Int offset = (Int)offsetof(VexGuestAMD64State, guest_RAX);
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag != Ist_Put || statement->Ist.Put.offset != offset || statement->Ist.Put.data->tag != Iex_Unop)
      continue;
    const IRExpr *chosen = assigned_to(block, first, statement->Ist.Put.data->Iex.Unop.arg);
    if (chosen->tag == Iex_ITE)
      block->stmts[i] = IRStmt_Put(offset, IRExpr_ITE(chosen->Iex.ITE.cond, IRExpr_Get(offset, Ity_I64),
                                                      IRExpr_Unop(Iop_32Uto64, chosen->Iex.ITE.iffalse)));
  }
}

/* The processor stores in any case: what it was given, or what it has found. VEX sets the flags first, tells by them
 * which it is, writes %rax, and stores. If the page is closed to stores and a handler opens it, the instruction begins
 * again with what it has found in %rax, which is then what was expected, and stores what it must not. So the two values
 * are compared anew, for a store in front of all that. */
static void store_first(IRSB *block, Int first)
{
  const Int flags = find_put(block, first, FLAGS_OFFSET(OP)), expected = find_put(block, first, FLAGS_OFFSET(DEP1)),
            found = find_put(block, first, FLAGS_OFFSET(DEP2));
  Int store = flags;
  while (store >= 0 && store < block->stmts_used && block->stmts[store]->tag != Ist_Store)
    store++;
  if (store < 0 || store == block->stmts_used || expected < 0 || found < 0)
    return;
  const IRExpr *chosen = assigned_to(block, first, block->stmts[store]->Ist.Store.data);
  if (chosen->tag != Iex_ITE)
    return;
  IRExpr *is_equal = IRExpr_Binop(Iop_CmpEQ64, block->stmts[expected]->Ist.Put.data, block->stmts[found]->Ist.Put.data);
  IRExpr *value = IRExpr_ITE(is_equal, chosen->Iex.ITE.iftrue, chosen->Iex.ITE.iffalse);
  IRStmt *moved = IRStmt_Store(Iend_LE, block->stmts[store]->Ist.Store.addr, value);
  block->stmts[store] = IRStmt_NoOp();
  instructions_insert(block, flags, moved);
}

static void mend_compare_exchange(const struct instruction *instruction, Int first)
{
  if (is_of_32_bits(instruction))
    keep_expected(instruction->block, first);
  if (!instruction->has_lock)
    store_first(instruction->block, first);
}

/* --- MMX --- */

/* Its instructions take all x87 registers into use, or none (emms), by a write of each tag; what they write gets a sign
 * and an exponent of ones. VEX's tags know nothing of the latter (x87_state.h). */
enum { ALL_USED = 1, ALL_EMPTY = 0, TAGS_KEPT = 2 };

static Int replace_tags(IRSB *block, Int first)
{
  Int tags = TAGS_KEPT;
  for (Int i = first; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag != Ist_PutI ||
        statement->Ist.PutI.details->descr->base != offsetof(VexGuestAMD64State, guest_FPTAG))
      continue;
    tags = statement->Ist.PutI.details->data->Iex.Const.con->Ico.U8;
    block->stmts[i] = IRStmt_NoOp();
  }
  return tags;
}

/* movntq, of which VEX leaves all that out. */
static Bool is_streaming_store(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && code[1] == 0xe7 && !instruction->has_66 && !instruction->has_f2 && !instruction->has_f3;
}

static void tag_written(IRSB *block, Int first, Int end)
{
  const Int registers = (Int)offsetof(VexGuestAMD64State, guest_FPREG),
            tags = (Int)offsetof(VexGuestAMD64State, guest_FPTAG);
  for (Int i = first; i < end; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_Put && statement->Ist.Put.offset >= registers && statement->Ist.Put.offset < tags)
      addStmtToIRSB(block, IRStmt_Put(tags + (statement->Ist.Put.offset - registers) / 8,
                                      IRExpr_Const(IRConst_U8(X87_TAG_USED | X87_TAG_OF_MMX))));
  }
}

static void mend_tags(const struct instruction *instruction, Int first)
{
  IRSB *block = instruction->block;
  const Int end = block->stmts_used - 1, offset = (Int)offsetof(VexGuestAMD64State, guest_FPTAG);
  const Bool is_left_out = is_streaming_store(instruction);
  const Int tags = is_left_out ? ALL_USED : replace_tags(block, first);
  if (tags == TAGS_KEPT)
    return;
  IRStmt *const last = block->stmts[--block->stmts_used]; /* moves the instruction pointer, and stays the last */
  const ULong used = 0x0101010101010101 * X87_TAG_USED;
  IRTemp old = newIRTemp(block->tyenv, Ity_I64), new = newIRTemp(block->tyenv, Ity_I64);
  addStmtToIRSB(block, IRStmt_WrTmp(old, IRExpr_Get(offset, Ity_I64)));
  addStmtToIRSB(block, IRStmt_WrTmp(new, IRExpr_Binop(tags == ALL_USED ? Iop_Or64 : Iop_And64, IRExpr_RdTmp(old),
                                                      IRExpr_Const(IRConst_U64(tags == ALL_USED ? used : ~used)))));
  addStmtToIRSB(block, IRStmt_Put(offset, IRExpr_RdTmp(new)));
  if (is_left_out)
    addStmtToIRSB(block, IRStmt_Put((Int)offsetof(VexGuestAMD64State, guest_FTOP), IRExpr_Const(IRConst_U32(0))));
  tag_written(block, first, end);
  addStmtToIRSB(block, last);
  instructions_wait_for_x87(instruction, first);
}

/* --- extended state --- */

static Bool is_xrstor(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && code[1] == 0xae && code[2] < 0xc0 && (code[2] >> 3 & 7) == 5;
}

/* VEX refuses the compact form. For the parts that it knows it is the same as the other one. Of the second word of the
 * header nothing must be set but these parts, and what says so. */
static void take_compact_form(IRSB *block, Int first)
{
  enum { PARTS = 7, IS_COMPACT_AT = 63 };
  for (Int i = first; i < block->stmts_used; i++) {
    const IRExpr *data = block->stmts[i]->tag == Ist_WrTmp ? block->stmts[i]->Ist.WrTmp.data : NULL;
    IRExpr *rest = (IRExpr *)operand_of(data, Iop_Or64, 1);
    if (!rest || operand_of(data, Iop_Or64, 0)->tag != Iex_Binop || operand_of(rest, Iop_Or64, 0) == NULL)
      continue;
    IRExpr *form = rest->Iex.Binop.arg1;
    IRExpr *sign = IRExpr_Binop(Iop_Sar64, form, IRExpr_Const(IRConst_U8(IS_COMPACT_AT)));
    IRExpr *allowed = IRExpr_Binop(Iop_And64, sign, IRExpr_Const(IRConst_U64(PARTS | 1ull << IS_COMPACT_AT)));
    rest->Iex.Binop.arg1 = IRExpr_Binop(Iop_And64, form, IRExpr_Unop(Iop_Not64, allowed));
    return;
  }
}

static Bool is_xgetbv(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xd0;
}

/* By number 1 it tells which parts are in use: all of them, for all that is known. */
static void take_number_one(IRSB *block, Int first)
{
  for (Int i = first; i < block->stmts_used; i++)
    if (block->stmts[i]->tag == Ist_Exit && block->stmts[i]->Ist.Exit.guard->tag == Iex_Binop) {
      IRExpr *guard = block->stmts[i]->Ist.Exit.guard;
      guard->Iex.Binop.arg1 = IRExpr_Binop(Iop_And32, guard->Iex.Binop.arg1, IRExpr_Const(IRConst_U32(~1u)));
    }
}

void instructions_mend(const struct instruction *instruction, Int first, UInt bytes)
{
  if (is_fma(instruction))
    mend_fma(instruction, first);
  else if (is_bit_scan(instruction))
    mend_expressions(instruction->block, first, count_as_if_not_zero);
  else if (is_equal_or_unordered(instruction, bytes))
    mend_expressions(instruction->block, first, or_unordered);
  else if (is_short_bit_operation(instruction))
    mend_expressions(instruction->block, first, cut_bit_address);
  else if (is_compare_exchange(instruction))
    mend_compare_exchange(instruction, first);
  else if (is_vector_test(instruction))
    compare_with_zero(instruction->block, first);
  else if (is_xrstor(instruction))
    take_compact_form(instruction->block, first);
  else if (is_xgetbv(instruction))
    take_number_one(instruction->block, first);
  else if (may_keep_flags(instruction))
    mend_kept_flags(instruction, first);
  mend_tags(instruction, first);
}
