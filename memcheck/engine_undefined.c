/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Precise code's side of the bargain with speculative code: when it leaves a block, the word that says which registers have
 * undefined bits (undefined_registers.h) is right. It is made from the shadows of those registers that the block has written. */
#include "memcheck/engine_private.h"
#include "memcheck/undefined_registers.h"

static void put(struct engine *engine, IRExpr *atom)
{
  addStmtToIRSB(engine->weave.block, IRStmt_Put(ENGINE_UNDEFINED, atom));
}

static IRExpr *in_precise(struct engine *engine, IRExpr *word)
{
  return weave_binop(&engine->weave, Iop_Or64, word, weave_u64(UNDEFINED_REGISTERS_IN_PRECISE));
}

void engine_undefined_begin(struct engine *engine)
{
  if (!engine->policy->speculates)
    return;
  engine->undefined_at_start = weave_get(&engine->weave, ENGINE_UNDEFINED, Ity_I64);
  put(engine, in_precise(engine, engine->undefined_at_start));
}

void engine_undefined_note(struct engine *engine, int offset, int bytes)
{
  engine->registers_written |= undefined_registers_touched(offset, bytes);
}

/* The register's V bits, all words of them. */
static IRExpr *v_bits_of(struct engine *engine, int offset, int bytes)
{
  struct weave *weave = &engine->weave;
  int shadow = engine->layout->total_sizeB + offset;
  IRExpr *all = weave_get(weave, shadow, Ity_I64);
  for (int word = REGISTER_WORD_BYTES; word < bytes; word += REGISTER_WORD_BYTES)
    all = weave_either(weave, all, weave_get(weave, shadow + word, Ity_I64));
  return all;
}

static IRExpr *word_now(struct engine *engine)
{
  struct weave *weave = &engine->weave;
  IRExpr *word = engine->undefined_at_start;
  if (engine->registers_written == 0)
    return word;
  word = weave_binop(weave, Iop_And64, word, weave_u64(~engine->registers_written));
  for (unsigned i = 0; i < REGISTER_RUNS; i++) {
    const struct register_run *run = &register_runs[i];
    for (int at = run->start, bit = run->first_bit; at < run->end; at += run->bytes, bit++)
      if (engine->registers_written >> bit & 1)
        word = weave_either(weave, word,
                            weave_binop(weave, Iop_And64, weave_unop(weave, Iop_CmpwNEZ64, v_bits_of(engine, at, run->bytes)),
                                        weave_u64(UINT64_C(1) << bit)));
  }
  return word;
}

void engine_undefined_exit(struct engine *engine, IRStmt *exit)
{
  if (!engine->policy->speculates) {
    addStmtToIRSB(engine->weave.block, exit);
    return;
  }
  IRExpr *word = word_now(engine);
  put(engine, word);
  addStmtToIRSB(engine->weave.block, exit);
  put(engine, in_precise(engine, word));
}

void engine_undefined_end(struct engine *engine)
{
  if (engine->policy->speculates)
    put(engine, word_now(engine));
}
