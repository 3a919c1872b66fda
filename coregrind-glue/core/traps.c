/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the core's making a signal up and its writing the frame, what it has made up is replaced. */
#include "coregrind-glue/core/traps.h"

#include "pub_tool_libcbase.h"

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

const struct vki_ucontext *traps_amended_context(Int signal, const struct vki_ucontext *context)
{
  static struct vki_ucontext amended;
  if (announced.signal != signal)
    return context;
  VG_(memset)(&amended, 0, sizeof amended);
  amended.uc_mcontext.trapno = announced.number;
  amended.uc_mcontext.err = announced.error;
  return &amended;
}
