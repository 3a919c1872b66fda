/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three kinds of memory faults are resolved before the core learns of them: in absent pages of the shadow and of sparse
 * tables; in the tool's guarded accesses to the guest's memory; and in speculative code that has read the shadow of an
 * address which can have none. That code goes on as precise code, which reports the access and makes it.
 *
 * A handler of ours stands between the kernel and the core's handlers, and calls these for all other faults. The core
 * is made to believe that its own are installed. It installs them late, so ours is there earlier. */
#include "coregrind-glue/translate/fault_handler.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/last_signal.h"
#include "coregrind-glue/core/lock_holder.h"
#include "coregrind-glue/core/page_wait.h"
#include "coregrind-glue/core/traps.h"
#include "coregrind-glue/core/process_views.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/memory/first_stack.h"
#include "coregrind-glue/memory/sparse_pages.h"
#include "coregrind-glue/syscalls/woken_threads.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/translate/alias.h"
#include "coregrind-glue/translate/code_changes.h"
#include "coregrind-glue/translate/refused_access.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "coregrind-glue/vex/faulting.h"
#include "memcheck/pure/engine/engine.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

typedef void signal_handler(Int signal, vki_siginfo_t *info, void *context);

/* In a set of signals. What handlers of faults read of the guest may be beyond the end of a file, too. */
#define SET_OF(signal) (1UL << ((signal) - 1))
#define FAULT SET_OF(VKI_SIGSEGV)
#define BEYOND_FILE (1UL << (VKI_SIGBUS - 1))

static vki_sigaction_toK_t segv_of_core, bus_of_core, fpe_of_core;

/* What the core wants to happen; NULL: the signal is no fault. */
static vki_sigaction_toK_t *action_of_core(Int signal)
{
  switch (signal) {
  case VKI_SIGSEGV:
    return &segv_of_core;
  case VKI_SIGBUS:
    return &bus_of_core;
  case VKI_SIGFPE:
    return &fpe_of_core;
  default:
    return NULL;
  }
}

extern const UChar __executable_start[], etext[];
extern Bool VG_(in_generated_code);

static bool is_speculative_code(Addr ip, const VexGuestAMD64State *state)
{
  const UChar *is_precise = (const UChar *)state + ENGINE_IS_PRECISE;
  bool is_tool = ip >= (Addr)__executable_start && ip < (Addr)etext;
  return is_tool ? tool.can_leave_at(ip) : *(const ULong *)is_precise == 0;
}

/* Did the guest's own access fault, rather than the check before it? The check has found the address addressable then.
 * The shadow of an address that has none is at no valid address, or wraps around to one that is not addressable. */
static bool is_of_guest(const vki_siginfo_t *info)
{
  enum { NOT_AN_ADDRESS = 128 }; /* SI_KERNEL */
  Addr address = (Addr)info->_sifields._sigfault._addr;
  return info->si_code != NOT_AN_ADDRESS && address < SHADOW_LIMIT && shadow_is_addressable(tool.shadow(), address);
}

/* The guest's state is right at each check (translate.c), and lies in %rbp. */
static bool left_for_precise_code(const vki_siginfo_t *info, struct vki_ucontext *context)
{
  VexGuestAMD64State *state = (VexGuestAMD64State *)context->uc_mcontext.rbp;
  Addr ip = context->uc_mcontext.rip;
  if (!VG_(in_generated_code) || !code_policy.speculates || is_of_guest(info) || !is_speculative_code(ip, state))
    return false;
  if (tool.can_leave_at(ip))
    context->uc_mcontext.rsp += sizeof(Addr); /* drop the return address */
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

static bool is_settled(Int signal, const vki_siginfo_t *info, struct vki_ucontext *context)
{
  enum { NOT_MAPPED = 1 }; /* SEGV_MAPERR */
  struct shadow *shadow = tool.shadow();
  if (info->si_code <= 0) /* not from the kernel: some process has sent it */
    return signal == VKI_SIGSEGV && lock_holder_took_signal(info);
  if (signal == VKI_SIGFPE)
    return direct_settle_fault(context);
  const uint64_t address = (uint64_t)info->_sifields._sigfault._addr;
  if (code_changes_settle_fault(address, context, alias_return_to_core))
    return true;
  if ((shadow && shadow_resolve_fault(shadow, address)) || sparse_pages_resolve_fault(address))
    return true;
  if (info->si_code == NOT_MAPPED && VG_(in_generated_code) && first_stack_settle_fault(address))
    return true;
  return is_guarded(info, context) || direct_settle_fault(context) || left_for_precise_code(info, context);
}

/* A fault of the guest's is told to it as the processor would. */
static Int as_guest(Int signal, vki_siginfo_t *info, struct vki_ucontext *context)
{
  if (!VG_(in_generated_code) || info->si_code <= 0)
    return signal;
  const Addr instruction = ENGINE_WITHOUT_ALIAS(VG_(get_IP)(VG_(get_running_tid)()));
  tool.instruction_fails(instruction);
  return faulting_as_guest(signal, instruction, info, context);
}

enum { WRITE_ACCESS = 2 }; /* in the error code of a page fault */

static void on_fault(Int signal, vki_siginfo_t *info, void *context)
{
  if (!refused_access_took_fault(info, context) && is_settled(signal, info, context))
    return;
  const Int told = as_guest(signal, info, context);
  traps_note_access((((const struct vki_ucontext *)context)->uc_mcontext.err & WRITE_ACCESS) != 0);
  ((signal_handler *)(void *)action_of_core(told)->ksa_handler)(told, info, context);
  traps_withdraw(); /* it has made the stack larger */
  tool.instruction_goes_on();
}

/* --- before the core has handlers --- */

static vki_sigaction_fromK_t inherited; /* of SIGSEGV */
static bool is_early;                   /* there is a handler from the beginning */

/* With the default action, a fault that cannot be resolved happens again, and ends the process. */
static void on_early_fault(Int signal, vki_siginfo_t *info, void *context)
{
  if (!is_settled(signal, info, context))
    __real_vgPlain_sigaction(signal, &(vki_sigaction_toK_t){.ksa_handler = VKI_SIG_DFL}, NULL);
}

void return_from_signal(void);
__asm__(".pushsection .text\n"
        "return_from_signal: mov $15, %eax\n\tsyscall\n" /* rt_sigreturn */
        ".popsection");

bool fault_handler_begin(void)
{
  enum { RESTORER = 0x04000000, QUERY_MASK = 0 };
  vki_sigset_t blocked;
  const vki_sigaction_toK_t action = {
    .ksa_handler = (void *)on_early_fault, .sa_flags = VKI_SA_SIGINFO | RESTORER, .sa_restorer = return_from_signal};
  is_early = raw_syscall(__NR_rt_sigprocmask, QUERY_MASK, 0, (long)&blocked, sizeof blocked, 0, 0) == 0 &&
             (blocked.sig[0] & FAULT) == 0 &&
             __real_vgPlain_sigaction(VKI_SIGSEGV, &action, &inherited) == 0;
  return is_early;
}

/* While the guest's code runs the core blocks all signals but those of faults, for which it takes SIGSYS, too. But that
 * is sent by others, and by filters of system calls (call_filters.h), and the core's handler of such a signal expects
 * the thread to be in a call. */
static bool is_while_guest_runs(Int how, const vki_sigset_t *set, const vki_sigset_t *old_set)
{
  const ULong of_faults =
    FAULT | SET_OF(VKI_SIGBUS) | SET_OF(VKI_SIGFPE) | SET_OF(VKI_SIGILL) | SET_OF(VKI_SIGTRAP) | SET_OF(VKI_SIGSYS);
  return how == VKI_SIG_SETMASK && set && !old_set && (set->sig[0] & of_faults) == 0 &&
         (set->sig[0] | of_faults | SET_OF(VKI_SIGKILL) | SET_OF(VKI_SIGSTOP)) == ~0ul;
}

/* Now and then the core blocks all signals, as when it creates a thread. A fault would end the process then, so it
 * stays unblocked. */
Int __wrap_vgPlain_sigprocmask(Int how, const vki_sigset_t *set, vki_sigset_t *old_set)
{
  if (is_while_guest_runs(how, set, old_set)) {
    vki_sigset_t with_sys = *set;
    with_sys.sig[0] |= SET_OF(VKI_SIGSYS);
    return __real_vgPlain_sigprocmask(how, &with_sys, old_set);
  }
  const bool is_for_now =
    set && old_set && how != VKI_SIG_UNBLOCK; /* else it is the guest's mask, for another program */
  if (!is_for_now || !is_early)
    return __real_vgPlain_sigprocmask(how, set, old_set);
  vki_sigset_t but_faults = *set;
  but_faults.sig[0] &= ~FAULT;
  return __real_vgPlain_sigprocmask(how, &but_faults, old_set);
}

/* --- beside the core's --- */

static bool is_handler(const vki_sigaction_toK_t *action)
{
  return (action->sa_flags & VKI_SA_SIGINFO) && (void *)action->ksa_handler != (void *)VKI_SIG_DFL &&
         (void *)action->ksa_handler != (void *)VKI_SIG_IGN;
}

enum { SIGNALS_END = LAST_SIGNAL + 1, FIRST_REAL_TIME = 32 };
static signal_handler *other_of_core[SIGNALS_END];
static signal_handler *of_real_time; /* the core's handler of a signal that is the guest's */

static void on_other(Int signal, vki_siginfo_t *info, void *context)
{
  if (page_wait_ends(signal, info, context) || waking_took_signal(signal, info, context, other_of_core[LAST_SIGNAL]))
    return;
  (signal == LAST_SIGNAL ? of_real_time : other_of_core[signal])(signal, info, context);
}

/* The core's handlers of other signals run with all signals blocked, but they may touch absent pages. So faults stay
 * unblocked there. */
static Int set_other(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action)
{
  vki_sigaction_toK_t ours;
  signal_handler *const before = other_of_core[signal];
  if (action && is_handler(action)) {
    ours = *action;
    other_of_core[signal] = (signal_handler *)(void *)ours.ksa_handler;
    if (signal >= FIRST_REAL_TIME && signal != LAST_SIGNAL)
      of_real_time = other_of_core[signal];
    ours.ksa_handler = (void *)on_other;
    ours.sa_mask.sig[0] &= ~FAULT;
    action = &ours;
  }
  Int result = __real_vgPlain_sigaction(signal, action, old_action);
  if (result != 0)
    other_of_core[signal] = before;
  else if (old_action && (void *)old_action->ksa_handler == (void *)on_other) {
    old_action->ksa_handler = (void *)before;
    old_action->sa_mask.sig[0] |= FAULT;
  }
  return result;
}

/* What the core does with the last signal does not depend on the guest. What the kernel does, depends on it here. */
static Int set_last(const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action)
{
  static vki_sigaction_toK_t of_core;
  static bool is_of_core;
  const vki_sigaction_toK_t before = of_core;
  const bool answers = old_action && is_of_core;
  const vki_sigaction_toK_t ignored = {.ksa_handler = VKI_SIG_IGN};
  if (action) {
    of_core = *action;
    is_of_core = is_handler(action);
  }
  const bool is_to_ignore = action && is_of_core && last_signal_is_ignored() && of_real_time;
  const Int result = set_other(LAST_SIGNAL, action, old_action);
  if (result == 0 && is_to_ignore)
    __real_vgPlain_sigaction(LAST_SIGNAL, &ignored, NULL);
  if (answers)
    *old_action = before;
  return result;
}

static Int set_action(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action)
{
  enum { NODEFER = 0x40000000, ON_ALTERNATE_STACK = 0x08000000 };
  vki_sigaction_toK_t *of_core = action_of_core(signal);
  if (!of_core)
    return signal == LAST_SIGNAL ? set_last(action, old_action) : set_other(signal, action, old_action);
  const vki_sigaction_toK_t before = *of_core;
  vki_sigaction_toK_t ours;
  if (action && is_handler(action)) {
    ours = *of_core = *action;
    ours.ksa_handler = (void *)on_fault;
    ours.sa_flags |= NODEFER | ON_ALTERNATE_STACK;
    ours.sa_mask.sig[0] &= ~(FAULT | BEYOND_FILE);
    action = &ours;
  }
  Int result = __real_vgPlain_sigaction(signal, action, old_action);
  if (result != 0)
    *of_core = before;
  else if (old_action && (void *)old_action->ksa_handler == (void *)on_early_fault)
    *old_action = inherited;
  else if (old_action && (void *)old_action->ksa_handler == (void *)on_fault)
    *old_action = before;
  return result;
}

Int __wrap_vgPlain_sigaction(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *old_action)
{
  if (process_views_answer(signal, action, old_action))
    return 0;
  const Int result = set_action(signal, action, old_action);
  if (result == 0)
    process_views_note(signal, action);
  return result;
}
