/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An instruction that is left is begun again, by precise code. So until its last check has been made it must not have
 * had an effect that the second beginning would see: writes of registers and memory, and moves of the stack pointer,
 * wait in a list. What the instruction itself reads meanwhile is looked for there first.
 *
 * Not everything can wait. When the instruction reads a part of a register that waits to be written, or memory while a
 * store waits, the effects are made at once; so they are before an exit, a call of a helper or an exchange, which must
 * find them made. A check that comes after that is too late to leave by: then the whole instruction is left to precise
 * code, always (speculate_leave_if()). */
#include "memcheck/pure/speculate/speculate_private.h"

/* --- making effects --- */

bool speculate_moves_stack(const struct speculation *speculation, const IRStmt *statement)
{
  return statement->tag == Ist_Put && statement->Ist.Put.offset == speculation->layout->offset_SP;
}

/* Does a hint follow that gives up all below `to`? Then the move has nothing to fill. */
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

/* An instruction that moves it twice (leave) has gone only from its first place to its last. */
static bool moves_stack_again(const struct speculation *speculation, int after)
{
  for (int i = after + 1; i < speculation->delayed_count; i++)
    if (speculate_moves_stack(speculation, speculation->delayed[i]))
      return true;
  return false;
}

static void make_effect(struct speculation *speculation, int index)
{
  IRStmt *statement = speculation->delayed[index];
  if (statement->tag == Ist_AbiHint) {
    speculate_stack_give_up(speculation, statement->Ist.AbiHint.base, statement->Ist.AbiHint.len);
    return;
  }
  if (speculate_moves_stack(speculation, statement)) {
    IRExpr *to = statement->Ist.Put.data;
    if (moves_stack_again(speculation, index)) {
      speculate_stack_delay_move(speculation, to);
      return;
    }
    speculate_stack_move(speculation, to, is_covered_by_hint(speculation, index, to));
  }
  speculate_add(speculation, statement);
}

static bool is_store(const IRStmt *statement)
{
  return statement->tag == Ist_Store || statement->tag == Ist_StoreG;
}

/* Stores come first: when one faults, the registers are those that the instruction found. */
void speculate_make_effects(struct speculation *speculation)
{
  for (int i = 0; i < speculation->delayed_count; i++)
    if (is_store(speculation->delayed[i]))
      speculate_add(speculation, speculation->delayed[i]);
  for (int i = 0; i < speculation->delayed_count; i++)
    if (!is_store(speculation->delayed[i]))
      make_effect(speculation, i);
  speculation->has_had_effect = speculation->has_had_effect || speculation->delayed_count > 0;
  speculation->delayed_count = 0;
}

void speculate_delay(struct speculation *speculation, IRStmt *statement)
{
  if (speculation->delayed_count == DELAYED_MAX)
    speculation->is_left_to_precise = true;
  else
    speculation->delayed[speculation->delayed_count++] = statement;
}

void speculate_add_after_effects(struct speculation *speculation, IRStmt *statement, bool is_effect)
{
  speculate_make_effects(speculation);
  speculate_add(speculation, statement);
  speculation->has_had_effect = speculation->has_had_effect || is_effect;
}

/* --- reading what waits --- */

/* Which bytes of the guest state the statement writes; false: none. */
static bool writes_state(const struct speculation *speculation, const IRStmt *statement, int *ret_offset,
                         int *ret_bytes)
{
  if (statement->tag == Ist_Put) {
    *ret_offset = statement->Ist.Put.offset;
    *ret_bytes = sizeofIRType(weave_type(&speculation->weave, statement->Ist.Put.data));
  } else if (statement->tag == Ist_PutI) {
    *ret_offset = statement->Ist.PutI.details->descr->base;
    *ret_bytes = weave_array_bytes(statement->Ist.PutI.details->descr);
  }
  return statement->tag == Ist_Put || statement->tag == Ist_PutI;
}

/* The last effect that writes any of these bytes; NULL: none. */
static const IRStmt *last_write_of(const struct speculation *speculation, int offset, int bytes)
{
  int written, written_bytes;
  for (int i = speculation->delayed_count; i-- > 0;)
    if (writes_state(speculation, speculation->delayed[i], &written, &written_bytes) &&
        offset < written + written_bytes && written < offset + bytes)
      return speculation->delayed[i];
  return NULL;
}

void speculate_read_register(struct speculation *speculation, IRStmt *statement)
{
  const IRExpr *value = statement->Ist.WrTmp.data;
  const bool is_one = value->tag == Iex_Get;
  const int offset = is_one ? value->Iex.Get.offset : value->Iex.GetI.descr->base;
  const int bytes = is_one ? sizeofIRType(value->Iex.Get.ty) : weave_array_bytes(value->Iex.GetI.descr);
  const IRStmt *write = last_write_of(speculation, offset, bytes);
  if (write != NULL && is_one && write->tag == Ist_Put && write->Ist.Put.offset == offset &&
      weave_type(&speculation->weave, write->Ist.Put.data) == value->Iex.Get.ty) {
    speculate_add(speculation, IRStmt_WrTmp(statement->Ist.WrTmp.tmp, write->Ist.Put.data));
    return;
  }
  if (write != NULL) /* a part of it, or more */
    speculate_make_effects(speculation);
  speculate_add(speculation, statement);
}

void speculate_before_reading_memory(struct speculation *speculation)
{
  for (int i = 0; i < speculation->delayed_count; i++)
    if (is_store(speculation->delayed[i])) {
      speculate_make_effects(speculation);
      return;
    }
}
