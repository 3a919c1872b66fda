/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the core's making a signal up and its writing the frame, what it has made up is replaced. */
#include "coregrind-glue/core/traps.h"

#include "coregrind-glue/core/wraps.h"

#include <stddef.h>

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

static struct trap announced; /* no signal: none */

void traps_announce(const struct trap *trap)
{
  announced = *trap;
}

void traps_withdraw(void)
{
  announced.signal = 0;
}

void traps_amend(vki_siginfo_t *info)
{
  if (announced.signal == 0)
    return;
  VG_(memset)(info, 0, sizeof *info);
  info->si_signo = announced.signal;
  info->si_code = announced.code;
  info->_sifields._sigfault._addr = (void *)announced.address;
}

/* The kernel begins handlers with it clear. VEX keeps it as the step of string instructions. */
static void clear_direction(ThreadId tid)
{
  const ULong forward = 1;
  VG_(set_shadow_regs_area)(tid, 0, (PtrdiffT)offsetof(VexGuestAMD64State, guest_DFLAG), sizeof forward, (const UChar *)&forward);
}

void WRAPPED(sigframe_create)(ThreadId tid, Bool on_alternate_stack, Addr stack_top, const vki_siginfo_t *info,
                              const struct vki_ucontext *context, void *handler, UInt flags, const vki_sigset_t *mask,
                              void *restorer)
{
  struct vki_ucontext amended;
  if (announced.signal == info->si_signo) {
    VG_(memset)(&amended, 0, sizeof amended);
    amended.uc_mcontext.trapno = announced.number;
    amended.uc_mcontext.err = announced.error;
    context = &amended;
  }
  REAL(sigframe_create)(tid, on_alternate_stack, stack_top, info, context, handler, flags, mask, restorer);
  clear_direction(tid);
}
