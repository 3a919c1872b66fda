/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stack pointer moves at every call and return, so what that means for the shadow (memory_states.c) stands in the
 * code: bytes that become part of the stack are addressable and undefined, those that leave it are neither, and both
 * lie lower by the red zone. A block that moves it tests first that it is aligned and points to where memory can be.
 * Moves that are long, or by an unknown distance, are a call.
 *
 * Tags of origins die with their bytes. Speculative code leaves that to precise code: none of what the block gives up
 * may have a tag, which one comparison with the lowest tagged address shows. */
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/engine/engine_private.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/speculate/speculate_private.h"

#include <stddef.h>

enum {
  INLINE_BYTES_MAX = 256,     /* of a move */
  LOWEST_STACK = 64 << 10,    /* nothing below it is a stack, so that distances from it are within the shadow */
};

/* How far above that a stack is looked for: one test of bits. */
#define STACK_SPACE_BYTES (UINT64_C(1) << 45)
_Static_assert(STACK_SPACE_BYTES + LOWEST_STACK < SHADOW_LIMIT, "stacks have a shadow");

/* --- what a block does to the stack --- */

/* What the block does to the stack, seen from one of its bases. */
struct survey {
  IRTemp base;
  bool uses, moves, stores, gives_up;
  int64_t highest; /* distance from the base, up to which memory is given up */
};

static void note_given_up(struct survey *survey, struct distance distance, int bytes)
{
  survey->moves = true;
  if (distance.base != survey->base)
    return;
  int64_t end = distance.offset + bytes;
  survey->highest = !survey->gives_up || end > survey->highest ? end : survey->highest;
  survey->gives_up = true;
}

/* With followed pointers, what is overwritten is given up. */
static void note_store(const struct speculation *speculation, struct distance distance, int bytes,
                       struct survey *survey)
{
  const bool moves = survey->moves;
  survey->stores |= distance.base == survey->base;
  if (speculation->policy->follows)
    note_given_up(survey, distance, bytes);
  survey->moves = moves;
}

static void survey_statement(const struct speculation *speculation, const IRStmt *statement, struct survey *survey)
{
  switch (statement->tag) {
  case Ist_WrTmp:
    survey->uses |= speculate_distance(speculation, IRExpr_RdTmp(statement->Ist.WrTmp.tmp)).base == survey->base;
    break;
  case Ist_Put:
    if (statement->Ist.Put.offset == speculation->layout->offset_SP)
      note_given_up(survey, speculate_distance(speculation, statement->Ist.Put.data), 0);
    break;
  case Ist_AbiHint:
    note_given_up(survey, speculate_distance(speculation, statement->Ist.AbiHint.base), statement->Ist.AbiHint.len);
    break;
  case Ist_Store:
    note_store(speculation, speculate_distance(speculation, statement->Ist.Store.addr),
               sizeofIRType(weave_type(&speculation->weave, statement->Ist.Store.data)), survey);
    break;
  case Ist_StoreG:
    note_store(speculation, speculate_distance(speculation, statement->Ist.StoreG.details->addr),
               sizeofIRType(weave_type(&speculation->weave, statement->Ist.StoreG.details->data)), survey);
    break;
  default:
    break;
  }
}

static struct survey survey_from(const struct speculation *speculation, IRTemp base)
{
  struct survey survey = {base, false, false, false, false, 0};
  for (int i = 0; i < speculation->block->stmts_used; i++)
    survey_statement(speculation, speculation->block->stmts[i], &survey);
  return survey;
}

/* Is the stack not where it can be handled here? */
static IRExpr *is_misplaced(struct speculation *speculation, IRExpr *sp)
{
  struct weave *weave = &speculation->weave;
  IRExpr *above = weave_binop(weave, Iop_Sub64, sp, weave_u64(LOWEST_STACK));
  IRExpr *mask = weave_u64(~(STACK_SPACE_BYTES - 1) | (SHADOW_GRANULE_BYTES - 1));
  IRExpr *misplaced = weave_binop(weave, Iop_And64, above, mask);
  return weave_unop(weave, Iop_CmpNEZ64, misplaced);
}

/* Has any of what is given up a tag? */
static IRExpr *is_tagged(struct speculation *speculation, IRExpr *sp, int64_t highest)
{
  struct weave *weave = &speculation->weave;
  IRExpr *place = weave_u64((Addr)speculation->policy->lowest_stack_tag);
  IRExpr *tagged = weave_assign(weave, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, place));
  IRExpr *end = highest == 0 ? sp : weave_binop(weave, Iop_Add64, sp, weave_u64((uint64_t)highest));
  return weave_binop(weave, Iop_CmpLT64U, tagged, end);
}

void speculate_stack_begin(struct speculation *speculation, Addr start)
{
  struct weave *weave = &speculation->weave;
  struct survey survey = survey_from(speculation, speculation->stack_base);
  if (!survey.uses && !survey.moves)
    return;
  IRExpr *sp = IRExpr_RdTmp(speculation->stack_base);
  addStmtToIRSB(weave->block,
                IRStmt_WrTmp(speculation->stack_base, IRExpr_Get(speculation->layout->offset_SP, Ity_I64)));
  if (!survey.moves && !survey.stores)
    return;
  speculate_leave_to(speculation, is_misplaced(speculation, sp), start);
  if (survey.gives_up && speculation->policy->origins)
    speculate_leave_to(speculation, is_tagged(speculation, sp, survey.highest), start);
  speculation->knows_stack = true;
}

/* When it goes to another base, what follows is seen from there. */
void speculate_stack_check_move(struct speculation *speculation, IRExpr *to)
{
  struct distance target = speculate_distance(speculation, to);
  if (target.base == speculation->stack_base || target.base == IRTemp_INVALID)
    return;
  struct survey survey = survey_from(speculation, target.base);
  IRExpr *base = IRExpr_RdTmp(target.base);
  speculate_leave_if(speculation, is_misplaced(speculation, base));
  if (speculation->policy->origins)
    speculate_leave_if(speculation, is_tagged(speculation, base, survey.highest));
}

/* --- filling --- */

static void store_at(struct speculation *speculation, IRExpr *place, IRExpr *value)
{
  addStmtToIRSB(speculation->weave.block, IRStmt_Store(Iend_LE, place, value));
}

static void fill_v(struct speculation *speculation, int64_t offset, int64_t bytes)
{
  IRExpr *base = IRExpr_RdTmp(speculation->stack_base);
  for (; bytes >= 16; offset += 16, bytes -= 16)
    store_at(speculation, speculate_v_place(speculation, base, offset), weave_ones(Ity_V128));
  if (bytes > 0)
    store_at(speculation, speculate_v_place(speculation, base, offset), weave_ones(Ity_I64));
}

static void fill_a(struct speculation *speculation, int64_t offset, int64_t bytes, bool is_addressable)
{
  for (int64_t left = bytes / SHADOW_GRANULE_BYTES, piece; left > 0;
       left -= piece, offset += piece * SHADOW_GRANULE_BYTES) {
    IRType type = weave_type_of_bytes((int)left);
    piece = sizeofIRType(type);
    store_at(speculation, speculate_stack_a_place(speculation, offset),
             is_addressable ? weave_zeros(type) : weave_ones(type));
  }
}

/* --- moves --- */

static bool is_in_granules(int64_t bytes)
{
  return bytes % SHADOW_GRANULE_BYTES == 0;
}

static bool is_inline(const struct speculation *speculation, struct distance from, struct distance to)
{
  int64_t bytes = to.offset - from.offset;
  return speculation->knows_stack && from.base == speculation->stack_base && to.base == speculation->stack_base &&
         is_in_granules(from.offset) && is_in_granules(bytes) && bytes <= INLINE_BYTES_MAX &&
         bytes >= -INLINE_BYTES_MAX && from.offset > -LOWEST_STACK / 2 && from.offset < LOWEST_STACK / 2;
}

static unsigned how_set(const struct speculation *speculation, const IRExpr *to)
{
  if (to->tag != Iex_RdTmp)
    return STACK_IS_SET_FREELY;
  return to->Iex.RdTmp.tmp < speculation->temporaries ? speculation->stack_set_by[to->Iex.RdTmp.tmp] : STACK_IS_MOVED;
}

void speculate_stack_delay_move(struct speculation *speculation, const IRExpr *to)
{
  speculation->set_before = how_set(speculation, to);
}

static void call_for_move(struct speculation *speculation, IRExpr *to, unsigned how)
{
  struct weave *weave = &speculation->weave;
  const struct engine_calls *calls = &speculation->policy->calls;
  IRExpr *old = weave_get(weave, speculation->layout->offset_SP, Ity_I64);
  if (how == STACK_IS_MOVED)
    engine_add_call(weave, speculation->layout, &calls->stack_moved, mkIRExprVec_2(old, to), NULL);
  else
    engine_add_call(weave, speculation->layout, &calls->stack_set, mkIRExprVec_3(old, to, weave_u64(how)), NULL);
}

void speculate_stack_move(struct speculation *speculation, IRExpr *to, bool is_covered)
{
  struct distance from = speculation->sp, target = speculate_distance(speculation, to);
  const unsigned how = speculation->set_before != STACK_IS_MOVED ? speculation->set_before : how_set(speculation, to);
  speculation->set_before = STACK_IS_MOVED;
  speculation->sp = target;
  speculate_forget_ranges(speculation);
  if (!is_inline(speculation, from, target)) {
    call_for_move(speculation, to, how);
    speculation->knows_stack = target.base != IRTemp_INVALID;
    speculation->stack_base = target.base;
    speculation->stack_eighth = NULL;
    return;
  }
  bool grows = target.offset < from.offset;
  int64_t start = (grows ? target.offset : from.offset) - REDZONE_BYTES;
  int64_t bytes = grows ? from.offset - target.offset : target.offset - from.offset;
  if (grows && is_covered)
    return;
  fill_v(speculation, start, bytes);
  fill_a(speculation, start, bytes, grows);
}

void speculate_stack_give_up(struct speculation *speculation, IRExpr *base, int bytes)
{
  struct distance start = speculate_distance(speculation, base);
  speculate_forget_ranges(speculation);
  if (speculation->knows_stack && start.base == speculation->stack_base && is_in_granules(start.offset) &&
      bytes == REDZONE_BYTES) {
    fill_v(speculation, start.offset, bytes);
    fill_a(speculation, start.offset, bytes, true);
    return;
  }
  engine_add_call(&speculation->weave, speculation->layout, &speculation->policy->calls.forget_redzone,
                  mkIRExprVec_2(base, weave_u64((unsigned)bytes)), NULL);
}
