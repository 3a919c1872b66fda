/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/core/last_signal.h"

#include "coregrind-glue/core/restarted_signals.h"
#include "coregrind-glue/core/wraps.h"

extern Int VG_(max_signal);
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);

static Bool is_ignored, is_being_set;

Bool last_signal_is_ignored(void)
{
  return is_ignored;
}

void last_signal_begin_use(void)
{
  if (VG_(max_signal) == LAST_SIGNAL)
    VG_(max_signal) = LAST_SIGNAL + 1;
}

void last_signal_end_use(void)
{
  if (VG_(max_signal) == LAST_SIGNAL + 1)
    VG_(max_signal) = LAST_SIGNAL;
}

static Bool is(const void *action, const void *handler)
{
  return action == handler;
}

void last_signal_begin_delivery(const vki_siginfo_t *info)
{
  vki_sigaction_fromK_t action;
  if (info->si_signo != LAST_SIGNAL)
    return;
  __real_vgPlain_do_sys_sigaction(LAST_SIGNAL, NULL, &action);
  if (!is((const void *)action.ksa_handler, VKI_SIG_IGN))
    last_signal_begin_use();
}

/* --- its action --- */

/* What the core sees to is the same, but not what the kernel does with it (fault_handler.c). */
static void tell_kernel(void)
{
  vki_sigaction_fromK_t of_core;
  if (VG_(sigaction)(LAST_SIGNAL, NULL, &of_core) == 0)
    VG_(sigaction)(LAST_SIGNAL, &of_core, NULL);
}

SysRes __wrap_vgPlain_do_sys_sigaction(Int signal, const vki_sigaction_toK_t *action,
                                       vki_sigaction_fromK_t *ret_before)
{
  if (signal != LAST_SIGNAL || !action)
    return restarted_signals_act(signal, action, ret_before);
  const Bool was_ignored = is_ignored;
  const Bool will_be = is((const void *)action->ksa_handler, VKI_SIG_IGN);
  is_being_set = True;
  last_signal_begin_use();
  const SysRes result = __real_vgPlain_do_sys_sigaction(signal, action, ret_before);
  last_signal_end_use();
  is_being_set = False;
  if (sr_isError(result))
    return result;
  is_ignored = will_be;
  if (is_ignored != was_ignored)
    tell_kernel();
  return result;
}

/* The core has looked at the signal's number, and goes on to its table of all signals, where its own is the last. */
static void end_look(Int signal)
{
  if (is_being_set && signal == VKI_SIGSTOP)
    last_signal_end_use();
}

/* The core does not let its signal be blocked, where the guest's is. */
Int __wrap_vgPlain_sigdelset(vki_sigset_t *set, Int signal)
{
  if (signal == LAST_SIGNAL)
    return 0;
  end_look(signal);
  return __real_vgPlain_sigdelset(set, signal);
}

Bool __wrap_vgModuleLocal_client_signal_OK(Int signal)
{
  return signal >= 0 && signal <= LAST_SIGNAL;
}

/* The core's handler for signals like this one is known when the kernel is told of another one. */
static void have_handler_told(void)
{
  enum { OTHER = LAST_SIGNAL - 1 };
  vki_sigaction_fromK_t inherited;
  const vki_sigaction_toK_t by_default = {.ksa_handler = VKI_SIG_DFL};
  VG_(do_sys_sigaction)(OTHER, NULL, &inherited);
  if (!is((const void *)inherited.ksa_handler, VKI_SIG_IGN))
    return;
  VG_(do_sys_sigaction)(OTHER, &by_default, NULL);
  VG_(do_sys_sigaction)(OTHER, &inherited, NULL);
}

void __wrap_vgPlain_sigstartup_actions(void)
{
  vki_sigaction_fromK_t inherited;
  const Bool is_known = VG_(sigaction)(LAST_SIGNAL, NULL, &inherited) == 0;
  __real_vgPlain_sigstartup_actions();
  have_handler_told();
  if (is_known)
    VG_(do_sys_sigaction)(LAST_SIGNAL, &inherited, NULL);
}
