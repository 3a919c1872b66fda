/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A load whose value nobody uses may still fault, and its address may be invalid: virtual machines look for null by
 * `cmp (%rdi), %rax`. VEX drops such a load once it has dropped the write of a register that nobody would see, so
 * loads are counted before and after its first pass, instruction by instruction. A block that has lost one is made
 * again with all registers written at each instruction, and what is loaded is written to a place of the guest state
 * that means nothing but in system calls, which set it. Behind the tool VEX has another pass, which may find that a
 * condition is known and one of two values never taken: what the first pass has loaded is looked for once more
 * behind that one. */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "coregrind-glue/vex/own_stores.h"

#include <stddef.h>

#include "libvex_guest_amd64.h"
#include "libvex_ir.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"

enum { INSTRUCTIONS_MAX = 100 }; /* of one block: the most that VEX can be told to take */

static struct {
  Addr addresses[INSTRUCTIONS_MAX];
  UInt loads[INSTRUCTIONS_MAX], count;
} before;

/* The tool adds temporaries, and leaves alone those there are. Which of these are loaded; NULL: not yet known. */
static IRTemp temporaries_of_guest;
static Bool *loads_of_guest;

/* Blocks are flat here: an expression is an operand, or assigned. */
static Bool is_load(const IRStmt *statement)
{
  return statement->tag == Ist_LoadG || (statement->tag == Ist_WrTmp && statement->Ist.WrTmp.data->tag == Iex_Load);
}

static IRTemp loaded_by(const IRStmt *load)
{
  return load->tag == Ist_LoadG ? load->Ist.LoadG.details->dst : load->Ist.WrTmp.tmp;
}

static Bool is_load_of_guest(const IRStmt *statement)
{
  return is_load(statement) && loaded_by(statement) < temporaries_of_guest;
}

/* --- kept --- */

static IRExpr *low_word(IRExpr *value, IRType type, IRSB *block)
{
  if (type != Ity_V128 && type != Ity_V256)
    return value;
  const IRTemp word = newIRTemp(block->tyenv, Ity_I64);
  addStmtToIRSB(block, IRStmt_WrTmp(word, IRExpr_Unop(type == Ity_V128 ? Iop_V128to64 : Iop_V256to64_0, value)));
  return IRExpr_RdTmp(word);
}

static IRSB *with_kept_loads(const IRSB *block)
{
  IRSB *kept = deepCopyIRSBExceptStmts(block);
  for (Int i = 0; i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    addStmtToIRSB(kept, block->stmts[i]);
    if (statement->tag != Ist_WrTmp || !is_load(statement))
      continue;
    IRExpr *value = low_word(IRExpr_RdTmp(statement->Ist.WrTmp.tmp), statement->Ist.WrTmp.data->Iex.Load.ty, kept);
    addStmtToIRSB(kept, IRStmt_Put((Int)offsetof(VexGuestAMD64State, guest_IP_AT_SYSCALL), value));
  }
  return kept;
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
      loads += is_load(statement);
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
  if (block_in_work.keeps_loads)
    block = with_kept_loads(block);
  visit(block, note);
  IRSB *result = __real_do_iropt_BB(block, specialise, needs_exact_state, updates, address, arch);
  visit(result, compare);
  temporaries_of_guest = (IRTemp)result->tyenv->types_used;
  loads_of_guest = NULL;
  return result;
}

/* --- behind the tool --- */

static void note_loads_of_guest(const IRSB *block)
{
  loads_of_guest = LibVEX_Alloc((SizeT)temporaries_of_guest * sizeof *loads_of_guest);
  VG_(memset)(loads_of_guest, False, (SizeT)temporaries_of_guest * sizeof *loads_of_guest);
  for (Int i = 0; i < block->stmts_used; i++)
    if (is_load_of_guest(block->stmts[i]))
      loads_of_guest[loaded_by(block->stmts[i])] = True;
}

static void compare_loads_of_guest(const IRSB *block)
{
  for (Int i = 0; i < block->stmts_used; i++)
    if (is_load_of_guest(block->stmts[i]))
      loads_of_guest[loaded_by(block->stmts[i])] = False;
  for (IRTemp i = 0; i < temporaries_of_guest; i++)
    block_in_work.has_lost_loads |= loads_of_guest[i];
}

/* VEX calls it first and last of all. */
void __wrap_do_deadcode_BB(IRSB *block)
{
  const Bool is_first = loads_of_guest == NULL;
  if (is_first)
    note_loads_of_guest(block);
  __real_do_deadcode_BB(block);
  if (!is_first)
    compare_loads_of_guest(block);
}
