/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When an access of a repeated instruction faults, and the program's handler puts right what was wrong, the instruction
 * begins again from the registers as it left them. VEX counts %rcx down before the access and moves the index registers
 * after it: one element would be left out. So the write of the count is put behind the accesses. Speculative code does
 * so with all writes. */
#include "memcheck/engine/engine_private.h"

#include <stddef.h>

enum { COUNT = offsetof(VexGuestAMD64State, guest_RCX), COUNT_BYTES = 8 };

static bool is_count(const IRStmt *statement)
{
  return statement->tag == Ist_Put && statement->Ist.Put.offset == COUNT;
}

static bool is_access(const IRStmt *statement)
{
  return statement->tag == Ist_Store || (statement->tag == Ist_WrTmp && statement->Ist.WrTmp.data->tag == Iex_Load);
}

static bool reads_count(const IRExpr *value)
{
  return value->tag == Iex_GetI || value->tag == Iex_CCall ||
         (value->tag == Iex_Get && value->Iex.Get.offset < COUNT + COUNT_BYTES &&
          COUNT < value->Iex.Get.offset + sizeofIRType(value->Iex.Get.ty));
}

/* Nothing that would see the register. */
static bool may_come_before_count(const IRStmt *statement)
{
  if (statement->tag == Ist_WrTmp)
    return !reads_count(statement->Ist.WrTmp.data);
  return statement->tag == Ist_Store || statement->tag == Ist_NoOp || (statement->tag == Ist_Put && !is_count(statement));
}

/* The last access behind the statement that may come before it; the statement itself: there is none. */
static int last_access_before_count(const IRSB *block, int count)
{
  int last = count;
  for (int i = count + 1; i < block->stmts_used && may_come_before_count(block->stmts[i]); i++)
    if (is_access(block->stmts[i]))
      last = i;
  return last;
}

void engine_move_rep_count(IRSB *block)
{
  for (int i = 0; i < block->stmts_used; i++) {
    const int last = is_count(block->stmts[i]) ? last_access_before_count(block, i) : i;
    IRStmt *const count = block->stmts[i];
    for (int k = i; k < last; k++)
      block->stmts[k] = block->stmts[k + 1];
    block->stmts[last] = count;
  }
}
