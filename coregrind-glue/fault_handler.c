/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three sorts of memory faults are settled before the core hears of them: those in absent pages of the shadow, those of the
 * tool's guarded accesses to the guest's memory, and those of speculative code that looked for the shadow of an address where
 * none can be: it goes on with precise code, which tells of the access and makes it.
 *
 * The core's handlers are called by one of ours, which stands between the kernel and them. The core believes that its own are
 * installed. */
#include "coregrind-glue/alias.h"
#include "coregrind-glue/guarded.h"
#include "memcheck/engine.h"
#include "memcheck/instrument.h"
#include "memcheck/memory.h"
#include "memcheck/stubs.h"

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

extern const UChar __executable_start[], etext[];
extern Bool VG_(in_generated_code);

static bool is_speculative_code(Addr ip, const VexGuestAMD64State *state)
{
  const UChar *is_precise = (const UChar *)state + ENGINE_IS_PRECISE;
  bool is_tool = ip >= (Addr)__executable_start && ip < (Addr)etext;
  return is_tool ? stubs_can_leave(ip) : *(const ULong *)is_precise == 0;
}

/* What the guest accesses after its checks is its own; a fault there is, too. It is addressable then: another address is that of
 * a check, of which the address of the shadow was no address, or wrapped around. */
static bool is_of_guest(const vki_siginfo_t *info)
{
  enum { NOT_AN_ADDRESS = 128 }; /* SI_KERNEL */
  Addr address = (Addr)info->_sifields._sigfault._addr;
  return info->si_code != NOT_AN_ADDRESS && address < SHADOW_LIMIT && shadow_is_addressable(memory_shadow(), address);
}

/* The guest's state is right at each check (translate.c), and lies in %rbp. */
static bool left_for_precise_code(const vki_siginfo_t *info, struct vki_ucontext *context)
{
  VexGuestAMD64State *state = (VexGuestAMD64State *)context->uc_mcontext.rbp;
  Addr ip = context->uc_mcontext.rip;
  if (!VG_(in_generated_code) || !instrument_speculates() || is_of_guest(info) || !is_speculative_code(ip, state))
    return false;
  if (stubs_can_leave(ip))
    context->uc_mcontext.rsp += sizeof(Addr); /* what it would return to */
  state->guest_RIP = ENGINE_ALIAS(state->guest_RIP);
  context->uc_mcontext.rip = (Addr)alias_find_code;
  return true;
}

static bool is_guarded(const vki_siginfo_t *info, struct vki_ucontext *context)
{
  uintptr_t resume_at = guarded_resume_at(context->uc_mcontext.rip), stack = context->uc_mcontext.rsp;
  if (resume_at == 0 && !guarded_leave_call((uintptr_t)info->_sifields._sigfault._addr, &resume_at, &stack))
    return false;
  context->uc_mcontext.rip = resume_at;
  context->uc_mcontext.rsp = stack;
  return true;
}

static bool is_settled(const vki_siginfo_t *info, struct vki_ucontext *context)
{
  struct shadow *shadow = memory_shadow();
  if (info->si_code <= 0) /* not the kernel's about an access, but somebody's kill() */
    return false;
  if (shadow && shadow_resolve_fault(shadow, (uint64_t)info->_sifields._sigfault._addr))
    return true;
  return is_guarded(info, context) || left_for_precise_code(info, context);
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
