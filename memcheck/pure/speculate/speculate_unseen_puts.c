/* SPDX-License-Identifier: GPL-2.0-or-later */
/* VEX was asked to keep every register up to date at every instruction, as nearly each may be left. Now it is known
 * which can be: a write of a register that is written again before the next exit, call or access is dropped. */
#include "memcheck/pure/speculate/speculate_private.h"

#include <stddef.h>

/* For each byte of the guest state: will it be written before anyone can see it? Seen from the end of the block. */
struct overwritten {
  bool bytes[sizeof(VexGuestAMD64State)];
};

static bool is_in_state(int offset, int bytes)
{
  return offset >= 0 && (size_t)(offset + bytes) <= sizeof(VexGuestAMD64State);
}

static void mark_overwritten(struct overwritten *overwritten, int offset, int bytes, bool value)
{
  if (is_in_state(offset, bytes))
    __builtin_memset(overwritten->bytes + offset, value, (size_t)bytes);
}

static bool is_all_overwritten(const struct overwritten *overwritten, int offset, int bytes)
{
  if (!is_in_state(offset, bytes))
    return false;
  for (int i = 0; i < bytes; i++)
    if (!overwritten->bytes[offset + i])
      return false;
  return true;
}

static void mark_array_seen(struct overwritten *overwritten, const IRRegArray *array)
{
  mark_overwritten(overwritten, array->base, weave_array_bytes(array), false);
}

static void mark_all_seen(struct overwritten *overwritten)
{
  mark_overwritten(overwritten, 0, sizeof(VexGuestAMD64State), false);
}

static void mark_seen_by_value(struct overwritten *overwritten, const IRExpr *value)
{
  if (value->tag == Iex_Get)
    mark_overwritten(overwritten, value->Iex.Get.offset, sizeofIRType(value->Iex.Get.ty), false);
  else if (value->tag == Iex_GetI)
    mark_array_seen(overwritten, value->Iex.GetI.descr);
  else if (value->tag == Iex_Load || value->tag == Iex_CCall) /* some helpers get the whole state */
    mark_all_seen(overwritten);
}

void speculate_drop_unseen_puts(IRSB *block)
{
  struct overwritten overwritten = {{false}};
  int kept = block->stmts_used;
  for (int i = block->stmts_used; i-- > 0;) {
    IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_Put) {
      int offset = statement->Ist.Put.offset, bytes = sizeofIRType(typeOfIRExpr(block->tyenv, statement->Ist.Put.data));
      if (is_all_overwritten(&overwritten, offset, bytes))
        continue;
      mark_overwritten(&overwritten, offset, bytes, true);
    } else if (statement->tag == Ist_WrTmp) {
      mark_seen_by_value(&overwritten, statement->Ist.WrTmp.data);
    } else if (statement->tag == Ist_PutI) {
      mark_array_seen(&overwritten, statement->Ist.PutI.details->descr);
    } else if (statement->tag != Ist_IMark && statement->tag != Ist_NoOp) {
      mark_all_seen(&overwritten);
    }
    block->stmts[--kept] = statement;
  }
  block->stmts_used -= kept;
  for (int i = 0; i < block->stmts_used; i++)
    block->stmts[i] = block->stmts[kept + i];
}
