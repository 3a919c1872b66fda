/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The speculative engine. Nearly all data of a running program is defined and nearly all accesses are right, so a block is made
 * into code that takes this for granted and checks it, without any V bits of registers or operations.
 *
 * At the start it tests that no register it uses has undefined bits (undefined_registers.h). Each load tests that its V bits
 * are clear. Stores make their bytes defined, once it is known that they are addressable. When a test fails, the block is left
 * by a side exit for the precise code of the same instruction, which lies under an alias of the instruction's address; at the
 * end of that block execution is back in speculative code.
 *
 * An instruction must not have had any effect when it is left. So its effects (registers, stores) are put off until its last
 * check has been made; where that cannot be, the block ends before the instruction, which is then always run precisely.
 *
 * Wild addresses have shadows where no memory is mapped, or no memory at all: the fault is taken for a failed check
 * (coregrind-glue/translate/fault_handler.c). */
#include "memcheck/engine/engine_private.h"
#include "memcheck/speculate/speculate_private.h"

#include <stddef.h>

static void add(struct speculation *speculation, IRStmt *statement)
{
  addStmtToIRSB(speculation->weave.block, statement);
}

/* --- leaving --- */

/* In some of eight cases, which change from block to block. */
static IRExpr *or_at_random(struct speculation *speculation, IRExpr *condition, Addr address)
{
  struct weave *weave = &speculation->weave;
  unsigned seed = (speculation->policy->stress ^ (unsigned)address) * 2654435761u;
  IRExpr *counter = weave_get(weave, offsetof(VexGuestAMD64State, host_EvC_COUNTER), Ity_I32);
  IRExpr *mixed = weave_binop(weave, Iop_Mul32, weave_binop(weave, Iop_Xor32, counter, IRExpr_Const(IRConst_U32(seed))),
                              IRExpr_Const(IRConst_U32(2654435761u)));
  IRExpr *is_chosen = weave_binop(weave, Iop_CmpLT32U, mixed, IRExpr_Const(IRConst_U32(1u << 29)));
  return weave_binop(weave, Iop_Or1, condition, is_chosen);
}

void speculate_leave_to(struct speculation *speculation, IRExpr *condition, Addr address)
{
  if (speculation->policy->stress != 0)
    condition = or_at_random(speculation, condition, address);
  add(speculation, IRStmt_Exit(condition, Ijk_Boring, IRConst_U64(ENGINE_ALIAS(address)), speculation->layout->offset_IP));
}

void speculate_leave_if(struct speculation *speculation, IRExpr *condition)
{
  if (speculation->has_had_effect)
    speculation->is_left_to_precise = true;
  else
    speculate_leave_to(speculation, condition, speculation->instruction);
}

/* --- effects --- */

static bool overlap(int offset, int bytes, int other_offset, int other_bytes)
{
  return offset < other_offset + other_bytes && other_offset < offset + bytes;
}

/* Does a hint follow that gives up all below `to`? Its base is a distance of the same temporary. */
static bool is_covered_by_hint(const struct speculation *speculation, int after, IRExpr *to)
{
  struct distance sp = speculate_distance(speculation, to);
  for (int i = after + 1; i < speculation->delayed_count; i++) {
    const IRStmt *statement = speculation->delayed[i];
    if (statement->tag != Ist_AbiHint)
      continue;
    struct distance hint = speculate_distance(speculation, statement->Ist.AbiHint.base);
    return hint.base == sp.base && hint.base != IRTemp_INVALID && hint.offset + statement->Ist.AbiHint.len == sp.offset;
  }
  return false;
}

static bool moves_stack(const struct speculation *speculation, const IRStmt *statement)
{
  return statement->tag == Ist_Put && statement->Ist.Put.offset == speculation->layout->offset_SP;
}

/* By %sp or %spl. */
static bool moves_stack_partly(const struct speculation *speculation, const IRStmt *statement)
{
  return moves_stack(speculation, statement) && weave_type(&speculation->weave, statement->Ist.Put.data) != Ity_I64;
}

/* An instruction that moves it twice (leave) has gone only from its first place to its last. */
static bool moves_stack_again(const struct speculation *speculation, int after)
{
  for (int i = after + 1; i < speculation->delayed_count; i++)
    if (moves_stack(speculation, speculation->delayed[i]))
      return true;
  return false;
}

static void act(struct speculation *speculation, int index)
{
  IRStmt *statement = speculation->delayed[index];
  if (statement->tag == Ist_AbiHint) {
    speculate_stack_give_up(speculation, statement->Ist.AbiHint.base, statement->Ist.AbiHint.len);
    return;
  }
  if (moves_stack(speculation, statement)) {
    IRExpr *to = statement->Ist.Put.data;
    if (moves_stack_again(speculation, index))
      return;
    speculate_stack_move(speculation, to, is_covered_by_hint(speculation, index, to));
  }
  add(speculation, statement);
}

static bool is_store(const IRStmt *statement)
{
  return statement->tag == Ist_Store || statement->tag == Ist_StoreG;
}

/* Stores come first: when one faults, the registers are those that the instruction found. */
static void make_effects(struct speculation *speculation)
{
  for (int i = 0; i < speculation->delayed_count; i++)
    if (is_store(speculation->delayed[i]))
      add(speculation, speculation->delayed[i]);
  for (int i = 0; i < speculation->delayed_count; i++)
    if (!is_store(speculation->delayed[i]))
      act(speculation, i);
  speculation->has_had_effect = speculation->has_had_effect || speculation->delayed_count > 0;
  speculation->delayed_count = 0;
}

static void delay(struct speculation *speculation, IRStmt *statement)
{
  if (speculation->delayed_count == DELAYED_MAX)
    speculation->is_left_to_precise = true;
  else
    speculation->delayed[speculation->delayed_count++] = statement;
}

/* What the rest of the instruction may not see before, or which has effects itself that cannot wait. */
static void add_after_effects(struct speculation *speculation, IRStmt *statement, bool is_effect)
{
  make_effects(speculation);
  add(speculation, statement);
  speculation->has_had_effect = speculation->has_had_effect || is_effect;
}

/* --- reading of what was put off --- */

/* The value of a GET whose register an effect that waits will write: the same, or partly. */
static void read_delayed_register(struct speculation *speculation, IRStmt *statement, int offset, int bytes, IRType type)
{
  for (int i = speculation->delayed_count; i-- > 0;) {
    const IRStmt *put = speculation->delayed[i];
    if (put->tag == Ist_PutI && overlap(offset, bytes, put->Ist.PutI.details->descr->base,
                                        weave_array_bytes(put->Ist.PutI.details->descr))) {
      make_effects(speculation);
      break;
    }
    if (put->tag != Ist_Put)
      continue;
    IRType put_type = weave_type(&speculation->weave, put->Ist.Put.data);
    if (!overlap(offset, bytes, put->Ist.Put.offset, sizeofIRType(put_type)))
      continue;
    if (statement->Ist.WrTmp.data->tag == Iex_Get && put->Ist.Put.offset == offset && put_type == type) {
      add(speculation, IRStmt_WrTmp(statement->Ist.WrTmp.tmp, put->Ist.Put.data));
      return;
    }
    make_effects(speculation);
    break;
  }
  add(speculation, statement);
}

static bool has_delayed_store(const struct speculation *speculation)
{
  for (int i = 0; i < speculation->delayed_count; i++)
    if (is_store(speculation->delayed[i]))
      return true;
  return false;
}

/* --- distances --- */

struct distance speculate_distance(const struct speculation *speculation, const IRExpr *atom)
{
  if (atom->tag != Iex_RdTmp)
    return (struct distance){IRTemp_INVALID, 0};
  if (atom->Iex.RdTmp.tmp >= speculation->temporaries)
    return (struct distance){atom->Iex.RdTmp.tmp, 0};
  return speculation->distances[atom->Iex.RdTmp.tmp];
}

static bool is_u64(const IRExpr *atom, int64_t *ret)
{
  if (atom->tag != Iex_Const || atom->Iex.Const.con->tag != Ico_U64)
    return false;
  *ret = (int64_t)atom->Iex.Const.con->Ico.U64;
  return true;
}

static bool is_small(int64_t offset)
{
  return offset > -(INT64_C(1) << 30) && offset < INT64_C(1) << 30;
}

static bool is_register(const IRExpr *value, int offset)
{
  return value->tag == Iex_Get && value->Iex.Get.offset == offset && value->Iex.Get.ty == Ity_I64;
}

static bool is_stack_pointer(const struct speculation *speculation, const IRExpr *value)
{
  return is_register(value, speculation->layout->offset_SP);
}

static struct distance distance_of_value(const struct speculation *speculation, IRTemp temporary, const IRExpr *value)
{
  struct distance self = {temporary, 0};
  int64_t constant;
  if (value->tag == Iex_RdTmp)
    return speculate_distance(speculation, value);
  if (is_stack_pointer(speculation, value))
    return speculation->sp;
  if (value->tag != Iex_Binop)
    return self;
  bool is_sum = value->Iex.Binop.op == Iop_Add64, is_difference = value->Iex.Binop.op == Iop_Sub64;
  if (!(is_sum || is_difference) || !is_u64(value->Iex.Binop.arg2, &constant) || !is_small(constant))
    return self;
  struct distance from = speculate_distance(speculation, value->Iex.Binop.arg1);
  if (from.base == IRTemp_INVALID || !is_small(from.offset))
    return self;
  return (struct distance){from.base, is_sum ? from.offset + constant : from.offset - constant};
}

/* Of all temporaries of the block. */
static void measure_distances(struct speculation *speculation, const IRSB *block)
{
  speculation->stack_base = newIRTemp(speculation->weave.block->tyenv, Ity_I64);
  struct distance at_start = {speculation->stack_base, 0};
  speculation->frame_base = IRTemp_INVALID;
  speculation->sp = at_start;
  for (IRTemp i = 0; i < speculation->temporaries; i++)
    speculation->distances[i] = (struct distance){i, 0};
  for (int i = 0; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_WrTmp) {
      IRTemp temporary = statement->Ist.WrTmp.tmp;
      speculation->distances[temporary] = distance_of_value(speculation, temporary, statement->Ist.WrTmp.data);
      if (is_register(statement->Ist.WrTmp.data, speculation->layout->offset_FP))
        speculation->frame_base = temporary;
    } else if (statement->tag == Ist_Put && statement->Ist.Put.offset == speculation->layout->offset_SP)
      speculation->sp = speculate_distance(speculation, statement->Ist.Put.data);
  }
  speculation->sp = at_start;
}

/* --- statements --- */

static void write_temporary(struct speculation *speculation, IRStmt *statement)
{
  IRExpr *value = statement->Ist.WrTmp.data;
  struct distance distance = speculation->distances[statement->Ist.WrTmp.tmp];
  if (is_stack_pointer(speculation, value) && distance.base == speculation->stack_base && distance.offset == 0) {
    add(speculation, IRStmt_WrTmp(statement->Ist.WrTmp.tmp, IRExpr_RdTmp(speculation->stack_base)));
    return;
  }
  switch (value->tag) {
  case Iex_Get:
    read_delayed_register(speculation, statement, value->Iex.Get.offset, sizeofIRType(value->Iex.Get.ty), value->Iex.Get.ty);
    return;
  case Iex_GetI:
    read_delayed_register(speculation, statement, value->Iex.GetI.descr->base, weave_array_bytes(value->Iex.GetI.descr), Ity_INVALID);
    return;
  case Iex_Load:
    if (has_delayed_store(speculation))
      make_effects(speculation);
    speculate_check_load(speculation, value->Iex.Load.addr, sizeofIRType(value->Iex.Load.ty), NULL);
    add(speculation, statement);
    return;
  default:
    add(speculation, statement);
  }
}

static void load_guarded(struct speculation *speculation, IRStmt *statement)
{
  IRLoadG *load = statement->Ist.LoadG.details;
  IRType result, type;
  typeOfIRLoadGOp(load->cvt, &result, &type);
  if (has_delayed_store(speculation))
    make_effects(speculation);
  speculate_check_load(speculation, load->addr, sizeofIRType(type), load->guard);
  add(speculation, statement);
}

/* What is defined when it is read may be written. */
static void compare_and_swap(struct speculation *speculation, IRStmt *statement)
{
  IRCAS *cas = statement->Ist.CAS.details;
  int bytes = sizeofIRType(weave_type(&speculation->weave, cas->expdLo));
  speculate_check_load(speculation, cas->addr, cas->oldHi != IRTemp_INVALID ? 2 * bytes : bytes, NULL);
  add_after_effects(speculation, statement, true);
}

enum { HELPER_BYTES_MAX = 16 };

/* Helpers that may not be called, or touch much memory, are left to precise code. */
static void call_helper(struct speculation *speculation, IRStmt *statement)
{
  IRDirty *dirty = statement->Ist.Dirty.details;
  bool is_certain = dirty->guard->tag == Iex_Const && dirty->guard->Iex.Const.con->Ico.U1;
  if (!is_certain || (dirty->mFx != Ifx_None && dirty->mSize > HELPER_BYTES_MAX)) {
    speculation->is_left_to_precise = true;
    return;
  }
  if (dirty->mFx != Ifx_None) {
    int done = 0;
    for (int piece; done < dirty->mSize; done += piece) {
      piece = sizeofIRType(weave_type_of_bytes(dirty->mSize - done));
      IRExpr *address = dirty->mAddr;
      if (done > 0)
        address = weave_binop(&speculation->weave, Iop_Add64, address, weave_u64((unsigned)done));
      if (dirty->mFx != Ifx_Write)
        speculate_check_load(speculation, address, piece, NULL);
      if (dirty->mFx != Ifx_Read)
        speculate_check_store(speculation, address, piece, NULL);
    }
  }
  add_after_effects(speculation, statement, true);
}

static void end_instruction(struct speculation *speculation)
{
  make_effects(speculation);
  speculation->has_had_effect = speculation->has_made_defined = false;
}

static void begin_instruction(struct speculation *speculation, IRStmt *mark)
{
  end_instruction(speculation);
  speculation->instruction = mark->Ist.IMark.addr;
  speculation->instruction_start = speculation->weave.block->stmts_used;
  engine_begin_instruction(speculation->policy, &speculation->weave, speculation->layout, mark, &speculation->last_mark);
}

static void instrument(struct speculation *speculation, IRStmt *statement)
{
  switch (statement->tag) {
  case Ist_IMark:
    begin_instruction(speculation, statement);
    break;
  case Ist_WrTmp:
    write_temporary(speculation, statement);
    break;
  case Ist_LoadG:
    load_guarded(speculation, statement);
    break;
  case Ist_Store:
    speculate_check_store(speculation, statement->Ist.Store.addr,
                    sizeofIRType(weave_type(&speculation->weave, statement->Ist.Store.data)), NULL);
    delay(speculation, statement);
    break;
  case Ist_StoreG: {
    const IRStoreG *store = statement->Ist.StoreG.details;
    speculate_check_store(speculation, store->addr, sizeofIRType(weave_type(&speculation->weave, store->data)), store->guard);
    delay(speculation, statement);
    break;
  }
  case Ist_CAS:
    compare_and_swap(speculation, statement);
    break;
  case Ist_Dirty:
    call_helper(speculation, statement);
    break;
  case Ist_Put:
    if (moves_stack_partly(speculation, statement))
      speculation->is_left_to_precise = true;
    else if (moves_stack(speculation, statement))
      speculate_stack_check_move(speculation, statement->Ist.Put.data);
    delay(speculation, statement);
    break;
  case Ist_PutI:
  case Ist_AbiHint:
    delay(speculation, statement);
    break;
  case Ist_Exit:
    add_after_effects(speculation, statement, false);
    break;
  case Ist_LLSC:
    speculation->is_left_to_precise = true;
    break;
  case Ist_NoOp: /* not even an end of what may wait */
    break;
  default: /* MBE */
    add_after_effects(speculation, statement, false);
  }
}

/* --- the block --- */

static void continue_at(struct speculation *speculation, Addr address)
{
  speculation->weave.block->next = weave_u64(address);
  speculation->weave.block->jumpkind = Ijk_Boring;
}

/* The instruction is left to precise code, always. */
static void end_before_instruction(struct speculation *speculation)
{
  speculation->weave.block->stmts_used = speculation->instruction_start;
  continue_at(speculation, ENGINE_ALIAS(speculation->instruction));
}

IRSB *engine_speculate(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout, bool *ret_too_large)
{
  int first = weave_first_instruction(block);
  *ret_too_large = false;
  if (first == block->stmts_used)
    return NULL;
  const Addr start = block->stmts[first]->Ist.IMark.addr;
  const enum promotions_standing standing = promotions_standing(policy->promotions, start);
  if (standing == PROMOTIONS_PRECISE)
    return NULL;
  struct speculation speculation = {
    .weave = {.block = deepCopyIRSBExceptStmts(block)},
    .policy = policy,
    .layout = layout,
    .block = block,
    .distances = LibVEX_Alloc((size_t)block->tyenv->types_used * sizeof(struct distance)),
    .temporaries = (IRTemp)block->tyenv->types_used,
  };
  const int end = speculate_find_end(&speculation, first);
  measure_distances(&speculation, block);
  for (int i = 0; i < first; i++)
    add(&speculation, block->stmts[i]);
  if (standing == PROMOTIONS_WATCHED)
    weave_increment(&speculation.weave, &promotions_tally(policy->promotions, start)->runs);
  speculate_test_registers(&speculation, first, end);
  speculate_stack_begin(&speculation, start);
  for (int i = first; i < end && !speculation.is_left_to_precise; i++) {
    instrument(&speculation, block->stmts[i]);
    *ret_too_large = policy->statements_max != 0 && speculation.weave.block->stmts_used > policy->statements_max;
    if (*ret_too_large)
      return NULL;
  }
  if (speculation.is_left_to_precise && speculation.instruction == start)
    return NULL;
  if (speculation.is_left_to_precise) {
    end_before_instruction(&speculation);
  } else {
    end_instruction(&speculation);
    if (end < block->stmts_used)
      continue_at(&speculation, block->stmts[end]->Ist.IMark.addr);
  }
  speculate_drop_unseen_puts(speculation.weave.block);
  return speculation.weave.block;
}
