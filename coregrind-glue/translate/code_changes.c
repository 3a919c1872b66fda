/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A store to a watched page (watched_pages.h) is begun again: its code is left for precise code of the same
 * instruction, by way of the core, where code of the page can go. If the instruction itself may be on that page, it is
 * executed alone, as what follows it may be another instruction by then; and unwatched, as it would only fault again.
 *
 * Where a function of the tool or the core has stored, it goes on, and code of the guest is left at the next block. */
#include "coregrind-glue/translate/code_changes.h"

#include "coregrind-glue/code/watched_pages.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/tool.h"
#include "memcheck/pure/engine/engine.h"

#include "pub_tool_threadstate.h"

extern const UChar __executable_start[], etext[];
extern Bool VG_(in_generated_code);

static VexGuestAMD64State *running; /* the state of the thread whose code was entered last */
static Addr stepped;                /* an instruction that is to be executed alone; 0: none */

static Bool is_tool(Addr ip)
{
  return ip >= (Addr)__executable_start && ip < (Addr)etext;
}

Bool code_changes_settle_fault(Addr address, struct vki_ucontext *context, void (*to_core)(void))
{
  if (!watched_pages_settle_fault(address))
    return False;
  if (direct_settle_fault(context) || !VG_(in_generated_code))
    return True;
  if (is_tool(context->uc_mcontext.rip)) {
    running->host_EvC_COUNTER = 0;
    return True;
  }
  VexGuestAMD64State *const state = (VexGuestAMD64State *)context->uc_mcontext.rbp;
  tool.instruction_fails(ENGINE_WITHOUT_ALIAS(state->guest_RIP));
  state->guest_RIP = ENGINE_ALIAS(state->guest_RIP);
  context->uc_mcontext.rip = (Addr)to_core;
  return True;
}

Bool code_changes_may_enter(VexGuestAMD64State *state)
{
  running = state;
  if (!watched_pages_have_changed())
    return True;
  watched_pages_lose_changed();
  return False;
}

Bool code_changes_left(VexGuestAMD64State *state)
{
  if (!watched_pages_have_changed())
    return False;
  const Bool is_left = ENGINE_IS_ALIAS(state->guest_RIP);
  const Addr instruction = ENGINE_WITHOUT_ALIAS(state->guest_RIP);
  if (is_left)
    tool.left_code(VG_(get_running_tid)());
  if (is_left && watched_pages_have_changed_near(instruction)) {
    stepped = instruction;
    VG_(discard_translations)(instruction, 1, "a step");
  }
  watched_pages_lose_changed();
  return True;
}

Bool code_changes_is_step(Addr address)
{
  const Bool is_step = stepped != 0 && address == stepped;
  if (is_step)
    stepped = 0;
  return is_step;
}
