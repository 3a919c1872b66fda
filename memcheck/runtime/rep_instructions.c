/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call works on the guest's registers as the instruction would: afterwards these stand before the last iteration,
 * or before the one that has something to report or to fault at. That iteration runs as always. */
#include "memcheck/runtime/rep_instructions.h"

#include "memcheck/pure/engine/engine.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/runtime/bulk_requests.h"
#include "memcheck/runtime/checks.h"

#include "libvex_guest_amd64.h"

enum { ITERATIONS_FROM = 16 }; /* fewer are not worth the call */

/* Where the range ends that the last call could not deal with: it would be looked at again before each iteration. */
static Addr refused_end;

static Bool is_defined_register(const VexGuestAMD64State *state, SizeT offset)
{
  return *(const ULong *)((const UChar *)state + ENGINE_V_BITS_OFFSET + offset) == 0;
}

#define IS_DEFINED(state, name) is_defined_register(state, offsetof(VexGuestAMD64State, guest_##name))

static Bool is_worth_it(const VexGuestAMD64State *state, ULong bytes)
{
  Bool goes_up = state->guest_DFLAG == 1;
  return goes_up && state->guest_RDI + bytes != refused_end && IS_DEFINED(state, RCX) && IS_DEFINED(state, RDI);
}

static void repeat_movs(VexGuestAMD64State *state, ULong size)
{
  ULong iterations = state->guest_RCX - 1, bytes = iterations * size, distance = state->guest_RDI - state->guest_RSI;
  if (bytes / size != iterations || distance < bytes || !is_worth_it(state, bytes) || !IS_DEFINED(state, RSI))
    return;
  ULong done = bulk_requests_copy(state->guest_RDI, state->guest_RSI, bytes) / size;
  refused_end = done == iterations ? 0 : state->guest_RDI + bytes;
  state->guest_RCX -= done;
  state->guest_RSI += done * size;
  state->guest_RDI += done * size;
}

static void repeat_stos(VexGuestAMD64State *state, ULong size)
{
  ULong iterations = state->guest_RCX - 1, bytes = iterations * size, ones = ~0ULL >> (64 - 8 * size);
  UChar byte = (UChar)state->guest_RAX;
  Bool is_one_byte = ((byte * 0x0101010101010101ULL ^ state->guest_RAX) & ones) == 0;
  if (bytes / size != iterations || !is_one_byte || !is_worth_it(state, bytes) || !IS_DEFINED(state, RAX))
    return;
  ULong done = bulk_requests_fill(state->guest_RDI, byte, bytes) / size;
  refused_end = done == iterations ? 0 : state->guest_RDI + bytes;
  state->guest_RCX -= done;
  state->guest_RDI += done * size;
}

/* The same with what they access counted. */
static void counted_repeat_movs(VexGuestAMD64State *state, ULong size)
{
  const Addr from = state->guest_RSI, to = state->guest_RDI;
  repeat_movs(state, size);
  accesses_read(from, state->guest_RSI - from);
  accesses_written(to, state->guest_RDI - to);
}

static void counted_repeat_stos(VexGuestAMD64State *state, ULong size)
{
  const Addr to = state->guest_RDI;
  repeat_stos(state, size);
  accesses_written(to, state->guest_RDI - to);
}

static void *function_of(UChar kind)
{
  if (accesses_are_counted())
    return (void *)(kind == 0xa4 ? counted_repeat_movs : counted_repeat_stos);
  return (void *)(kind == 0xa4 ? repeat_movs : repeat_stos);
}

/* The instruction at an address: 0xa4 (movs) or 0xaa (stos), and its size; 0: another one. */
static UChar decode_repeated(const UChar *code, ULong *ret_size)
{
  enum { REP = 0xf3, REX_W = 0x48 };
  if (code[0] != REP)
    return 0;
  Bool is_wide = code[1] == REX_W;
  UChar opcode = code[is_wide ? 2 : 1], kind = opcode & 0xfe;
  if (kind != 0xa4 && kind != 0xaa)
    return 0;
  *ret_size = !(opcode & 1) ? 1 : is_wide ? 8 : 4;
  return kind;
}

static void set_effect(IRDirty *call, SizeT offset, IREffect effect)
{
  call->fxState[call->nFxState].fx = effect;
  call->fxState[call->nFxState].offset = (UShort)offset;
  call->fxState[call->nFxState].size = sizeof(ULong);
  call->fxState[call->nFxState].nRepeats = 0;
  call->fxState[call->nFxState].repeatLen = 0;
  call->nFxState++;
}

#define REGISTER(name) offsetof(VexGuestAMD64State, guest_##name)

static void add_repeated_call(IRSB *block, UChar kind, ULong size)
{
  IRTemp count = newIRTemp(block->tyenv, Ity_I64), is_many = newIRTemp(block->tyenv, Ity_I1);
  addStmtToIRSB(block, IRStmt_WrTmp(count, IRExpr_Get(REGISTER(RCX), Ity_I64)));
  addStmtToIRSB(block, IRStmt_WrTmp(is_many, IRExpr_Binop(Iop_CmpLT64U, IRExpr_Const(IRConst_U64(ITERATIONS_FROM)),
                                                           IRExpr_RdTmp(count))));
  IRDirty *call =
    unsafeIRDirty_0_N(0, "repeat", function_of(kind), mkIRExprVec_2(IRExpr_GSPTR(), IRExpr_Const(IRConst_U64(size))));
  call->guard = IRExpr_RdTmp(is_many);
  set_effect(call, REGISTER(RCX), Ifx_Modify);
  set_effect(call, REGISTER(RDI), Ifx_Modify);
  if (kind == 0xa4)
    set_effect(call, REGISTER(RSI), Ifx_Modify);
  else
    set_effect(call, REGISTER(RAX), Ifx_Read);
  set_effect(call, REGISTER(DFLAG), Ifx_Read);
  addStmtToIRSB(block, IRStmt_Dirty(call));
}

IRSB *rep_instructions_add_call(IRSB *block, const VexGuestExtents *extents)
{
  ULong size;
  UChar kind = decode_repeated((const UChar *)extents->base[0], &size);
  if (kind == 0)
    return block;
  IRSB *extended = deepCopyIRSBExceptStmts(block);
  for (Int i = 0; i < block->stmts_used; i++) {
    addStmtToIRSB(extended, block->stmts[i]);
    if (kind != 0 && block->stmts[i]->tag == Ist_IMark) {
      add_repeated_call(extended, kind, size);
      kind = 0;
    }
  }
  return extended;
}
