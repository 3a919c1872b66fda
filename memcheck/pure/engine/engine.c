/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instrumenter's frame: goes through a block's statements once and puts in front of each what checks it and
 * computes the shades of what it writes. The statements themselves stay as they are. */
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

static void write_temporary(struct engine *engine, IRTemp temporary, IRExpr *expression)
{
  enum use use = engine->uses != NULL ? engine->uses[temporary] : USE_AS_VALUE;
  engine_complain_about_divisor(engine, expression);
  engine_set_shade(engine, temporary, engine_shade_of(engine, expression, use));
  stack_sums_note(&engine->stack_sums, temporary, expression);
}

/* For who is told of it: the core. */
static void tell_how_stack_is_set(struct engine *engine, int offset, IRExpr *data)
{
  struct weave *weave = &engine->weave;
  const unsigned how = stack_sums_put(&engine->stack_sums, offset, data, weave_type(weave, data));
  if (how != STACK_IS_MOVED && engine->policy->stack_set_by != NULL)
    addStmtToIRSB(weave->block, IRStmt_Store(Iend_LE, weave_u64((Addr)engine->policy->stack_set_by), weave_u64(how)));
}

static void put_register(struct engine *engine, int offset, IRExpr *data)
{
  engine_put_register(engine, offset, weave_type(&engine->weave, data), engine_shade_of_atom(engine, data), NULL);
}

static void store_data(struct engine *engine, IRExpr *address, IRExpr *data)
{
  engine_store(engine, address, weave_type(&engine->weave, data), engine_shade_of_atom(engine, data), NULL);
}

static void add_statement(struct engine *engine, IRStmt *statement)
{
  addStmtToIRSB(engine->weave.block, statement);
}

/* Does a jump lead from one instruction to the other? Both may stand side by side. */
static bool is_reached_by_jump(const struct engine_policy *policy, const IRStmt *from, const IRStmt *to)
{
  if (from->Ist.IMark.addr + from->Ist.IMark.len != to->Ist.IMark.addr)
    return true;
  return policy->jumps_to_next && policy->jumps_to_next(from->Ist.IMark.addr, from->Ist.IMark.len);
}

/* VEX follows jumps and calls, and does not update the instruction pointer at their targets: what the first instruction
 * there does would seem to happen at the jump. */
void engine_begin_instruction(const struct engine_policy *policy, struct weave *weave, const VexGuestLayout *layout,
                              IRStmt *mark, const IRStmt **last)
{
  addStmtToIRSB(weave->block, mark);
  if (*last && is_reached_by_jump(policy, *last, mark))
    addStmtToIRSB(weave->block, IRStmt_Put(layout->offset_IP, weave_u64(mark->Ist.IMark.addr)));
  *last = mark;
}

/* The ABI gives up what lies below the stack pointer, at calls and returns. */
static void forget_redzone(struct engine *engine, IRExpr *base, int bytes)
{
  if (engine->policy->values)
    engine_call(engine, &engine->policy->calls.forget_redzone, mkIRExprVec_2(base, weave_u64((unsigned)bytes)), NULL);
}

/* What a return gives up is followed while the stack is still that of the function which returns. */
static void give_up_before_return(struct engine *engine, const IRStmt *mark)
{
  const IRSB *original = engine->original;
  if (!engine->policy->follows || original->jumpkind != Ijk_Ret)
    return;
  for (int i = original->stmts_used - 1; original->stmts[i] != mark; i--)
    if (original->stmts[i]->tag == Ist_IMark)
      return;
  IRExpr *sp = weave_get(&engine->weave, engine->layout->offset_SP, Ity_I64);
  forget_redzone(engine, weave_binop(&engine->weave, Iop_Sub64, sp, weave_u64(REDZONE_BYTES)), REDZONE_BYTES);
}

/* Everything but the copy of the statement; true: that was made as well. */
static bool instrument_statement(struct engine *engine, IRStmt *statement)
{
  switch (statement->tag) {
  case Ist_WrTmp:
    write_temporary(engine, statement->Ist.WrTmp.tmp, statement->Ist.WrTmp.data);
    return false;
  case Ist_Put:
    put_register(engine, statement->Ist.Put.offset, statement->Ist.Put.data);
    tell_how_stack_is_set(engine, statement->Ist.Put.offset, statement->Ist.Put.data);
    return false;
  case Ist_PutI:
    engine_put_indexed_register(engine, statement->Ist.PutI.details);
    return false;
  case Ist_Store:
    store_data(engine, statement->Ist.Store.addr, statement->Ist.Store.data);
    return false;
  case Ist_StoreG:
    engine_store_guarded(engine, statement->Ist.StoreG.details);
    return false;
  case Ist_LoadG:
    engine_load_guarded(engine, statement->Ist.LoadG.details);
    return false;
  case Ist_CAS:
    engine_compare_and_swap(engine, statement->Ist.CAS.details);
    return true;
  case Ist_LLSC:
    engine_access_linked(engine, statement);
    return false;
  case Ist_Dirty:
    return engine_call_dirty_helper(engine, statement->Ist.Dirty.details);
  case Ist_AbiHint:
    forget_redzone(engine, statement->Ist.AbiHint.base, statement->Ist.AbiHint.len);
    return false;
  case Ist_Exit:
    engine_complain(engine, statement->Ist.Exit.guard, NULL);
    engine_undefined_add_exit(engine, statement);
    return true;
  case Ist_IMark:
    engine_begin_instruction(engine->policy, &engine->weave, engine->layout, statement, &engine->last_mark);
    give_up_before_return(engine, statement);
    return true;
  default: /* NoOp, MBE */
    return false;
  }
}

static bool is_too_large(const struct engine *engine)
{
  int most = engine->policy->statements_max;
  return most != 0 && engine->weave.block->stmts_used > most;
}

IRSB *engine_instrument(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout, Addr at)
{
  size_t temporaries = (size_t)block->tyenv->types_used;
  struct engine engine = {
    .weave = {.block = deepCopyIRSBExceptStmts(block)},
    .policy = policy,
    .layout = layout,
    .original = block,
    .shades = LibVEX_Alloc(temporaries * sizeof(struct shade)),
  };
  for (size_t i = 0; i < temporaries; i++)
    engine.shades[i] = (struct shade){NULL, NULL};
  stack_sums_begin(&engine.stack_sums, block, layout);
  engine.uses = policy->values ? engine_find_uses(block) : NULL;
  int first = weave_first_instruction(block);
  for (int i = 0; i < first; i++) /* not checked: its temporaries are defined */
    add_statement(&engine, block->stmts[i]);
  if (at != 0) /* it has the alias now */
    add_statement(&engine, IRStmt_Put(layout->offset_IP, weave_u64(at)));
  engine_undefined_begin(&engine, block, at);
  for (int i = first; i < block->stmts_used; i++) {
    if (!instrument_statement(&engine, block->stmts[i]))
      add_statement(&engine, block->stmts[i]);
    engine_tell_stored(&engine);
    if (is_too_large(&engine))
      return NULL;
  }
  engine_complain(&engine, block->next, NULL);
  engine_undefined_end(&engine);
  engine_drop_repeated_complaints(&engine);
  return engine.weave.block;
}
