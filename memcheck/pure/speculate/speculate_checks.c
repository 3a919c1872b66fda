/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks of loads and stores, and leaving the block when one fails.
 *
 * A load is right if its V bits are clear: those of bytes that are not addressable never are (shadow.h). A store is
 * right if its bytes are addressable, and makes them defined, as all that speculative code computes is. If their V bits
 * are clear both is so already and nothing is written. Otherwise a stub looks at the A bits and clears the V bits, or
 * leaves (stubs.c). Stores at a known distance from the stack pointer, or below the frame pointer, mostly go to fresh
 * memory, and where their A bits lie is known: they look at these, and clear the V bits, in the block itself.
 *
 * Addresses are not compared with SHADOW_LIMIT, as precise code does: the shadow of what lies beyond lies where no
 * memory is, and the fault is taken for a failed check (coregrind-glue/translate/fault_handler.c). */
#include "memcheck/pure/engine/engine_private.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/speculate/speculate_private.h"

#include <stddef.h>

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
  speculate_add(speculation,
                IRStmt_Exit(condition, Ijk_Boring, IRConst_U64(ENGINE_ALIAS(address)), speculation->layout->offset_IP));
}

void speculate_leave_if(struct speculation *speculation, IRExpr *condition)
{
  if (speculation->has_had_effect) /* too late */
    speculation->is_left_to_precise = true;
  else
    speculate_leave_to(speculation, condition, speculation->instruction);
}

/* --- places --- */

static IRExpr *times_eight(struct speculation *speculation, IRExpr **eighth, int offset)
{
  struct weave *weave = &speculation->weave;
  if (*eighth == NULL)
    *eighth = weave_get(weave, offset, Ity_I64);
  return weave_binop(weave, Iop_Shl64, *eighth, IRExpr_Const(IRConst_U8(3)));
}

static IRExpr *add_offset(struct speculation *speculation, IRExpr *base, int64_t offset)
{
  return offset == 0 ? base : weave_binop(&speculation->weave, Iop_Add64, base, weave_u64((uint64_t)offset));
}

/* Not shared between accesses: each becomes the address of one instruction. */
IRExpr *speculate_v_place(struct speculation *speculation, IRExpr *base, int64_t offset)
{
  if (base->tag == Iex_Const)
    return weave_u64(base->Iex.Const.con->Ico.U64 + (uint64_t)offset + SHADOW_V_OFFSET);
  IRExpr *v_offset = times_eight(speculation, &speculation->v_eighth, ENGINE_V_EIGHTH);
  return add_offset(speculation, weave_binop(&speculation->weave, Iop_Add64, base, v_offset), offset);
}

IRExpr *speculate_stack_a_place(struct speculation *speculation, int64_t offset)
{
  struct weave *weave = &speculation->weave;
  if (speculation->stack_eighth == NULL)
    speculation->stack_eighth =
      weave_binop(weave, Iop_Shr64, IRExpr_RdTmp(speculation->stack_base), IRExpr_Const(IRConst_U8(3)));
  IRExpr *a_offset = times_eight(speculation, &speculation->a_eighth, ENGINE_A_EIGHTH);
  IRExpr *place = weave_binop(weave, Iop_Add64, speculation->stack_eighth, a_offset);
  return add_offset(speculation, place, offset / SHADOW_GRANULE_BYTES);
}

static IRExpr *base_of(const struct speculation *speculation, IRExpr *address, int64_t *ret_offset)
{
  struct distance distance = speculate_distance(speculation, address);
  *ret_offset = distance.base == IRTemp_INVALID ? 0 : distance.offset;
  return distance.base == IRTemp_INVALID ? address : IRExpr_RdTmp(distance.base);
}

static IRExpr *load_shadow(struct speculation *speculation, IRType type, IRExpr *place)
{
  return weave_assign(&speculation->weave, type, IRExpr_Load(Iend_LE, type, place));
}

/* Has any of the bytes a V bit set? */
static IRExpr *is_undefined(struct speculation *speculation, IRExpr *address, int bytes)
{
  struct weave *weave = &speculation->weave;
  int64_t offset;
  IRExpr *base = base_of(speculation, address, &offset);
  IRType type = weave_type_of_bytes(bytes);
  IRExpr *v_bits = load_shadow(speculation, type, speculate_v_place(speculation, base, offset));
  for (int word = 8; word < bytes; word += 8)
    v_bits =
      weave_or(weave, v_bits, load_shadow(speculation, type, speculate_v_place(speculation, base, offset + word)));
  return weave_spread(weave, Ity_I1, v_bits);
}

/* --- what is known --- */

static void note_known(struct speculation *speculation, IRExpr *address, int bytes)
{
  struct distance distance = speculate_distance(speculation, address);
  if (distance.base != IRTemp_INVALID)
    speculation->known[speculation->known_count++ % KNOWN_RANGES_MAX] =
      (struct known_range){distance.base, distance.offset, bytes};
}

static bool is_known(const struct speculation *speculation, IRExpr *address, int bytes)
{
  struct distance distance = speculate_distance(speculation, address);
  if (distance.base == IRTemp_INVALID)
    return false;
  for (unsigned i = 0; i < speculation->known_count && i < KNOWN_RANGES_MAX; i++) {
    const struct known_range *known = &speculation->known[i];
    if (known->base == distance.base && known->offset <= distance.offset &&
        distance.offset + bytes <= known->offset + known->bytes)
      return true;
  }
  return false;
}

void speculate_forget_ranges(struct speculation *speculation)
{
  speculation->known_count = 0;
}

/* --- checks --- */

void speculate_check_load(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard)
{
  if (is_known(speculation, address, bytes))
    return;
  if (speculation->has_made_defined) /* of bytes that this may read: begun again, it would not find them undefined */
    speculation->has_had_effect = true;
  IRExpr *is_bad = is_undefined(speculation, address, bytes);
  if (guard != NULL)
    is_bad = weave_binop(&speculation->weave, Iop_And1, is_bad, guard);
  speculate_leave_if(speculation, is_bad);
  if (guard == NULL)
    note_known(speculation, address, bytes);
}

/* Does the store lie in whole granules, or within one, of the stack? */
static bool is_plain_in_stack(const struct speculation *speculation, IRExpr *address, int bytes)
{
  struct distance distance = speculate_distance(speculation, address);
  if (!speculation->knows_stack || distance.base != speculation->stack_base)
    return false;
  int in_granule = (int)(distance.offset & (SHADOW_GRANULE_BYTES - 1));
  return bytes >= SHADOW_GRANULE_BYTES ? in_granule == 0 : in_granule + bytes <= SHADOW_GRANULE_BYTES;
}

/* The bytes become defined; they are known to be addressable. */
static void make_defined(struct speculation *speculation, IRExpr *address, int bytes)
{
  static const IRType types[] = {
    [1] = Ity_I8, [2] = Ity_I16, [4] = Ity_I32, [8] = Ity_I64, [16] = Ity_V128, [32] = Ity_V256};
  int64_t offset;
  IRExpr *base = base_of(speculation, address, &offset);
  IRExpr *place = speculate_v_place(speculation, base, offset);
  addStmtToIRSB(speculation->weave.block, IRStmt_Store(Iend_LE, place, weave_zeros(types[bytes])));
}

static void store_in_stack(struct speculation *speculation, IRExpr *address, int bytes)
{
  struct weave *weave = &speculation->weave;
  struct distance distance = speculate_distance(speculation, address);
  int in_granule = (int)(distance.offset & (SHADOW_GRANULE_BYTES - 1));
  IRType type = weave_type_of_bytes(bytes / SHADOW_GRANULE_BYTES);
  IRExpr *a_bits = load_shadow(speculation, type, speculate_stack_a_place(speculation, distance.offset - in_granule));
  if (bytes < SHADOW_GRANULE_BYTES)
    a_bits = weave_binop(weave, Iop_And8, a_bits, IRExpr_Const(IRConst_U8((UChar)(((1u << bytes) - 1) << in_granule))));
  speculate_leave_if(speculation, weave_spread(weave, Ity_I1, a_bits));
  make_defined(speculation, address, bytes);
}

/* A variable below the frame pointer: mostly fresh as well, but nothing says that the pointer is aligned. */
static bool is_in_frame(const struct speculation *speculation, IRExpr *address)
{
  struct distance distance = speculate_distance(speculation, address);
  return distance.base != IRTemp_INVALID && distance.base == speculation->frame_base && distance.offset < 0;
}

static void store_in_frame(struct speculation *speculation, IRExpr *address, int bytes)
{
  struct weave *weave = &speculation->weave;
  IRExpr *granule = weave_binop(weave, Iop_Shr64, address, IRExpr_Const(IRConst_U8(3)));
  IRExpr *a_offset = times_eight(speculation, &speculation->a_eighth, ENGINE_A_EIGHTH);
  IRExpr *a_bits = engine_load_a_bits(weave, address, weave_binop(weave, Iop_Add64, granule, a_offset), bytes);
  speculate_leave_if(speculation, weave_spread(weave, Ity_I1, a_bits));
  make_defined(speculation, address, bytes);
}

static void store_anywhere(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard)
{
  struct weave *weave = &speculation->weave;
  if (speculation->has_had_effect) {
    speculation->is_left_to_precise = true;
    return;
  }
  addStmtToIRSB(weave->block, IRStmt_Put(ENGINE_ADDRESS, address));
  IRExpr *is_fresh = is_undefined(speculation, address, bytes);
  if (guard != NULL)
    is_fresh = weave_binop(weave, Iop_And1, is_fresh, guard);
  const struct engine_call *call = engine_call_of_size(speculation->policy->calls.make_defined, bytes);
  IRDirty *dirty = engine_add_call(weave, speculation->layout, call, mkIRExprVec_0(), is_fresh);
  engine_declare_effect(dirty, Ifx_Read, ENGINE_ADDRESS, 8);
}

void speculate_check_store(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard)
{
  if (is_known(speculation, address, bytes))
    return;
  if (guard == NULL && is_plain_in_stack(speculation, address, bytes))
    store_in_stack(speculation, address, bytes);
  else if (guard == NULL && is_in_frame(speculation, address))
    store_in_frame(speculation, address, bytes);
  else
    store_anywhere(speculation, address, bytes, guard);
  speculation->has_made_defined = true;
  if (guard == NULL)
    note_known(speculation, address, bytes);
}
