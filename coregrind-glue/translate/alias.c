/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only the engine makes aliases, by jumps to constants and by alias_find_code(). The same value from the guest (a return address that
 * was overwritten, a wild pointer, a signal frame) is an address where nothing can be. The two are told apart where generated code
 * begins and ends: indirect jumps of the guest do not look for code at such an address, and where the core comes back to generated
 * code, the instruction pointer is an alias only if that code has just asked for the alias's code.
 *
 * The alias is taken off where code is made, and put on again when the code is entered into the core's table. It is in the
 * instruction pointer between the jump to it and the first instruction there. A thread whose slice ends just then must not show
 * it: it begins the instruction again in speculative code, and leaves it again. */
#include "coregrind-glue/translate/alias.h"

#include "coregrind-glue/code/block_in_work.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/wraps/newer_options.h"
#include "memcheck/engine/engine.h"

#include "libvex_trc_values.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

/* --- what jumps where --- */

/* All indirect jumps of generated code come here; that it returns to the core for nothing makes the core look for the code. */
#define RIP 184
#define TEXT(value) #value
#define NUMBER(value) TEXT(value)
_Static_assert(RIP == offsetof(VexGuestAMD64State, guest_RIP), "the place of the instruction pointer");
_Static_assert(ENGINE_IS_ALIAS(UINT64_C(1) << 62) && !ENGINE_IS_ALIAS(UINT64_C(2) << 62) && !ENGINE_IS_ALIAS(UINT64_C(3) << 62),
               "an alias begins with the bits 01");
__asm__(
  ".text\n"
  ".globl __wrap_vgPlain_disp_cp_xindir\n"
  "__wrap_vgPlain_disp_cp_xindir:\n"
  "  movq " NUMBER(RIP) "(%rbp), %rax\n"
  "  shrq $62, %rax\n"
  "  cmpl $1, %eax\n"
  "  jne __real_vgPlain_disp_cp_xindir\n"
  "  movl $" NUMBER(VEX_TRC_JMP_BORING) ", %ebp\n"
  "  jmp vgPlain_disp_cp_xassisted\n"
  ".globl alias_find_code\n"
  "alias_find_code:\n"
  "  jmp __real_vgPlain_disp_cp_xindir\n");

/* The state of the thread that has left generated code for the code of an alias; NULL: none has. */
static VexGuestAMD64State *at_alias;

static void drop_alias(VexGuestAMD64State *state)
{
  state->guest_RIP = ENGINE_WITHOUT_ALIAS(state->guest_RIP);
  at_alias = NULL;
}

static Bool slice_is_over(const VexGuestAMD64State *state)
{
  return (Int)state->host_EvC_COUNTER <= 0;
}

/* Why generated code came back to the core (pub_core_dispatch_asm.h, the same in all versions). */
enum { CODE_NOT_FOUND = 37, COUNTER_IS_ZERO = 41, CHAIN_TO_SLOW_ENTRY = 49, CHAIN_TO_FAST_ENTRY = 51 };

static Bool is_from_engine(HWord reason)
{
  return reason == CODE_NOT_FOUND || reason == COUNTER_IS_ZERO || reason == CHAIN_TO_SLOW_ENTRY ||
         reason == CHAIN_TO_FAST_ENTRY;
}

static Bool chains(HWord reason)
{
  return reason == CHAIN_TO_SLOW_ENTRY || reason == CHAIN_TO_FAST_ENTRY;
}

/* That code is found although the guest made up the address is because the address happens to be an alias. */
void __wrap_vgPlain_disp_run_translations(HWord *ret_reason, VexGuestAMD64State *state, Addr code)
{
  if (ENGINE_IS_ALIAS(state->guest_RIP) && at_alias != state) {
    ret_reason[0] = CODE_NOT_FOUND;
    return;
  }
  at_alias = NULL; /* a fault does not come back here */
  newer_options_limit_turn(state);
  __real_vgPlain_disp_run_translations(ret_reason, state, code);
  if (!ENGINE_IS_ALIAS(state->guest_RIP) || !is_from_engine(ret_reason[0]))
    return;
  if (slice_is_over(state) && !chains(ret_reason[0]))
    drop_alias(state);
  else
    at_alias = state;
}

Bool __wrap_vgPlain_search_transtab(Addr *ret_code, void *ret_sector, void *ret_entry, Addr address, Bool updates_cache)
{
  if (ENGINE_IS_ALIAS(address) && !at_alias)
    return False;
  return __real_vgPlain_search_transtab(ret_code, ret_sector, ret_entry, address, updates_cache);
}

void __wrap_vgPlain_tt_tc_do_chaining(void *from, UInt to_sector, UInt to_entry, Bool to_fast_entry)
{
  __real_vgPlain_tt_tc_do_chaining(from, to_sector, to_entry, to_fast_entry);
  if (at_alias && slice_is_over(at_alias))
    drop_alias(at_alias);
}

/* --- translating --- */

static Bool translates_alias;

/* Code without redirections stands outside the usual table. A block that is left and begun again would stop twice at a breakpoint. */
static enum code_kind kind_of_code(Bool is_alias, Bool redirects)
{
  if (is_alias)
    return CODE_PRECISE_AT_ALIAS;
  return code_policy.speculates && redirects && !debugger_was_here() ? CODE_SPECULATIVE : CODE_PRECISE;
}

/* The core translates for debugging what it has a translation of. */
Bool __wrap_vgPlain_translate(ThreadId tid, Addr address, Bool debugging, Int verbosity, ULong blocks_done, Bool redirects)
{
  translates_alias = ENGINE_IS_ALIAS(address) && (at_alias || debugging);
  if (translates_alias)
    address = ENGINE_WITHOUT_ALIAS(address);
  block_in_work.kind = kind_of_code(translates_alias, redirects);
  block_in_work.is_unfit = False;
  Bool is_done = __real_vgPlain_translate(tid, address, debugging, verbosity, blocks_done, redirects);
  if (!is_done)
    at_alias = NULL;
  return is_done;
}

/* Code that was left for its alias is what was meant, whatever its address is redirected to. When VEX asks whether it may follow
 * a jump, there is nowhere to put the second answer. */
Addr __wrap_vgPlain_redir_do_lookup(Addr address, Bool *ret_is_wrap)
{
  if (!translates_alias || ret_is_wrap == NULL)
    return __real_vgPlain_redir_do_lookup(address, ret_is_wrap);
  *ret_is_wrap = False;
  return address;
}

void __wrap_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr entry, Addr code, UInt code_bytes,
                                    Bool is_self_checking, Int profile_offset, UInt instructions)
{
  __real_vgPlain_add_to_transtab(extents, translates_alias ? ENGINE_ALIAS(entry) : entry, code, code_bytes, is_self_checking,
                                 profile_offset, instructions);
}

/* --- the debugger --- */

/* The core may be about to chain the jump, so the alias comes back unless the debugger has gone elsewhere. */
void __wrap_vgPlain_gdbserver(ThreadId tid)
{
  VexGuestAMD64State *state = at_alias;
  if (!state) {
    __real_vgPlain_gdbserver(tid);
    return;
  }
  const Addr shown = ENGINE_WITHOUT_ALIAS(state->guest_RIP);
  drop_alias(state);
  __real_vgPlain_gdbserver(tid);
  if (state->guest_RIP != shown)
    return;
  state->guest_RIP = ENGINE_ALIAS(shown);
  at_alias = state;
}
