/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When an access of a repeated instruction faults, and the program's handler puts right what was wrong, the
 * instruction begins again from the registers as it left them. VEX counts %rcx down before the access and moves the
 * index registers after it: one element would be left out. So the write of the count is put behind the accesses, as
 * soon as VEX has made it: where VEX sees no access between that write and one of an instruction before, it drops
 * the latter. */
#include "coregrind-glue/vex/rep_count.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

enum { COUNT = offsetof(VexGuestAMD64State, guest_RCX), COUNT_BYTES = 8 };

static Bool is_repeated(const struct instruction *instruction)
{
  const UChar opcode = instruction->code[instruction->opcode_at];
  const Bool is_string = (opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf);
  return is_string && (instruction->has_f2 || instruction->has_f3);
}

static Bool is_count(const IRStmt *statement)
{
  return statement->tag == Ist_Put && statement->Ist.Put.offset == COUNT;
}

/* Of a string instruction: what it loads is an operand of its own. */
static Bool is_access(const IRStmt *statement)
{
  return statement->tag == Ist_Store || (statement->tag == Ist_WrTmp && statement->Ist.WrTmp.data->tag == Iex_Load);
}

/* Nothing that leaves the instruction, and nothing that reads the count: VEX has read it before. */
static Bool may_come_before_count(const IRStmt *statement)
{
  return statement->tag == Ist_WrTmp || statement->tag == Ist_Store || statement->tag == Ist_NoOp ||
         (statement->tag == Ist_Put && !is_count(statement));
}

/* The last access behind the statement that may come before it; the statement itself: there is none. */
static Int last_access_before_count(const IRSB *block, Int count)
{
  Int last = count;
  for (Int i = count + 1; i < block->stmts_used && may_come_before_count(block->stmts[i]); i++)
    if (is_access(block->stmts[i]))
      last = i;
  return last;
}

void rep_count_move(const struct instruction *instruction, Int first)
{
  IRSB *block = instruction->block;
  if (!is_repeated(instruction))
    return;
  for (Int i = first; i < block->stmts_used; i++) {
    const Int last = is_count(block->stmts[i]) ? last_access_before_count(block, i) : i;
    IRStmt *const count = block->stmts[i];
    for (Int k = i; k < last; k++)
      block->stmts[k] = block->stmts[k + 1];
    block->stmts[last] = count;
  }
}
