/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wraps functions of VEX: translating a block, asking which registers have to be exact at an access, and which an
 * instruction changes.
 *
 * Speculative code needs the whole guest state at each instruction, and handles moves of the stack pointer itself, so
 * the core's pass for these is left out. A block that cannot be run speculatively is made again as precise code; so is
 * one with an unknown instruction, and only then VEX complains about that.
 *
 * Blocks are made of fewer instructions when checking makes them too large. VEX works with fixed room for a block's
 * code, its spill slots and its own data, and ends the run when one is not enough. Sixty vector instructions that are
 * checked exactly can be too much.
 *
 * Calls of stubs (memcheck/runtime/stubs.h) and of what stands in front of VEX's helpers
 * (coregrind-glue/vex/host_instructions.h) are not taken to change registers. */
#include "coregrind-glue/code/changing_code.h"
#include "coregrind-glue/code/watched_pages.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/modules/allocator_marks.h"
#include "coregrind-glue/modules/watched_functions.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/translation_cache/translation_cache.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "coregrind-glue/vex/host_instructions.h"
#include "coregrind-glue/vex/sse_exact.h"
#include "coregrind-glue/vex/own_stores.h"

#include "libvex.h"

extern VexControl vex_control; /* libvex's own */

static UInt (*self_check_of_core)(void *closure, VexRegisterUpdates *updates, const VexGuestExtents *extents);
static VexRegisterUpdates updates_needed;

static Bool may_change(Addr start, SizeT bytes)
{
  const enum code_change change = changing_code_in(start, bytes);
  return change == CODE_IS_WRITABLE ? block_in_work.is_step || !watched_pages_watch(start, start + bytes)
                                    : change != CODE_STAYS;
}

/* Parts of a block that may change without anybody being told. */
static UInt changing_in(const VexGuestExtents *extents)
{
  UInt changing = 0;
  for (UInt i = 0; i < extents->n_used; i++)
    changing |= (UInt)(extents->len[i] > 0 && may_change(extents->base[i], extents->len[i])) << i;
  return changing;
}

/* Which of them look for changes. The core would have none of a file do so, and all else. */
static UInt checked_of(UInt by_core, const VexGuestExtents *extents)
{
  const UInt changing = changing_in(extents);
  const Bool is_default = VG_(clo_smc_check) == CORE_SMC_ALL_NON_FILE;
  const UInt checked = is_default ? changing : by_core;
  own_stores_expect(extents, checked & changing);
  return checked;
}

static UInt ask_for_registers(void *closure, VexRegisterUpdates *updates, const VexGuestExtents *extents)
{
  const UInt by_core = self_check_of_core(closure, updates, extents);
  if (*updates < updates_needed)
    *updates = updates_needed;
  return checked_of(by_core, extents);
}

/* VEX asks before it moves a load down over the write of a register. It means the stack pointer and the like by itself,
 * whatever it was told of updates, so that handlers would find what later instructions write. */
Bool __wrap_guest_amd64_state_requires_precise_mem_exns(Int first, Int last, VexRegisterUpdates updates)
{
  return updates >= VexRegUpdAllregsAtMemAccess ||
         __real_guest_amd64_state_requires_precise_mem_exns(first, last, updates);
}

/* A watched function begins a block of its own. */
static Bool (*core_may_chase)(void *closure, Addr address);

static Bool may_chase(void *closure, Addr address)
{
  UWord meaning;
  return !watched_functions_find(address, &meaning) && core_may_chase(closure, address);
}

static VexTranslateResult translate_within_limits(VexTranslateArgs *arguments)
{
  Int usual = vex_control.guest_max_insns;
  VexTranslateResult result;
  for (Bool is_whole = False; !is_whole; vex_control.guest_max_insns /= 2) {
    Bool may_shrink = vex_control.guest_max_insns > 1;
    block_in_work.is_limited = may_shrink;
    block_in_work.is_too_large = False;
    result = __real_LibVEX_Translate(arguments);
    is_whole = !may_shrink || (!block_in_work.is_too_large && result.status != VexTransOutputFull);
  }
  vex_control.guest_max_insns = usual;
  return result;
}

/* Faults are the program's business: its handler must find all registers as they are, and may have the access made
 * again. */
static VexTranslateResult translate_precisely(VexTranslateArgs *arguments)
{
  updates_needed = VexRegUpdAllregsAtMemAccess;
  block_in_work.has_lost_loads = False;
  const VexTranslateResult result = translate_within_limits(arguments);
  if (!block_in_work.has_lost_loads)
    return result;
  updates_needed = VexRegUpdAllregsAtEachInsn;
  block_in_work.keeps_loads = True;
  const VexTranslateResult with_loads = translate_within_limits(arguments);
  block_in_work.keeps_loads = False;
  return with_loads;
}

/* A repeated instruction that jumps to itself is not executed several times by one block, either. */
static VexTranslateResult translate_step(VexTranslateArgs *arguments)
{
  const VexControl usual = vex_control;
  vex_control.guest_max_insns = 1;
  vex_control.iropt_unroll_thresh = 0;
  const VexTranslateResult result = translate_precisely(arguments);
  vex_control = usual;
  return result;
}

static VexTranslateResult find_or_translate(VexTranslateArgs *arguments)
{
  UWord meaning;
  core_may_chase = arguments->chase_into_ok;
  arguments->chase_into_ok = may_chase;
  self_check_of_core = arguments->needs_self_check;
  arguments->needs_self_check = ask_for_registers;
  updates_needed = block_in_work.kind == CODE_SPECULATIVE ? VexRegUpdAllregsAtEachInsn : VexRegUpdAllregsAtMemAccess;
  if (block_in_work.is_step)
    return translate_step(arguments);
  VexTranslateArgs wanted = *arguments;
  if (block_in_work.kind == CODE_SPECULATIVE) {
    wanted.instrument2 = NULL;
    wanted.sigill_diag = False;
  }
  VexTranslateResult result;
  const Bool may_be_kept = !sse_exact_is_on();
  if (may_be_kept && !watched_functions_find(arguments->guest_bytes_addr, &meaning) &&
      translation_cache_find(&wanted, &result))
    return result;
  const VexRegisterUpdates updates_usual = updates_needed;
  const Bool speculates = block_in_work.kind == CODE_SPECULATIVE;
  block_in_work.has_lost_loads = False;
  result = speculates ? translate_within_limits(&wanted) : translate_precisely(&wanted);
  if (block_in_work.is_unfit || (speculates && block_in_work.has_lost_loads))
    result = translate_precisely(arguments);
  updates_needed = updates_usual;
  if (may_be_kept && !sse_exact_is_on()) /* a block that turns it on has to do so in each process */
    translation_cache_record(&wanted, &result);
  return result;
}

VexTranslateResult __wrap_LibVEX_Translate(VexTranslateArgs *arguments)
{
  VexTranslateResult result = find_or_translate(arguments);
  if (result.status == VexTransOK)
    allocator_marks_note_code(arguments->guest_extents);
  return result;
}

/* The parts of VEX's own structures that matter here, of 3.19: a call's target in a host instruction, and the sets of
 * registers that an instruction reads and writes. */
enum { CALL_TARGET_WORD = 2, REGISTERS_WRITTEN_WORD = 1 };

/* What VEX takes a call to change of the registers it allocates: %rsi, %rdi, %r8 to %r10, %xmm3 to %xmm12. If another
 * core numbers them otherwise, nothing is told of them: they are called all the same, with spills. */
static const ULong allocated = 0xfffff, changed_by_calls = 0xfffe0;

static Bool keeps_registers(Addr called)
{
  return tool.keeps_registers(called) || host_instructions_contain(called);
}

void __wrap_getRegUsage_AMD64Instr(ULong *usage, const ULong *instruction, Bool is_64)
{
  __real_getRegUsage_AMD64Instr(usage, instruction, is_64);
  ULong *written = &usage[REGISTERS_WRITTEN_WORD];
  if ((*written & allocated) == changed_by_calls && keeps_registers((Addr)instruction[CALL_TARGET_WORD]))
    *written &= ~changed_by_calls;
}
