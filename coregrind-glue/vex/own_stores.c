/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code that changes looks at itself where a block begins. To a processor a store changes the instruction behind it
 * already, so the block is left behind an instruction that has stored where its own code is, and the next one looks
 * again. The same memory may have other addresses, of the same place in a page: only that is compared, which leaves
 * some blocks in vain. */
#include "coregrind-glue/vex/own_stores.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"

enum { EXTENTS_MAX = 3, STORES_MAX = 16, PAGE_BYTES = 4096 };

struct extent {
  Addr start;
  UInt bytes;
};

static struct {
  struct extent at[EXTENTS_MAX];
  UInt count;
} changing;

/* Stores of the instruction so far. */
static struct {
  IRExpr *address;
  UInt bytes;
} stores[STORES_MAX];
static UInt stores_count;

void own_stores_expect(const VexGuestExtents *extents, UInt bits)
{
  changing.count = 0;
  for (UInt i = 0; i < extents->n_used; i++)
    if (bits >> i & 1)
      changing.at[changing.count++] = (struct extent){extents->base[i], extents->len[i]};
}

static IRExpr *number(ULong value)
{
  return IRExpr_Const(IRConst_U64(value));
}

/* The block is flat: an address is a temporary or a constant. */
static void note(IRExpr *address, UInt bytes)
{
  if (stores_count == STORES_MAX)
    return;
  stores[stores_count].address = address;
  stores[stores_count++].bytes = bytes;
}

static void note_store(const IRSB *block, const IRStmt *statement)
{
  const IRCAS *const swap = statement->Ist.CAS.details;
  const IRDirty *const call = statement->Ist.Dirty.details;
  const IRStoreG *const guarded = statement->Ist.StoreG.details;
  switch (statement->tag) {
  case Ist_Store:
    note(statement->Ist.Store.addr, (UInt)sizeofIRType(typeOfIRExpr(block->tyenv, statement->Ist.Store.data)));
    break;
  case Ist_StoreG:
    note(guarded->addr, (UInt)sizeofIRType(typeOfIRExpr(block->tyenv, guarded->data)));
    break;
  case Ist_CAS:
    note(swap->addr, (UInt)sizeofIRType(typeOfIRExpr(block->tyenv, swap->dataLo)) * (swap->dataHi ? 2 : 1));
    break;
  case Ist_Dirty:
    if (call->mFx == Ifx_Write || call->mFx == Ifx_Modify)
      note(call->mAddr, (UInt)call->mSize);
    break;
  default:
    break;
  }
}

static IRExpr *assign(IRSB *block, IRType type, IRExpr *value)
{
  const IRTemp temporary = newIRTemp(block->tyenv, type);
  addStmtToIRSB(block, IRStmt_WrTmp(temporary, value));
  return IRExpr_RdTmp(temporary);
}

/* [address, address + bytes) begins less than the extent behind its start, or less than itself before that. */
static IRExpr *meets(IRSB *block, IRExpr *address, UInt bytes, struct extent extent)
{
  IRExpr *const distance = assign(block, Ity_I64, IRExpr_Binop(Iop_Sub64, address, number(extent.start - (bytes - 1))));
  IRExpr *const in_page = assign(block, Ity_I64, IRExpr_Binop(Iop_And64, distance, number(PAGE_BYTES - 1)));
  return assign(block, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, in_page, number(extent.bytes + bytes - 1)));
}

static void leave_if_met(IRSB *block, Addr next)
{
  for (UInt i = 0; i < stores_count; i++)
    for (UInt k = 0; k < changing.count; k++)
      addStmtToIRSB(block, IRStmt_Exit(meets(block, stores[i].address, stores[i].bytes, changing.at[k]), Ijk_Boring,
                                       IRConst_U64(next), offsetof(VexGuestAMD64State, guest_RIP)));
  stores_count = 0;
}

IRSB *own_stores_add_exits(IRSB *block)
{
  if (changing.count == 0)
    return block;
  IRSB *const extended = deepCopyIRSBExceptStmts(block);
  stores_count = 0;
  for (Int i = 0; i < block->stmts_used; i++) {
    IRStmt *const statement = block->stmts[i];
    if (statement->tag == Ist_IMark)
      leave_if_met(extended, statement->Ist.IMark.addr);
    note_store(extended, statement);
    addStmtToIRSB(extended, statement);
  }
  return extended;
}
