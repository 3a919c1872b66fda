/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A load whose value nobody uses may still fault, and its address may be invalid: virtual machines look for null by
 * `cmp (%rdi), %rax`. VEX drops such a load once it has dropped the write of a register that nobody would see, so loads
 * are counted before and after its first pass, instruction by instruction. A block that has lost one is made again
 * with all registers written at each instruction; these writes use the loads. */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "coregrind-glue/vex/own_stores.h"

#include "libvex_ir.h"

#include "pub_tool_basics.h"

enum { INSTRUCTIONS_MAX = 100 }; /* of one block: the most that VEX can be told to take */

static struct {
  Addr addresses[INSTRUCTIONS_MAX];
  UInt loads[INSTRUCTIONS_MAX], count;
} before;

static UInt loads_in(const IRExpr *value);

static UInt loads_in_list(IRExpr *const *values)
{
  UInt count = 0;
  for (; *values; values++)
    if (!is_IRExpr_VECRET_or_GSPTR(*values))
      count += loads_in(*values);
  return count;
}

static UInt loads_in(const IRExpr *value)
{
  switch (value->tag) {
  case Iex_Load:
    return 1 + loads_in(value->Iex.Load.addr);
  case Iex_GetI:
    return loads_in(value->Iex.GetI.ix);
  case Iex_Qop:
    return loads_in(value->Iex.Qop.details->arg1) + loads_in(value->Iex.Qop.details->arg2) +
           loads_in(value->Iex.Qop.details->arg3) + loads_in(value->Iex.Qop.details->arg4);
  case Iex_Triop:
    return loads_in(value->Iex.Triop.details->arg1) + loads_in(value->Iex.Triop.details->arg2) +
           loads_in(value->Iex.Triop.details->arg3);
  case Iex_Binop:
    return loads_in(value->Iex.Binop.arg1) + loads_in(value->Iex.Binop.arg2);
  case Iex_Unop:
    return loads_in(value->Iex.Unop.arg);
  case Iex_ITE:
    return loads_in(value->Iex.ITE.cond) + loads_in(value->Iex.ITE.iftrue) + loads_in(value->Iex.ITE.iffalse);
  case Iex_CCall:
    return loads_in_list(value->Iex.CCall.args);
  default:
    return 0;
  }
}

static UInt loads_of(const IRStmt *statement)
{
  switch (statement->tag) {
  case Ist_WrTmp:
    return loads_in(statement->Ist.WrTmp.data);
  case Ist_Put:
    return loads_in(statement->Ist.Put.data);
  case Ist_PutI:
    return loads_in(statement->Ist.PutI.details->data);
  case Ist_Store:
    return loads_in(statement->Ist.Store.data) + loads_in(statement->Ist.Store.addr);
  case Ist_LoadG:
    return 1;
  default:
    return 0;
  }
}

/* --- instruction by instruction --- */

typedef void instruction_visitor(Addr address, UInt loads);

static void visit(const IRSB *block, instruction_visitor *visitor)
{
  Addr address = 0;
  UInt loads = 0;
  for (Int i = 0; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    if (statement->tag == Ist_IMark) {
      visitor(address, loads);
      address = statement->Ist.IMark.addr;
      loads = 0;
    } else {
      loads += loads_of(statement);
    }
  }
  visitor(address, loads);
}

static void note(Addr address, UInt loads)
{
  if (loads == 0 || before.count == INSTRUCTIONS_MAX)
    return;
  before.addresses[before.count] = address;
  before.loads[before.count++] = loads;
}

/* An instruction may be there several times, where VEX has unrolled a loop; then all its copies have as many loads. Of
 * one that is there no more, it is known that it cannot be reached. */
static void compare(Addr address, UInt loads)
{
  for (UInt i = 0; i < before.count; i++)
    if (before.addresses[i] == address && before.loads[i] > loads)
      block_in_work.has_lost_loads = True;
}

IRSB *__wrap_do_iropt_BB(IRSB *block, IRExpr *(*specialise)(const HChar *, IRExpr **, IRStmt **, Int),
                         Bool (*needs_exact_state)(Int, Int, VexRegisterUpdates), VexRegisterUpdates updates,
                         Addr address, VexArch arch)
{
  before.count = 0;
  block = own_stores_add_exits(block);
  visit(block, note);
  IRSB *result = __real_do_iropt_BB(block, specialise, needs_exact_state, updates, address, arch);
  visit(result, compare);
  return result;
}
