/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Precise code's side of the bargain with speculative code: when it leaves a block, the word that says which registers
 * have undefined bits (undefined_registers.h) is right. At each exit the word as it was last made is corrected by the
 * registers that were written since. Most of these are of one word and were written as a whole: what was written is
 * still at hand, often known to be defined, or the same for several of them, as a result is for the flags. Of others
 * the shadow registers are read.
 *
 * Between promoted blocks (failing_instructions.h), which do not look at the word, all that were written are taken for
 * undefined. That is put right when speculative code was left for no better reason. */
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

static void put_field(struct engine *engine, int place, IRExpr *atom)
{
  addStmtToIRSB(engine->weave.block, IRStmt_Put(place, atom));
}

static void put_is_precise(struct engine *engine, bool is_precise)
{
  put_field(engine, ENGINE_IS_PRECISE, weave_u64(is_precise));
}

static bool is_promoted(const struct engine *engine, Addr address)
{
  return promotions_standing(engine->policy->promotions, address) == PROMOTIONS_PRECISE;
}

static bool leads_to_promoted(const struct engine *engine, IRJumpKind kind, const IRConst *target)
{
  return engine->is_promoted && kind == Ijk_Boring && is_promoted(engine, target->Ico.U64);
}

static void recheck_registers(struct engine *engine)
{
  struct weave *weave = &engine->weave;
  const int half = sizeof(uint32_t);
  IRExpr *word = weave_get(weave, ENGINE_UNDEFINED + half, Ity_I32);
  IRExpr *guessed = weave_binop(weave, Iop_And32, word, IRExpr_Const(IRConst_U32(UNDEFINED_REGISTERS_GUESSED >> 32)));
  IRDirty *dirty = engine_call(engine, &engine->policy->calls.recheck_registers, mkIRExprVec_0(),
                               weave_unop(weave, Iop_CmpNEZ32, guessed));
  engine_declare_effect(dirty, Ifx_Modify, ENGINE_UNDEFINED, sizeof(uint64_t));
  engine_declare_effect(dirty, Ifx_Read, engine->layout->total_sizeB, engine->layout->total_sizeB);
}

static void count_failure(struct engine *engine, Addr at)
{
  struct promotions_tally *tally = promotions_tally(engine->policy->promotions, at);
  weave_increment(&engine->weave, &tally->failures);
  addStmtToIRSB(engine->weave.block, IRStmt_Store(Iend_LE, weave_u64((uintptr_t)&tally->address), weave_u64(at)));
}

void engine_undefined_begin(struct engine *engine, const IRSB *block, Addr at)
{
  if (!engine->policy->speculates)
    return;
  const int first = weave_first_instruction(block);
  engine->is_promoted = first < block->stmts_used && is_promoted(engine, block->stmts[first]->Ist.IMark.addr);
  engine->stays_precise =
    block->next->tag == Iex_Const && leads_to_promoted(engine, block->jumpkind, block->next->Iex.Const.con);
  if (at != 0 && engine->policy->promotions != NULL) {
    count_failure(engine, at);
    recheck_registers(engine);
  }
  engine->undefined = weave_get(&engine->weave, ENGINE_UNDEFINED, Ity_I64);
  put_is_precise(engine, true);
}

void engine_undefined_note_write(struct engine *engine, int offset, int bytes, IRExpr *v_bits)
{
  uint64_t touched = undefined_registers_touched(offset, bytes);
  bool is_whole = bytes == REGISTER_WORD_BYTES && undefined_registers_covered(offset, bytes) == touched;
  engine->registers_written |= touched;
  for (; touched != 0; touched &= touched - 1)
    engine->written[__builtin_ctzll(touched)] = is_whole ? v_bits : NULL;
}

/* The register's V bits, all words of them. */
static IRExpr *v_bits_in(struct engine *engine, int offset, int bytes)
{
  struct weave *weave = &engine->weave;
  int shadow = engine->layout->total_sizeB + offset;
  IRExpr *all = weave_get(weave, shadow, Ity_I64);
  for (int word = REGISTER_WORD_BYTES; word < bytes; word += REGISTER_WORD_BYTES)
    all = weave_or(weave, all, weave_get(weave, shadow + word, Ity_I64));
  return all;
}

static IRExpr *v_bits_of(struct engine *engine, int bit)
{
  if (engine->written[bit] != NULL)
    return engine->written[bit];
  const struct register_run *run = undefined_registers_run(bit);
  return v_bits_in(engine, register_run_place(run, bit), run->bytes);
}

/* Of the registers `left`, those that have the same V bits as one of them. */
static uint64_t registers_alike(const struct engine *engine, const IRExpr *v_bits, uint64_t left)
{
  uint64_t found = 0;
  for (; left != 0; left &= left - 1)
    if (engine->written[__builtin_ctzll(left)] != NULL &&
        engine_is_same_temporary(v_bits, engine->written[__builtin_ctzll(left)]))
      found |= left & -left;
  return found;
}

static void put_word(struct engine *engine)
{
  struct weave *weave = &engine->weave;
  uint64_t left = engine->registers_written;
  if (left == 0)
    return;
  IRExpr *word = weave_binop(weave, Iop_And64, engine->undefined, weave_u64(~left));
  while (left != 0) {
    IRExpr *v_bits = v_bits_of(engine, __builtin_ctzll(left));
    uint64_t registers = (left & -left) | registers_alike(engine, v_bits, left);
    left &= ~registers;
    if (v_bits->tag != Iex_Const)
      word = weave_or(weave, word, weave_binop(weave, Iop_And64, weave_unop(weave, Iop_CmpwNEZ64, v_bits),
                                                   weave_u64(registers)));
  }
  put_field(engine, ENGINE_UNDEFINED, word);
  engine->undefined = word;
  engine->registers_written = 0;
}

/* The word is not what was put last: other ways out may be told more. */
static void put_guess(struct engine *engine)
{
  uint64_t undefined = 0;
  for (uint64_t left = engine->registers_written; left != 0; left &= left - 1) {
    const IRExpr *v_bits = engine->written[__builtin_ctzll(left)];
    if (v_bits == NULL || v_bits->tag != Iex_Const)
      undefined |= left & -left;
  }
  undefined |= undefined != 0 ? UNDEFINED_REGISTERS_GUESSED : 0;
  put_field(engine, ENGINE_UNDEFINED, weave_or(&engine->weave, engine->undefined, weave_u64(undefined)));
}

/* What has to be right before a way out of the block. */
static void put_at_exit(struct engine *engine, bool is_to_promoted)
{
  if (is_to_promoted)
    put_guess(engine);
  else
    put_word(engine);
  put_is_precise(engine, false);
}

void engine_undefined_add_exit(struct engine *engine, IRStmt *exit)
{
  if (!engine->policy->speculates) {
    addStmtToIRSB(engine->weave.block, exit);
    return;
  }
  put_at_exit(engine, engine->stays_precise || leads_to_promoted(engine, exit->Ist.Exit.jk, exit->Ist.Exit.dst));
  addStmtToIRSB(engine->weave.block, exit);
  put_is_precise(engine, true);
}

/* Where a jump through memory loads its target, a fault is that of precise code. VEX moves a load to where its value is
 * used, if that is one place, and the jump comes behind what says otherwise: so there is another one. */
static void keep_load_of_target(struct engine *engine)
{
  IRExpr *target = engine->weave.block->next;
  if (target->tag == Iex_RdTmp)
    put_field(engine, engine->layout->offset_IP, target);
}

void engine_undefined_end(struct engine *engine)
{
  if (!engine->policy->speculates)
    return;
  keep_load_of_target(engine);
  put_at_exit(engine, engine->stays_precise);
}
