/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A fault in direct code may come at any instruction of the host. The guest gets its registers back, and goes on in
 * precise code of the same instruction: it faults again if the fault was the guest's. The routines know themselves how
 * to go on. */
#include "coregrind-glue/direct/direct_private.h"

#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_libcbase.h"

static void give_back(struct vki_sigcontext *registers, UInt borrowed)
{
  if (borrowed & DIRECT_BORROWS_RCX)
    registers->rcx = direct_state.borrowed[0];
  if (borrowed & DIRECT_BORROWS_RAX)
    registers->rax = direct_state.borrowed[1];
  if (borrowed & DIRECT_BORROWS_RDX)
    registers->rdx = direct_state.borrowed[2];
  if (borrowed & DIRECT_BORROWS_RDI)
    registers->rdi = direct_state.borrowed[3];
}

static Bool is_of_routine(struct vki_sigcontext *registers)
{
  const Addr after = routines_after_fault(registers->rip);
  if (after != 0)
    registers->rip = after;
  return after != 0;
}

Bool direct_settle_fault(struct vki_ucontext *context)
{
  struct vki_sigcontext *const registers = &context->uc_mcontext;
  if (is_of_routine(registers))
    return True;
  const struct code_block *block = direct_policy.is_on ? code_blocks_find_by_host(registers->rip) : NULL;
  if (!block)
    return False;
  const UInt offset = (UInt)(registers->rip - code_space_runs_at(block->code));
  const struct direct_place place = direct_places_find(block->places, block->start, offset);
  give_back(registers, place.borrowed);
  if (direct_counts())
    guest_view_uncount(block, place.address);
  else if (place.pending > 0)
    VG_(memset)
    (shadow_v_bits(registers->rsp - REDZONE_BYTES - (Addr)place.pending), SHADOW_UNDEFINED, (SizeT)place.pending);
  direct_state.go_on_at = place.address;
  registers->rip = direct_state.leave_precise;
  return True;
}
