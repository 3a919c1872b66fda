/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only the engine makes aliases, by jumps to constants and by alias_find_code(). The guest may jump to the same number
 * (an overwritten return address, a wild pointer, a signal frame), and for it that is an address where nothing can be.
 * The two are told apart where generated code is entered and left: indirect jumps of the guest find no code at such an
 * address, and when the core enters generated code, an alias in the instruction pointer counts as one only if that code
 * has just asked for it.
 *
 * The core translates the plain address, and the code is then entered into its table under the alias. The guest's
 * instruction pointer holds the alias between the jump and the first instruction of that code. A thread whose time
 * slice ends just then must not show it to anybody: its alias is dropped, so it executes the instruction in speculative
 * code again, and leaves that again. */
#include "coregrind-glue/translate/alias.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/traps.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/translate/code_changes.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "coregrind-glue/vex/sse_exact.h"
#include "coregrind-glue/wraps/newer_options.h"
#include "memcheck/pure/engine/engine.h"

#include "libvex_trc_values.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

/* --- what jumps where --- */

/* All indirect jumps of generated code come here. With an alias they return to the core as if for no reason, which then
 * looks for the code itself. */
#define RIP 184
#define TEXT(value) #value
#define NUMBER(value) TEXT(value)
_Static_assert(RIP == offsetof(VexGuestAMD64State, guest_RIP), "the place of the instruction pointer");
_Static_assert(ENGINE_IS_ALIAS(UINT64_C(1) << 62) && !ENGINE_IS_ALIAS(UINT64_C(2) << 62) &&
                 !ENGINE_IS_ALIAS(UINT64_C(3) << 62),
               "an alias begins with the bits 01");
__asm__(
  ".text\n"
  ".globl __wrap_vgPlain_disp_cp_xindir\n"
  "__wrap_vgPlain_disp_cp_xindir:\n"
  "  movq " NUMBER(RIP) "(%rbp), %rax\n"
  "  shrq $62, %rax\n"
  "  cmpl $1, %eax\n"
  "  jne __real_vgPlain_disp_cp_xindir\n"
  ".globl alias_return_to_core\n"
  "alias_return_to_core:\n"
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

static void tell_not_found(HWord *ret_reason)
{
  ret_reason[0] = CODE_NOT_FOUND;
  ret_reason[1] = 0;
}

/* --- the trap flag --- */

static Addr stepped; /* an instruction that is to be executed alone; 0: none */

/* The core translates the instruction, as precise code of its own. */
static void begin_step(HWord *ret_reason, VexGuestAMD64State *state)
{
  stepped = ENGINE_WITHOUT_ALIAS(state->guest_RIP);
  VG_(discard_translations)(stepped, 1, "the trap flag");
  state->guest_RIP = ENGINE_ALIAS(stepped);
  at_alias = state;
  tell_not_found(ret_reason);
}

/* One block, that of the instruction; then the guest is told. System calls and the like come first. What is repeated
 * goes on behind its last turn, where VEX looks at the count once more. */
static void run_step(HWord *ret_reason, VexGuestAMD64State *state, Addr code)
{
  const Addr instruction = ENGINE_WITHOUT_ALIAS(state->guest_RIP);
  at_alias = NULL;
  state->host_EvC_COUNTER = 1;
  __real_vgPlain_disp_run_translations(ret_reason, state, code);
  if (ENGINE_IS_ALIAS(state->guest_RIP))
    drop_alias(state);
  if (!is_from_engine(ret_reason[0]) && ret_reason[0] != VEX_TRC_JMP_BORING && ret_reason[0] != VEX_TRC_JMP_YIELD)
    return;
  if (state->guest_RIP == instruction && state->guest_RCX == 0) {
    tell_not_found(ret_reason);
    return;
  }
  traps_note_step();
  ret_reason[0] = VEX_TRC_JMP_SIGTRAP;
  ret_reason[1] = 0;
}

static Bool is_step(Addr address)
{
  const Bool is_asked_for = stepped != 0 && address == stepped;
  if (is_asked_for)
    stepped = 0;
  return is_asked_for;
}

/* --- generated code is entered --- */

/* If the guest has made up the address, the core has found code only because it happens to be an alias: say that there
 * is none. */
void __wrap_vgPlain_disp_run_translations(HWord *ret_reason, VexGuestAMD64State *state, Addr code)
{
  const Bool is_at_alias = ENGINE_IS_ALIAS(state->guest_RIP) && at_alias == state;
  if ((state->guest_ACFLAG & TRAPS_TRAP_FLAG) && code_changes_may_enter(state)) {
    if (is_at_alias)
      run_step(ret_reason, state, code);
    else
      begin_step(ret_reason, state);
    return;
  }
  if (ENGINE_IS_ALIAS(state->guest_RIP) && at_alias != state) {
    tell_not_found(ret_reason);
    return;
  }
  if (!code_changes_may_enter(state)) {
    tell_not_found(ret_reason);
    return;
  }
  if (sse_exact_is_stale()) {
    __real_vgPlain_discard_translations(0, 1ULL << 62, "modes of SSE");
    sse_exact_code_is_dropped();
    ret_reason[0] = CODE_NOT_FOUND;
    return;
  }
  at_alias = NULL; /* a fault does not come back here */
  newer_options_limit_turn(state);
  __real_vgPlain_disp_run_translations(ret_reason, state, code);
  if (code_changes_left(state) && (ENGINE_IS_ALIAS(state->guest_RIP) || chains(ret_reason[0])))
    tell_not_found(ret_reason); /* there may be nothing to chain from */
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

/* Code without redirections stands outside the usual table. A block that is left and begun again would stop twice at a
 * breakpoint. */
static enum code_kind kind_of_code(Bool is_alias, Bool redirects)
{
  if (is_alias)
    return CODE_PRECISE_AT_ALIAS;
  return code_policy.speculates && redirects && !debugger_was_here() ? CODE_SPECULATIVE : CODE_PRECISE;
}

/* To the core a direct block is what it expects at the start of all code, a check whether the time slice is over, and
 * the way in. */
static Bool is_made_direct(Addr address)
{
  enum { TARGET = 9 };
  UChar entry[] = {0xff, 0x4d, 8, 0x79, 3, 0xff, 0x65, 0,
                   0xb8, 0,    0, 0,    0, 0xff, 0xe0}; /* ...; mov $direct_enter, %eax; jmp *%rax */
  const UInt target = (UInt)(Addr)direct_enter;
  UInt bytes;
  if (!direct_prepare(address, &bytes))
    return False;
  VG_(memcpy)(entry + TARGET, &target, sizeof target);
  const VexGuestExtents extents = {.base = {address}, .len = {(UShort)bytes}, .n_used = 1};
  __real_vgPlain_add_to_transtab(&extents, address, (Addr)entry, sizeof entry, False, -1, 1);
  return True;
}

/* The core translates for debugging what it has a translation of. */
Bool __wrap_vgPlain_translate(ThreadId tid, Addr address, Bool debugging, Int verbosity, ULong blocks_done,
                              Bool redirects)
{
  translates_alias = ENGINE_IS_ALIAS(address) && (at_alias || debugging);
  if (!ENGINE_IS_ALIAS(address) && redirects && !debugging && is_made_direct(address))
    return True;
  if (translates_alias)
    address = ENGINE_WITHOUT_ALIAS(address);
  block_in_work.is_step = translates_alias && (is_step(address) || code_changes_is_step(address));
  block_in_work.kind = kind_of_code(translates_alias, redirects);
  block_in_work.is_unfit = False;
  Bool is_done = __real_vgPlain_translate(tid, address, debugging, verbosity, blocks_done, redirects);
  if (!is_done)
    at_alias = NULL;
  return is_done;
}

/* Code that was left for its alias is what was meant, whatever its address is redirected to. When VEX asks whether it
 * may follow a jump, there is nowhere to put the second answer. */
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
  __real_vgPlain_add_to_transtab(extents, translates_alias ? ENGINE_ALIAS(entry) : entry, code, code_bytes,
                                 is_self_checking, profile_offset, instructions);
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
