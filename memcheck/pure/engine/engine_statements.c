/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statements that are more than one access: calls of the core's helpers, guarded loads and stores, atomic exchanges. */
#include "memcheck/pure/engine/definedness.h"
#include "coregrind-glue/port/vex_operations.h"
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

static const struct shade defined = {NULL, NULL};

/* --- dirty helpers: any undefined input makes all output undefined --- */

static void collect_arguments(struct engine *engine, const IRDirty *dirty, struct shade *all)
{
  for (unsigned i = 0; dirty->args[i] != NULL; i++)
    if ((dirty->cee->mcx_mask & (1u << i)) == 0 && !is_IRExpr_VECRET_or_GSPTR(dirty->args[i]))
      engine_collect_shade(engine, all, engine_shade_of_atom(engine, dirty->args[i]));
}

/* A part of the guest state that a helper uses, as it was or as it will be. */
static void exchange_registers(struct engine *engine, int offset, int bytes, IRExpr *guard, bool is_written,
                               struct shade *all)
{
  if (engine_is_always_defined(engine, offset, bytes))
    return;
  for (int done = 0; done < bytes;) {
    IRType type = weave_type_of_bytes(bytes - done);
    if (is_written) {
      engine_put_register(engine, offset + done, type, engine_cast_shade(engine, type, *all), guard);
    } else {
      struct shade part = engine_get_register(engine, offset + done, type);
      if (guard != NULL && part.v_bits != NULL)
        part.v_bits = weave_ite(&engine->weave, guard, part.v_bits, weave_zeros(type));
      engine_collect_shade(engine, all, part);
    }
    done += sizeofIRType(type);
  }
}

static void exchange_state(struct engine *engine, const IRDirty *dirty, IRExpr *guard, bool is_written,
                           struct shade *all)
{
  IREffect other = is_written ? Ifx_Read : Ifx_Write;
  for (int i = 0; i < dirty->nFxState; i++)
    if (dirty->fxState[i].fx != other)
      for (int k = 0; k <= dirty->fxState[i].nRepeats; k++)
        exchange_registers(engine, dirty->fxState[i].offset + k * dirty->fxState[i].repeatLen, dirty->fxState[i].size,
                           guard, is_written, all);
}

static void read_memory(struct engine *engine, const IRDirty *dirty, IRExpr *guard, struct shade *all)
{
  struct weave *weave = &engine->weave;
  engine_tell_access(engine, &engine->policy->calls.read, dirty->mAddr, dirty->mSize, guard);
  IRExpr **arguments = mkIRExprVec_3(IRExpr_GSPTR(), dirty->mAddr, weave_u64((unsigned)dirty->mSize));
  engine_declare_loaded(engine_call(engine, &engine->policy->calls.helper_reads, arguments, guard));
  if (!engine->policy->values)
    return;
  struct shade memory = {weave_get(weave, ENGINE_LOADED_V, Ity_I64), NULL};
  if (engine->policy->origins)
    memory.tag = weave_get(weave, ENGINE_LOADED_TAG, Ity_I32);
  if (guard != NULL)
    memory.v_bits = weave_ite(weave, guard, memory.v_bits, weave_u64(0));
  engine_collect_shade(engine, all, memory);
}

static void write_memory(struct engine *engine, const IRDirty *dirty, IRExpr *guard, struct shade all)
{
  engine_tell_access(engine, &engine->policy->calls.written, dirty->mAddr, dirty->mSize, guard);
  struct shade word = engine_cast_shade(engine, Ity_I64, all);
  IRExpr *v_bits = word.v_bits != NULL ? word.v_bits : weave_u64(0);
  IRExpr **arguments = mkIRExprVec_5(IRExpr_GSPTR(), dirty->mAddr, weave_u64((unsigned)dirty->mSize), v_bits,
                                     all.tag != NULL ? weave_unop(&engine->weave, Iop_32Uto64, all.tag) : weave_u64(0));
  engine_call(engine, &engine->policy->calls.helper_writes, arguments, guard);
  if (engine->policy->follows)
    engine_note_stored(engine, dirty->mAddr, dirty->mSize, guard);
}

/* The call comes first. */
static bool take_shade_left(struct engine *engine, IRDirty *dirty)
{
  struct weave *weave = &engine->weave;
  const struct engine_policy *policy = engine->policy;
  if (!policy->leaves_shade || !policy->leaves_shade(dirty->cee->addr))
    return false;
  addStmtToIRSB(weave->block, IRStmt_Dirty(dirty));
  engine_set_shade(
    engine, dirty->tmp,
    (struct shade){weave_get(weave, ENGINE_LOADED_V, Ity_I64), weave_get(weave, ENGINE_LOADED_TAG, Ity_I32)});
  return true;
}

bool engine_call_dirty_helper(struct engine *engine, IRDirty *dirty)
{
  if (take_shade_left(engine, dirty))
    return true;
  if (dirty->cee->mcx_mask & CALL_KEEPS_V_BITS)
    return false;
  engine_complain(engine, dirty->guard, NULL);
  IRExpr *guard = engine_simplify_guard(dirty->guard);
  struct shade all = defined;
  collect_arguments(engine, dirty, &all);
  exchange_state(engine, dirty, guard, false, &all);
  if (dirty->mFx != Ifx_None)
    engine_complain(engine, dirty->mAddr, guard);
  if (dirty->mFx == Ifx_Read || dirty->mFx == Ifx_Modify)
    read_memory(engine, dirty, guard, &all);
  if (dirty->tmp != IRTemp_INVALID)
    engine_set_shade(engine, dirty->tmp,
                     engine_cast_shade(engine, typeOfIRTemp(engine->weave.block->tyenv, dirty->tmp), all));
  exchange_state(engine, dirty, guard, true, &all);
  if (dirty->mFx == Ifx_Write || dirty->mFx == Ifx_Modify)
    write_memory(engine, dirty, guard, all);
  return false;
}

/* --- guarded loads and stores --- */

/* The operation that widens what was loaded; Iop_INVALID: none does. */
static IROp widening(IRLoadGOp conversion)
{
  switch (conversion) {
  case ILGop_16Uto32:
    return Iop_16Uto32;
  case ILGop_16Sto32:
    return Iop_16Sto32;
  case ILGop_8Uto32:
    return Iop_8Uto32;
  case ILGop_8Sto32:
    return Iop_8Sto32;
  default:
    return Iop_INVALID;
  }
}

void engine_load_guarded(struct engine *engine, IRLoadG *load)
{
  struct weave *weave = &engine->weave;
  IRType result, loaded;
  typeOfIRLoadGOp(load->cvt, &result, &loaded);
  engine_complain(engine, load->guard, NULL);
  struct shade shade = engine_load(engine, load->addr, loaded, load->guard);
  struct shade other = engine_shade_of_atom(engine, load->alt);
  IROp op = widening(load->cvt);
  if (shade.v_bits != NULL && op != Iop_INVALID)
    shade.v_bits = weave_unop(weave, op, shade.v_bits);
  if (other.v_bits != NULL) {
    shade.tag =
      shade.tag != NULL && other.tag != NULL ? weave_ite(weave, load->guard, shade.tag, other.tag) : other.tag;
    shade.v_bits = weave_ite(weave, load->guard, shade.v_bits, other.v_bits);
  }
  engine_set_shade(engine, load->dst, shade);
}

void engine_store_guarded(struct engine *engine, IRStoreG *store)
{
  engine_complain(engine, store->guard, NULL);
  engine_store(engine, store->addr, weave_type(&engine->weave, store->data), engine_shade_of_atom(engine, store->data),
               store->guard);
}

/* --- atomic exchanges --- */

/* Whether the linked store succeeds is always defined. */
void engine_access_linked(struct engine *engine, IRStmt *statement)
{
  IRExpr *address = statement->Ist.LLSC.addr, *data = statement->Ist.LLSC.storedata;
  IRTemp result = statement->Ist.LLSC.result;
  if (data == NULL)
    engine_set_shade(engine, result,
                     engine_load(engine, address, typeOfIRTemp(engine->weave.block->tyenv, result), NULL));
  else
    engine_store(engine, address, weave_type(&engine->weave, data), engine_shade_of_atom(engine, data), NULL);
}

static const struct exchange {
  IRType type;
  IROp equal, compare;
} exchanges[] = {
  {Ity_I8, Iop_CasCmpEQ8, Iop_CmpEQ8},
  {Ity_I16, Iop_CasCmpEQ16, Iop_CmpEQ16},
  {Ity_I32, Iop_CasCmpEQ32, Iop_CmpEQ32},
  {Ity_I64, Iop_CasCmpEQ64, Iop_CmpEQ64},
};

static const struct exchange *exchange_of(IRType type)
{
  unsigned i = 0;
  while (exchanges[i].type != type)
    i++;
  return &exchanges[i];
}

/* Did the exchange take place? Compared without asking for definedness: nearly always a value is compared with
 * itself. */
static IRExpr *has_exchanged(struct engine *engine, const IRCAS *cas, const struct exchange *exchange)
{
  struct weave *weave = &engine->weave;
  if (cas->oldHi == IRTemp_INVALID)
    return weave_binop(weave, exchange->equal, cas->expdLo, IRExpr_RdTmp(cas->oldLo));
  IRExpr *high = weave_xor(weave, cas->expdHi, IRExpr_RdTmp(cas->oldHi));
  IRExpr *low = weave_xor(weave, cas->expdLo, IRExpr_RdTmp(cas->oldLo));
  return weave_binop(weave, exchange->equal, weave_or(weave, high, low), weave_zeros(exchange->type));
}

static bool compares_copies(const IRExpr *expression)
{
  return expression->tag == Iex_Binop && expression->Iex.Binop.op >= Iop_CasCmpNE8 &&
         expression->Iex.Binop.op <= Iop_CasCmpNE64;
}

/* Does it stand for an atomic instruction, which begins again if memory is not what was read a moment ago? */
static bool is_tried_again(const struct engine *engine, const IRCAS *cas)
{
  const IRExpr old = {.tag = Iex_RdTmp, .Iex.RdTmp.tmp = cas->oldLo};
  for (int i = 0; i < engine->original->stmts_used; i++) {
    const IRStmt *statement = engine->original->stmts[i];
    if (statement->tag != Ist_WrTmp || !compares_copies(statement->Ist.WrTmp.data))
      continue;
    const IRExpr *comparison = statement->Ist.WrTmp.data;
    if (engine_is_same_temporary(&old, comparison->Iex.Binop.arg1) ||
        engine_is_same_temporary(&old, comparison->Iex.Binop.arg2))
      return true;
  }
  return false;
}

/* Is it undefined whether it takes place (an I1)? NULL: it is not. */
static struct shade choice_between(struct engine *engine, IROp compare, IRExpr *expected, IRTemp old)
{
  IRExpr *const values[] = {expected, IRExpr_RdTmp(old)};
  const struct shade shades[] = {engine_shade_of_atom(engine, values[0]), engine_shade_of_atom(engine, values[1])};
  IRExpr *const v_bits[] = {shades[0].v_bits, shades[1].v_bits};
  struct shade choice = {definedness_of(&engine->weave, compare, 2, values, v_bits), NULL};
  if (choice.v_bits != NULL)
    choice.tag = shades[0].v_bits != NULL ? engine_merge_tags(engine, shades[0], shades[1]) : shades[1].tag;
  return choice;
}

static struct shade is_open(struct engine *engine, const IRCAS *cas, const struct exchange *exchange)
{
  if (is_tried_again(engine, cas))
    return defined;
  struct shade low = choice_between(engine, exchange->compare, cas->expdLo, cas->oldLo);
  if (cas->oldHi == IRTemp_INVALID)
    return low;
  struct shade high = choice_between(engine, exchange->compare, cas->expdHi, cas->oldHi);
  if (low.v_bits == NULL || high.v_bits == NULL)
    return low.v_bits != NULL ? low : high;
  return (struct shade){weave_binop(&engine->weave, Iop_Or1, low.v_bits, high.v_bits),
                        engine_merge_tags(engine, low, high)};
}

/* What memory gets, or, where it is undefined whether it gets that, whatever of it is not the same as what was
 * there. */
static struct shade shade_of_either(struct engine *engine, struct shade open, IRExpr *data, IRTemp old)
{
  struct weave *weave = &engine->weave;
  struct shade new = engine_shade_of_atom(engine, data), kept = engine_shade_of_atom(engine, IRExpr_RdTmp(old));
  if (open.v_bits == NULL)
    return new;
  IRExpr *differ = weave_xor(weave, data, IRExpr_RdTmp(old));
  if (kept.v_bits != NULL)
    differ = weave_or(weave, differ, kept.v_bits);
  struct shade chosen = {weave_and(weave, weave_spread(weave, weave_type(weave, data), open.v_bits), differ), open.tag};
  if (new.v_bits == NULL)
    return chosen;
  return (struct shade){weave_or(weave, new.v_bits, chosen.v_bits), engine_merge_tags(engine, new, chosen)};
}

void engine_compare_and_swap(struct engine *engine, IRCAS *cas)
{
  struct weave *weave = &engine->weave;
  bool is_double = cas->oldHi != IRTemp_INVALID;
  IRType type = weave_type(weave, cas->expdLo);
  const struct exchange *exchange = exchange_of(type);
  engine_complain(engine, cas->addr, NULL);
  IRExpr *high = NULL;
  if (is_double) {
    high = weave_binop(weave, Iop_Add64, cas->addr, weave_u64((unsigned)sizeofIRType(type)));
    engine_set_shade(engine, cas->oldHi, engine_load_at(engine, high, type, NULL));
  }
  engine_set_shade(engine, cas->oldLo, engine_load_at(engine, cas->addr, type, NULL));
  addStmtToIRSB(weave->block, IRStmt_CAS(cas));
  IRExpr *guard = has_exchanged(engine, cas, exchange);
  struct shade open = is_open(engine, cas, exchange);
  if (open.v_bits != NULL)
    guard = weave_binop(weave, Iop_Or1, guard, open.v_bits);
  if (is_double)
    engine_store_at(engine, high, type, shade_of_either(engine, open, cas->dataHi, cas->oldHi), guard);
  engine_store_at(engine, cas->addr, type, shade_of_either(engine, open, cas->dataLo, cas->oldLo), guard);
}
