/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processor stores in any case: what it was given, or what it has found. VEX sets the flags first, tells by them
 * which it is, writes %rax, and stores. If the page is closed to stores and a handler opens it, the instruction begins
 * again with what it has found in %rax, which is then what was expected, and stores what it must not. So the two values
 * are compared anew, for a store in front of all that. */
#include "coregrind-glue/vex/compare_exchange.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"

#define FLAGS_OFFSET(field) ((Int)offsetof(VexGuestAMD64State, guest_CC_##field))

static Bool is_unlocked(const struct instruction *instruction)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  return code[0] == 0x0f && (code[1] & 0xfe) == 0xb0 && !instruction->has_lock;
}

/* The parts of the instruction's code, by their numbers; -1: not found. */
struct parts {
  Int store, chosen; /* the value that is stored is assigned here */
  Int first_put, expected, found;
};

static void find_put(const IRStmt *put, Int number, struct parts *ret)
{
  if (ret->first_put < 0)
    ret->first_put = number;
  if (put->Ist.Put.offset == FLAGS_OFFSET(DEP1))
    ret->expected = number;
  if (put->Ist.Put.offset == FLAGS_OFFSET(DEP2))
    ret->found = number;
}

static Bool is_assigned(const IRStmt *statement, const IRExpr *value)
{
  return statement->tag == Ist_WrTmp && value->tag == Iex_RdTmp && statement->Ist.WrTmp.tmp == value->Iex.RdTmp.tmp;
}

static struct parts find_parts(const IRSB *block, Int first)
{
  struct parts ret = {-1, -1, -1, -1, -1};
  for (Int i = first; i < block->stmts_used; i++) {
    if (block->stmts[i]->tag == Ist_Put)
      find_put(block->stmts[i], i, &ret);
    if (block->stmts[i]->tag == Ist_Store)
      ret.store = i;
  }
  for (Int i = first; ret.store >= 0 && i < ret.store; i++)
    if (is_assigned(block->stmts[i], block->stmts[ret.store]->Ist.Store.data))
      ret.chosen = i;
  return ret;
}

void compare_exchange_store_first(const struct instruction *instruction, Int first)
{
  IRSB *block = instruction->block;
  if (!is_unlocked(instruction))
    return;
  const struct parts parts = find_parts(block, first);
  if (parts.chosen < 0 || parts.expected < 0 || parts.found < 0 || parts.first_put > parts.store)
    return;
  const IRExpr *chosen = block->stmts[parts.chosen]->Ist.WrTmp.data;
  if (chosen->tag != Iex_ITE)
    return;
  IRExpr *is_equal = IRExpr_Binop(Iop_CmpEQ64, block->stmts[parts.expected]->Ist.Put.data,
                                  block->stmts[parts.found]->Ist.Put.data);
  IRExpr *value = IRExpr_ITE(is_equal, chosen->Iex.ITE.iftrue, chosen->Iex.ITE.iffalse);
  IRStmt *store = IRStmt_Store(Iend_LE, block->stmts[parts.store]->Ist.Store.addr, value);
  block->stmts[parts.store] = IRStmt_NoOp();
  instructions_insert(block, parts.first_put, store);
}
