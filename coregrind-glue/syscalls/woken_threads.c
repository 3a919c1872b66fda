/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/syscalls/woken_threads.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/last_signal.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/syscalls/calls_of_32_bits.h"
#include "coregrind-glue/syscalls/waiting_masks.h"

#include "pub_tool_vkiscnums.h"

enum { TO_THREAD = -6 /* SI_TKILL */, SEND_TO_THREAD = 297 /* rt_tgsigqueueinfo */ };

extern ThreadId VG_(lwpid_to_vgtid)(Int lwpid);
extern Bool VG_(is_exiting)(ThreadId tid);
extern const Addr ML_(blksys_setup), ML_(blksys_finished);

static UWord bit(Int signal)
{
  return 1UL << (signal - 1);
}

/* Only get_thread_out_of_syscall() sends the core's signal. */
Int __wrap_vgPlain_tkill(Int lwpid, Int signal)
{
  if (signal != LAST_SIGNAL)
    return __real_vgPlain_tkill(lwpid, signal);
  const Int result = __real_vgPlain_tkill(lwpid, WAKING_SIGNAL);
  __real_vgPlain_tkill(lwpid, LAST_SIGNAL);
  return result;
}

UWord __wrap_vgModuleLocal_do_syscall_for_client_WRK(Word number, void *state, const vki_sigset_t *mask,
                                                     const vki_sigset_t *restored, Word mask_bytes)
{
  const vki_sigset_t open = {{mask->sig[0] & ~bit(WAKING_SIGNAL)}};
  const ThreadId tid = waiting_masks_open((UInt)number, state, bit(WAKING_SIGNAL));
  const ThreadId narrow = calls_of_32_bits_enter_kernel(state);
  const UWord result = __real_vgModuleLocal_do_syscall_for_client_WRK(number, state, &open, restored, mask_bytes);
  calls_of_32_bits_leave_kernel(narrow, state);
  waiting_masks_close(tid);
  return result;
}

/* During a system call the kernel's mask is the guest's, but for one signal. */
static Bool is_in_call(const struct vki_ucontext *context)
{
  const Addr ip = context->uc_mcontext.rip;
  return ip >= ML_(blksys_setup) && ip < ML_(blksys_finished);
}

static void hand_back(ThreadId tid, Int signal, const vki_siginfo_t *info, struct vki_ucontext *context)
{
  const Int process = VG_(getpid)();
  context->uc_sigmask.sig[0] |= bit(signal);
  if (signal != LAST_SIGNAL)
    context->uc_sigmask.sig[0] &= ~bit(LAST_SIGNAL);
  if (info->si_code == TO_THREAD)
    raw_syscall(SEND_TO_THREAD, process, VG_(gettid)(), signal, (long)info, 0, 0);
  else
    raw_syscall(__NR_rt_sigqueueinfo, process, signal, (long)info, 0, 0, 0);
}

Bool waking_took_signal(Int signal, vki_siginfo_t *info, struct vki_ucontext *context,
                        void (*end)(Int signal, vki_siginfo_t *info, void *context))
{
  vki_sigset_t blocked;
  if ((signal != WAKING_SIGNAL && signal != LAST_SIGNAL) || info->si_code > 0)
    return False;
  const ThreadId tid = VG_(lwpid_to_vgtid)(VG_(gettid)());
  if (VG_(is_exiting)(tid)) {
    info->si_signo = LAST_SIGNAL;
    if (is_in_call(context))
      end(LAST_SIGNAL, info, context);
    return True;
  }
  if (!is_in_call(context))
    return False;
  waiting_masks_blocked(tid, &blocked);
  if ((blocked.sig[0] & bit(signal)) == 0)
    return False;
  hand_back(tid, signal, info, context);
  return True;
}
