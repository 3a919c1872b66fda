/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ldmxcsr, stmxcsr, and the part of fxsave and xsave that has the modes. */
#include "coregrind-glue/vex/sse_modes.h"

#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/vex/instruction_code.h"
#include "coregrind-glue/vex/sse_exact.h"

#include "pub_tool_libcbase.h"

enum { LOADS = 2, STORES = 3 };

/* The instruction with a REX prefix that says what its VEX prefix does, and where its ModRM byte is; 0: it is another
 * one. */
static UInt modrm_of(const struct instruction *instruction, struct instruction *ret)
{
  const UChar *code = instruction->code + instruction->opcode_at;
  const Bool is_old = code[0] == 0x0f && code[1] == 0xae;
  const Bool is_short = code[0] == 0xc5 && (code[1] & 0x7f) == 0x78 && code[2] == 0xae;
  const Bool is_long = code[0] == 0xc4 && (code[1] & 0x1f) == 1 && (code[2] & 0x7f) == 0x78 && code[3] == 0xae;
  *ret = *instruction;
  if (instruction->has_66 || instruction->has_f2 || instruction->has_f3 || instruction->has_lock ||
      !(is_old || is_short || is_long))
    return 0;
  if (is_long) /* inverted there */
    ret->rex = (UChar)(0x40 | (code[1] & 0x40 ? 0 : 2) | (code[1] & 0x20 ? 0 : 1));
  return instruction->opcode_at + (is_old ? 2 : is_short ? 3 : 4);
}

static void note_modes(VexGuestAMD64State *state)
{
  sse_exact_note_modes(sse_modes_of(state));
  if (sse_exact_is_stale())
    state->host_EvC_COUNTER = 0; /* no other block runs */
}

/* As sse_modes_set() does. Bits that are none fault. */
static void load_modes(const struct instruction *instruction, IRExpr *address)
{
  IRExpr *modes = unop(instruction, Iop_32Uto64, load(instruction, Ity_I32, address));
  trap_unless_zero(instruction, masked(instruction, modes, ~(ULong)SSE_MODES_ALL));
  IRExpr *other =
    masked(instruction, binop(instruction, Iop_Xor64, modes, number(SSE_MODES_USUAL)), SSE_MODES_ALL & ~SSE_ROUNDING);
  IRExpr *rounding = masked(instruction, shifted_right(instruction, modes, SSE_ROUNDING_AT), 3);
  write(instruction, OFFSET(SSEROUND), binop(instruction, Iop_Or64, shifted_left(instruction, other, 32), rounding));
  IRDirty *call = unsafeIRDirty_0_N(0, "sse_modes_note", (void *)note_modes, mkIRExprVec_1(IRExpr_GSPTR()));
  instruction_declare(call, Ifx_Read, OFFSET(SSEROUND), sizeof(ULong));
  addStmtToIRSB(instruction->block, IRStmt_Dirty(call));
}

static void store_modes(const struct instruction *instruction, IRExpr *address)
{
  IRExpr *kept = read(instruction, OFFSET(SSEROUND), Ity_I64);
  IRExpr *rounding = shifted_left(instruction, masked(instruction, kept, 3), SSE_ROUNDING_AT);
  IRExpr *other = binop(instruction, Iop_Xor64, shifted_right(instruction, kept, 32), number(SSE_MODES_USUAL));
  store(instruction, address, unop(instruction, Iop_64to32, binop(instruction, Iop_Or64, other, rounding)));
  sse_exact_begin();
}

UInt sse_modes_make(const struct instruction *instruction, Bool *ret_ends_block)
{
  struct instruction plain;
  const UInt modrm_at = modrm_of(instruction, &plain);
  const UChar *modrm = &instruction->code[modrm_at];
  const UInt digit = *modrm >> 3 & 7;
  if (modrm_at == 0 || *modrm >= 0xc0 || (digit != LOADS && digit != STORES))
    return 0;
  const UInt end = modrm_at + 1 + instructions_operand_bytes(modrm);
  IRExpr *address = instructions_operand_address(&plain, modrm, end);
  *ret_ends_block = digit == LOADS;
  if (digit == LOADS)
    load_modes(instruction, address);
  else
    store_modes(instruction, address);
  return end_instruction(instruction, end);
}

/* --- VEX's helpers for fxsave, xsave and their counterparts --- */

enum { MODES_AT = 24 };

void __wrap_amd64g_dirtyhelper_XSAVE_COMPONENT_1_EXCLUDING_XMMREGS(VexGuestAMD64State *state, HWord address)
{
  const UInt modes[2] = {sse_modes_of(state), SSE_MODES_ALL};
  VG_(memcpy)((void *)(address + MODES_AT), modes, sizeof modes);
}

VexEmNote __wrap_amd64g_dirtyhelper_XRSTOR_COMPONENT_1_EXCLUDING_XMMREGS(VexGuestAMD64State *state, HWord address)
{
  UInt modes;
  VG_(memcpy)(&modes, (const void *)(address + MODES_AT), sizeof modes);
  sse_modes_set(state, modes & SSE_MODES_ALL);
  note_modes(state);
  return EmNote_NONE;
}
