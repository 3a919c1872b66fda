/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two sorts of memory faults are settled before the core hears of them: those in absent pages of the shadow, and those of the
 * tool's guarded accesses to the guest's memory. The core's handlers are called by one of ours, which stands between the
 * kernel and them. The core believes that its own are installed. */
#include "coregrind-glue/guarded.h"
#include "memcheck/memory.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

typedef void signal_handler(Int signal, vki_siginfo_t *info, void *context);

Int __real_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action);
Int __wrap_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action);

static signal_handler *segv_handler_of_core, *bus_handler_of_core;

static signal_handler **handler_of_core(Int signal)
{
  return signal == VKI_SIGSEGV ? &segv_handler_of_core : signal == VKI_SIGBUS ? &bus_handler_of_core : NULL;
}

static bool is_settled(const vki_siginfo_t *info, struct vki_ucontext *context)
{
  struct shadow *shadow = memory_shadow();
  if (info->si_code <= 0) /* not the kernel's about an access, but somebody's kill() */
    return false;
  if (shadow && shadow_resolve_fault(shadow, (uint64_t)info->_sifields._sigfault._addr))
    return true;
  uintptr_t resume_at = guarded_resume_at(context->uc_mcontext.rip);
  if (resume_at != 0)
    context->uc_mcontext.rip = resume_at;
  return resume_at != 0;
}

static void on_fault(Int signal, vki_siginfo_t *info, void *context)
{
  if (!is_settled(info, context))
    (*handler_of_core(signal))(signal, info, context);
}

static bool is_handler(const vki_sigaction_toK_t *action)
{
  return (action->sa_flags & VKI_SA_SIGINFO) && (void *)action->ksa_handler != (void *)VKI_SIG_DFL &&
         (void *)action->ksa_handler != (void *)VKI_SIG_IGN;
}

Int __wrap_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action)
{
  signal_handler **of_core = handler_of_core(signal);
  if (!of_core)
    return __real_vgPlain_sigaction(signal, action, old_action);
  signal_handler *before = *of_core;
  vki_sigaction_toK_t ours;
  if (action && is_handler(action)) {
    ours = *action;
    *of_core = (signal_handler *)(void *)action->ksa_handler;
    ours.ksa_handler = (void *)on_fault;
    action = &ours;
  }
  Int result = __real_vgPlain_sigaction(signal, action, old_action);
  if (result != 0)
    *of_core = before;
  else if (old_action && (void *)old_action->ksa_handler == (void *)on_fault)
    old_action->ksa_handler = (void *)before;
  return result;
}
