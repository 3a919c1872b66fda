/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults in absent pages of the shadow are resolved before the core hears of them: its handler for SIGSEGV is called by one
 * of ours, which stands between the kernel and it. The core believes that its own is installed. */
#include "memcheck/memory.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

typedef void signal_handler(Int signal, vki_siginfo_t *info, void *context);

Int __real_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action);
Int __wrap_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action);

static signal_handler *handler_of_core;

static void on_fault(Int signal, vki_siginfo_t *info, void *context)
{
  struct shadow *shadow = memory_shadow();
  bool is_memory_fault = info->si_code > 0; /* sent by the kernel for an access, not by somebody's kill() */
  if (is_memory_fault && shadow && shadow_resolve_fault(shadow, (uint64_t)info->_sifields._sigfault._addr))
    return;
  handler_of_core(signal, info, context);
}

static bool is_handler(const vki_sigaction_toK_t *action)
{
  return (action->sa_flags & VKI_SA_SIGINFO) && (void *)action->ksa_handler != (void *)VKI_SIG_DFL &&
         (void *)action->ksa_handler != (void *)VKI_SIG_IGN;
}

Int __wrap_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action)
{
  signal_handler *handler_before = handler_of_core;
  vki_sigaction_toK_t ours;
  if (signal == VKI_SIGSEGV && action && is_handler(action)) {
    ours = *action;
    handler_of_core = (signal_handler *)(void *)action->ksa_handler;
    ours.ksa_handler = (void *)on_fault;
    action = &ours;
  }
  Int result = __real_vgPlain_sigaction(signal, action, old_action);
  if (result != 0)
    handler_of_core = handler_before;
  else if (signal == VKI_SIGSEGV && old_action && (void *)old_action->ksa_handler == (void *)on_fault)
    old_action->ksa_handler = (void *)handler_before;
  return result;
}
