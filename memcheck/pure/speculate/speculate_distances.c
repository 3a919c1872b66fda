/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where addresses lie to one another: each temporary of the block as another one plus a constant, as far as it is made
 * of that one by sums. So two accesses by %rsp or by one pointer are seen to touch the same bytes, and a store to lie
 * in whole granules of the stack, when the code is made.
 *
 * The stack pointer that the block begins with has a temporary of its own, the first stack base. Where the block sets
 * the stack pointer to something else, the temporary that this was made of becomes the base. */
#include "memcheck/pure/engine/stack_sums.h"
#include "memcheck/pure/speculate/speculate_private.h"

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

bool speculate_is_stack_pointer(const struct speculation *speculation, const IRExpr *value)
{
  return is_register(value, speculation->layout->offset_SP);
}

static struct distance distance_of_value(const struct speculation *speculation, IRTemp temporary, const IRExpr *value)
{
  struct distance self = {temporary, 0};
  int64_t constant;
  if (value->tag == Iex_RdTmp)
    return speculate_distance(speculation, value);
  if (speculate_is_stack_pointer(speculation, value))
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

static void note_stack_set(struct speculation *speculation, struct stack_sums *sums, const IRExpr *to)
{
  const unsigned how = stack_sums_put(sums, speculation->layout->offset_SP, to, Ity_I64);
  if (to->tag == Iex_RdTmp && to->Iex.RdTmp.tmp < speculation->temporaries && how != STACK_IS_MOVED)
    speculation->stack_set_by[to->Iex.RdTmp.tmp] = (uint8_t)how;
}

void speculate_measure_distances(struct speculation *speculation, const IRSB *block)
{
  speculation->stack_base = newIRTemp(speculation->weave.block->tyenv, Ity_I64);
  struct distance at_start = {speculation->stack_base, 0};
  struct stack_sums sums;
  stack_sums_begin(&sums, block, speculation->layout);
  speculation->frame_base = IRTemp_INVALID;
  speculation->sp = at_start;
  for (IRTemp i = 0; i < speculation->temporaries; i++)
    speculation->distances[i] = (struct distance){i, 0};
  for (int i = 0; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_WrTmp) {
      IRTemp temporary = statement->Ist.WrTmp.tmp;
      speculation->distances[temporary] = distance_of_value(speculation, temporary, statement->Ist.WrTmp.data);
      stack_sums_note(&sums, temporary, statement->Ist.WrTmp.data);
      if (is_register(statement->Ist.WrTmp.data, speculation->layout->offset_FP))
        speculation->frame_base = temporary;
    } else if (statement->tag == Ist_Put && statement->Ist.Put.offset == speculation->layout->offset_SP) {
      note_stack_set(speculation, &sums, statement->Ist.Put.data);
      speculation->sp = speculate_distance(speculation, statement->Ist.Put.data);
    }
  }
  speculation->sp = at_start;
}
