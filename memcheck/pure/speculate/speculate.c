/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The speculative engine. Nearly all data of a running program is defined and nearly all accesses are right. So a block
 * is made into code that takes this for granted, checks it, and computes no V bits at all. Where a check fails, the
 * block is left for precise code.
 *
 * What is checked
 *   at the start   no register that the block reads or writes has undefined bits (one test of a word,
 *                  undefined_registers.h); the stack pointer is aligned and where a stack can be, if the block moves it
 *                  or stores by it (speculate_stack.c)
 *   each load      its V bits are clear (speculate_checks.c)
 *   each store     its bytes are addressable; they become defined
 *
 * When it is left. A check is a side exit to the alias of its instruction's address, where the precise code of that
 * instruction lies, and of what follows it in the block. That ends where any block ends, and there execution is back in
 * speculative code. As a load or store may be the last thing an instruction does, its effects wait until its last check
 * has been made (speculate_effects.c): precise code begins it again from registers and memory as it found them. Where
 * that cannot be had, the block ends before the instruction, which is then always run precisely. What the instructions
 * before it did stays done.
 *
 * Why that is sound. All operands of the block are registers, memory and constants. The registers are defined by the
 * first test; memory is when it is loaded, by the check of the load, and as V bits that are clear also mean that the
 * bytes are addressable (shadow.h), the load is right. An operation on defined operands has a defined result, whatever
 * it does: so no V bits need be computed to know that all temporaries are defined, nothing there is to be told about a
 * condition or an address, and each write writes defined data. Writes leave their marks as precise code would: memory
 * has its V bits cleared; a register has them clear already, which is why registers that are only written are in the
 * first test, too. So the next block, whoever made it, finds V bits and the word of undefined registers right. Between
 * a check and what it is about nothing else runs, as one thread at a time does. Checks that were made hold to the end
 * of the block: in between it only makes memory defined, but where the stack moves, and there they are forgotten.
 *
 * Tags of origins mean nothing where V bits are clear, so nothing is done for them, but where the stack gives memory up
 * that has some. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/engine/engine_private.h"
#include "memcheck/pure/speculate/speculate_private.h"

#include <stddef.h>

/* --- statements --- */

static void write_temporary(struct speculation *speculation, IRStmt *statement)
{
  IRExpr *value = statement->Ist.WrTmp.data;
  const IRTemp temporary = statement->Ist.WrTmp.tmp;
  const struct distance distance = speculation->distances[temporary];
  switch (value->tag) {
  case Iex_Get:
  case Iex_GetI:
    if (speculate_is_stack_pointer(speculation, value) && distance.base == speculation->stack_base &&
        distance.offset == 0) /* it was read at the start */
      speculate_add(speculation, IRStmt_WrTmp(temporary, IRExpr_RdTmp(speculation->stack_base)));
    else
      speculate_read_register(speculation, statement);
    break;
  case Iex_Load:
    speculate_before_reading_memory(speculation);
    speculate_check_load(speculation, value->Iex.Load.addr, sizeofIRType(value->Iex.Load.ty), NULL);
    speculate_add(speculation, statement);
    break;
  default:
    speculate_add(speculation, statement);
  }
}

static void load_guarded(struct speculation *speculation, IRStmt *statement)
{
  IRLoadG *load = statement->Ist.LoadG.details;
  IRType result, type;
  typeOfIRLoadGOp(load->cvt, &result, &type);
  speculate_before_reading_memory(speculation);
  speculate_check_load(speculation, load->addr, sizeofIRType(type), load->guard);
  speculate_add(speculation, statement);
}

/* What is defined when it is read may be written. */
static void compare_and_swap(struct speculation *speculation, IRStmt *statement)
{
  IRCAS *cas = statement->Ist.CAS.details;
  int bytes = sizeofIRType(weave_type(&speculation->weave, cas->expdLo));
  speculate_check_load(speculation, cas->addr, cas->oldHi != IRTemp_INVALID ? 2 * bytes : bytes, NULL);
  speculate_add_after_effects(speculation, statement, true);
}

enum { HELPER_BYTES_MAX = 16 };

static bool has_effect(const IRDirty *dirty)
{
  bool writes = dirty->mFx == Ifx_Write || dirty->mFx == Ifx_Modify || dirty->nFxState == 0; /* nothing is said of it */
  for (int i = 0; i < dirty->nFxState; i++)
    writes = writes || dirty->fxState[i].fx != Ifx_Read;
  return writes;
}

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
  speculate_add_after_effects(speculation, statement, has_effect(dirty));
}

static void move_stack(struct speculation *speculation, IRExpr *to)
{
  if (weave_type(&speculation->weave, to) == Ity_I64)
    speculate_stack_check_move(speculation, to);
  else /* %sp or %spl */
    speculation->is_left_to_precise = true;
}

static void end_instruction(struct speculation *speculation)
{
  speculate_make_effects(speculation);
  speculation->has_had_effect = speculation->has_made_defined = false;
}

static void begin_instruction(struct speculation *speculation, IRStmt *mark)
{
  end_instruction(speculation);
  speculation->instruction = mark->Ist.IMark.addr;
  speculation->instruction_start = speculation->weave.block->stmts_used;
  engine_begin_instruction(speculation->policy, &speculation->weave, speculation->layout, mark,
                           &speculation->last_mark);
}

static void speculate_statement(struct speculation *speculation, IRStmt *statement)
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
    speculate_delay(speculation, statement);
    break;
  case Ist_StoreG: {
    const IRStoreG *store = statement->Ist.StoreG.details;
    speculate_check_store(speculation, store->addr, sizeofIRType(weave_type(&speculation->weave, store->data)),
                          store->guard);
    speculate_delay(speculation, statement);
    break;
  }
  case Ist_CAS:
    compare_and_swap(speculation, statement);
    break;
  case Ist_Dirty:
    call_helper(speculation, statement);
    break;
  case Ist_Put:
    if (speculate_moves_stack(speculation, statement))
      move_stack(speculation, statement->Ist.Put.data);
    speculate_delay(speculation, statement);
    break;
  case Ist_PutI:
  case Ist_AbiHint:
    speculate_delay(speculation, statement);
    break;
  case Ist_Exit:
    speculate_add_after_effects(speculation, statement, false);
    break;
  case Ist_LLSC:
    speculation->is_left_to_precise = true;
    break;
  case Ist_NoOp: /* not even an end of what may wait */
    break;
  default: /* MBE */
    speculate_add_after_effects(speculation, statement, false);
  }
}

/* --- the block --- */

static void continue_at(struct speculation *speculation, Addr address)
{
  speculation->weave.block->next = weave_u64(address);
  speculation->weave.block->jumpkind = Ijk_Boring;
}

/* A register that is only written has to be defined as well: else it would have to be made so, and its bit in the word
 * cleared. */
static void test_registers(struct speculation *speculation, int first, int end)
{
  struct weave *weave = &speculation->weave;
  const uint64_t registers = speculate_registers_of(speculation->block, first, end);
  if (registers == 0)
    return;
  const bool is_short = registers < UINT64_C(1) << 31;
  IRExpr *word = weave_get(weave, ENGINE_UNDEFINED, is_short ? Ity_I32 : Ity_I64);
  IRExpr *of_block = is_short ? IRExpr_Const(IRConst_U32((UInt)registers)) : weave_u64(registers);
  IRExpr *undefined = weave_binop(weave, is_short ? Iop_And32 : Iop_And64, word, of_block);
  speculate_leave_to(speculation, weave_unop(weave, is_short ? Iop_CmpNEZ32 : Iop_CmpNEZ64, undefined),
                     speculation->block->stmts[first]->Ist.IMark.addr);
}

/* The instruction is left to precise code, always. */
static void end_before_instruction(struct speculation *speculation)
{
  speculation->weave.block->stmts_used = speculation->instruction_start;
  continue_at(speculation, ENGINE_ALIAS(speculation->instruction));
}

IRSB *engine_speculate(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout,
                       bool *ret_too_large)
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
    .stack_set_by = LibVEX_Alloc((size_t)block->tyenv->types_used),
    .temporaries = (IRTemp)block->tyenv->types_used,
  };
  const int end = speculate_find_end(&speculation, first);
  memset(speculation.stack_set_by, STACK_IS_MOVED, (size_t)block->tyenv->types_used);
  speculate_measure_distances(&speculation, block);
  for (int i = 0; i < first; i++)
    speculate_add(&speculation, block->stmts[i]);
  if (standing == PROMOTIONS_WATCHED)
    weave_increment(&speculation.weave, &promotions_tally(policy->promotions, start)->runs);
  test_registers(&speculation, first, end);
  speculate_stack_begin(&speculation, start);
  for (int i = first; i < end && !speculation.is_left_to_precise; i++) {
    speculate_statement(&speculation, block->stmts[i]);
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
  return engine_has_dead_load(speculation.weave.block) ? NULL : speculation.weave.block;
}
