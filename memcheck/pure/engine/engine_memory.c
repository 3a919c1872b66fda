/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads and stores. The usual case, where all is defined and addressable, is decided by code in the block; only what is
 * not calls into the tool (checks.h).
 *
 * A load reads the V bits of its bytes: zero says that they are addressable and defined. Else the call reports bytes
 * that may not be touched, and leaves the V bits of the rest in ENGINE_LOADED_V and their origin in ENGINE_LOADED_TAG,
 * two places of the shadow registers that belong to no register. As what the call leaves is always a part of the V bits
 * that were read, and those are zero where it was not made, `and` joins both cases.
 *
 * A store writes its V bits before it looks at the A bits; where those forbid it, the call puts back what the V bits
 * were (all ones). Both come before the access itself, so that a report shows registers and stack as the instruction
 * found them.
 *
 * Addresses beyond what the guest can own are looked up at SHADOW_LIMIT, where nothing is addressable. */
#include "memcheck/pure/engine/engine_private.h"
#include "memcheck/pure/shadow/shadow.h"

#include <stddef.h>

static IRExpr *within_limit(struct engine *engine, IRExpr *address)
{
  struct weave *weave = &engine->weave;
  if (address->tag == Iex_Const)
    return address->Iex.Const.con->Ico.U64 < SHADOW_LIMIT ? address : weave_u64(SHADOW_LIMIT);
  IRExpr *is_within = weave_binop(weave, Iop_CmpLT64U, address, weave_u64(SHADOW_LIMIT));
  return weave_ite(weave, is_within, address, weave_u64(SHADOW_LIMIT));
}

static IRExpr *add_offset(struct engine *engine, IRExpr *address, uint64_t offset)
{
  if (address->tag == Iex_Const)
    return weave_u64(address->Iex.Const.con->Ico.U64 + offset);
  return weave_binop(&engine->weave, Iop_Add64, address, weave_u64(offset));
}

/* Instructions that read and write one place ask for it twice. */
static struct place place_of(struct engine *engine, IRExpr *address)
{
  if (engine_is_same_temporary(engine->last_place.address, address))
    return engine->last_place;
  IRExpr *within = within_limit(engine, address);
  return engine->last_place = (struct place){address, within, add_offset(engine, within, SHADOW_V_OFFSET)};
}

static IRExpr *load_shadow(struct engine *engine, IRType type, IRExpr *address)
{
  return weave_assign(&engine->weave, type, IRExpr_Load(Iend_LE, type, address));
}

IRExpr *engine_load_a_bits(struct weave *weave, IRExpr *address, IRExpr *place, int bytes)
{
  /* As wide as the bits and the seven before them. */
  IRType type = bytes == 1 ? Ity_I8 : bytes <= 8 ? Ity_I16 : bytes == 16 ? Ity_I32 : Ity_I64;
  IRExpr *word = engine_fold_v_bits(weave, weave_assign(weave, type, IRExpr_Load(Iend_LE, type, place)));
  IRExpr *shift =
    weave_unop(weave, Iop_64to8, weave_binop(weave, Iop_And64, address, weave_u64(SHADOW_GRANULE_BYTES - 1)));
  IRExpr *shifted = weave_binop(weave, Iop_Shr64, word, shift);
  return weave_binop(weave, Iop_And64, shifted, weave_u64((UINT64_C(1) << bytes) - 1));
}

static IRExpr *a_bits(struct engine *engine, IRExpr *address, int bytes)
{
  IRExpr *granule = weave_binop(&engine->weave, Iop_Shr64, address, IRExpr_Const(IRConst_U8(3)));
  return engine_load_a_bits(&engine->weave, address, add_offset(engine, granule, SHADOW_A_OFFSET), bytes);
}

static IRExpr *is_any_set(struct engine *engine, IRExpr *bits)
{
  return weave_spread(&engine->weave, Ity_I1, bits);
}

static IRDirty *call_check(struct engine *engine, const struct engine_call calls[], int bytes, IRExpr *address,
                           IRExpr *guard)
{
  addStmtToIRSB(engine->weave.block, IRStmt_Put(ENGINE_ADDRESS, address));
  IRDirty *dirty = engine_call(engine, engine_call_of_size(calls, bytes), mkIRExprVec_0(), guard);
  engine_declare_effect(dirty, Ifx_Read, ENGINE_ADDRESS, 8);
  return dirty;
}

void engine_declare_loaded(IRDirty *dirty)
{
  engine_declare_effect(dirty, Ifx_Modify, ENGINE_LOADED_V, ENGINE_LOADED_V_BYTES);
  engine_declare_effect(dirty, Ifx_Modify, ENGINE_LOADED_TAG, 4);
}

static struct shade load_value(struct engine *engine, IRExpr *address, IRType type, IRExpr *guard)
{
  struct weave *weave = &engine->weave;
  IRType shadow_type = weave_shadow_type(type);
  int bytes = sizeofIRType(type);
  IRExpr *v_bits = load_shadow(engine, shadow_type, place_of(engine, address).v_bits);
  IRExpr *is_suspect = engine_and_guards(engine, is_any_set(engine, v_bits), guard);
  engine_declare_loaded(call_check(engine, engine->policy->calls.load, bytes, address, is_suspect));
  IRExpr *checked = weave_and(weave, v_bits, weave_get(weave, ENGINE_LOADED_V, shadow_type));
  struct shade shade = {checked, engine->policy->origins ? weave_get(weave, ENGINE_LOADED_TAG, Ity_I32) : NULL};
  if (guard != NULL)
    shade.v_bits = weave_ite(weave, guard, shade.v_bits, weave_zeros(shadow_type));
  return shade;
}

/* Without values, only addressability is looked at. */
static void check_addressable(struct engine *engine, const struct engine_call calls[], IRExpr *address, int bytes,
                              IRExpr *guard)
{
  IRExpr *bits = a_bits(engine, within_limit(engine, address), bytes);
  call_check(engine, calls, bytes, address, engine_and_guards(engine, is_any_set(engine, bits), guard));
}

void engine_tell_access(struct engine *engine, const struct engine_call *call, IRExpr *address, int bytes,
                        IRExpr *guard)
{
  if (call->function == NULL)
    return;
  IRExpr **arguments = mkIRExprVec_2(address, weave_u64((unsigned)bytes));
  IRDirty *dirty = unsafeIRDirty_0_N(0, call->name, call->function, arguments);
  if (guard != NULL)
    dirty->guard = guard;
  addStmtToIRSB(engine->weave.block, IRStmt_Dirty(dirty));
}

struct shade engine_load_at(struct engine *engine, IRExpr *address, IRType type, IRExpr *guard)
{
  guard = engine_simplify_guard(guard);
  engine_tell_access(engine, &engine->policy->calls.read, address, sizeofIRType(type), guard);
  if (engine->policy->values)
    return load_value(engine, address, type, guard);
  check_addressable(engine, engine->policy->calls.load, address, sizeofIRType(type), guard);
  return (struct shade){NULL, NULL};
}

struct shade engine_load(struct engine *engine, IRExpr *address, IRType type, IRExpr *guard)
{
  engine_complain(engine, address, guard);
  return engine_load_at(engine, address, type, guard);
}

/* --- telling of stores --- */

static IRExpr *overwrites_undefined(struct engine *engine, IRExpr *old, IRExpr *new, IRExpr *guard)
{
  return engine_and_guards(engine, is_any_set(engine, weave_or(&engine->weave, old, new)), guard);
}

void engine_note_stored(struct engine *engine, IRExpr *address, int bytes, IRExpr *guard)
{
  engine->stores[engine->store_count++] = (struct told_store){address, guard, bytes};
}

void engine_tell_stored(struct engine *engine)
{
  for (unsigned i = 0; i < engine->store_count; i++) {
    const struct told_store *store = &engine->stores[i];
    IRExpr **arguments = mkIRExprVec_2(store->address, weave_u64((unsigned)store->bytes));
    engine_call(engine, &engine->policy->calls.stored, arguments, store->guard);
  }
  engine->store_count = 0;
}

/* --- */

static void store_value(struct engine *engine, IRExpr *address, IRType type, struct shade shade, IRExpr *guard)
{
  struct weave *weave = &engine->weave;
  IRType shadow_type = weave_shadow_type(type);
  int bytes = sizeofIRType(type);
  struct place place = place_of(engine, address);
  IRExpr *suspect = a_bits(engine, place.within, bytes);
  if (shade.v_bits == NULL)
    shade = (struct shade){weave_zeros(shadow_type), NULL};
  else
    suspect = weave_binop(weave, Iop_Or64, suspect, engine_fold_v_bits(weave, shade.v_bits));
  IRExpr *written = shade.v_bits;
  if (engine->policy->follows)
    engine_note_stored(engine, address, bytes,
                       overwrites_undefined(engine, load_shadow(engine, shadow_type, place.v_bits), written, guard));
  if (guard != NULL)
    written = weave_ite(weave, guard, written, load_shadow(engine, shadow_type, place.v_bits));
  addStmtToIRSB(weave->block, IRStmt_Store(Iend_LE, place.v_bits, written));
  engine_put_tag_for_check(engine, shade);
  call_check(engine, engine->policy->calls.store, bytes, address,
             engine_and_guards(engine, is_any_set(engine, suspect), guard));
}

void engine_store_at(struct engine *engine, IRExpr *address, IRType type, struct shade shade, IRExpr *guard)
{
  guard = engine_simplify_guard(guard);
  engine_tell_access(engine, &engine->policy->calls.written, address, sizeofIRType(type), guard);
  if (engine->policy->values)
    store_value(engine, address, type, shade, guard);
  else
    check_addressable(engine, engine->policy->calls.store, address, sizeofIRType(type), guard);
}

void engine_store(struct engine *engine, IRExpr *address, IRType type, struct shade shade, IRExpr *guard)
{
  engine_complain(engine, address, guard);
  engine_store_at(engine, address, type, shade, guard);
}
