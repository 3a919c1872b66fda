/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/syscalls/waiting_masks.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/thread_slots.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

enum { EPOLL_PWAIT2 = 441 };

extern ThreadId VG_(lwpid_to_vgtid)(Int lwpid);
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *ret_before);

/* Which parameter is the mask, the first is 0; `is_pair`: it is where a mask's address and size stand. */
static const struct {
  UInt number, parameter;
  Bool is_pair;
} calls[] = {
  {__NR_rt_sigsuspend, 0, False}, {__NR_ppoll, 3, False},   {__NR_pselect6, 5, True},
  {__NR_epoll_pwait, 4, False},   {EPOLL_PWAIT2, 4, False}, {__NR_io_pgetevents, 5, True},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static struct waiting {
  Bool has_mask;
  vki_sigset_t mask;
  vki_sigset_t opened;   /* what the kernel is given instead */
  UWord opened_pair[2];  /* where it is, and its size */
  ULong *parameter;      /* in the guest's state, changed for that; NULL: not */
  ULong given;
} *threads; /* by thread; NULL: there was no such call */

static Int find_call(UInt number)
{
  Int call = CALLS - 1;
  while (call >= 0 && calls[call].number != number)
    call--;
  return call;
}

static Bool find_mask(UInt number, const UWord *arguments, vki_sigset_t *ret)
{
  const Int call = find_call(number);
  if (call < 0)
    return False;
  UWord mask = arguments[calls[call].parameter];
  if (calls[call].is_pair && !guarded_read(&mask, mask, sizeof mask))
    return False;
  return mask != 0 && guarded_read(ret, mask, sizeof *ret);
}

void waiting_masks_before(ThreadId tid, UInt number, const UWord *arguments)
{
  vki_sigset_t mask;
  const Bool has_mask = find_mask(number, arguments, &mask);
  if (has_mask && !threads)
    threads = VG_(calloc)("seep.waiting_masks", thread_slots_max(), sizeof *threads);
  if (threads)
    threads[tid] = (struct waiting){.has_mask = has_mask, .mask = has_mask ? mask : (vki_sigset_t){{0}}};
}

void waiting_masks_after(ThreadId tid, Bool was_interrupted)
{
  if (threads && !was_interrupted)
    threads[tid].has_mask = False;
}

Bool waiting_masks_take(ThreadId tid, vki_sigset_t *ret)
{
  if (!threads || !threads[tid].has_mask)
    return False;
  threads[tid].has_mask = False;
  *ret = threads[tid].mask;
  return True;
}

/* --- the kernel's part of the call --- */

ThreadId waiting_masks_open(UInt number, VexGuestAMD64State *state, UWord signals)
{
  ULong *const parameters[] = {&state->guest_RDI, &state->guest_RSI, &state->guest_RDX,
                               &state->guest_R10, &state->guest_R8,  &state->guest_R9};
  const Int call = threads ? find_call(number) : -1;
  const ThreadId tid = call < 0 ? VG_INVALID_THREADID : VG_(lwpid_to_vgtid)(VG_(gettid)());
  struct waiting *const waiting = tid == VG_INVALID_THREADID ? NULL : &threads[tid];
  if (!waiting || !waiting->has_mask || (waiting->mask.sig[0] & signals) == 0)
    return VG_INVALID_THREADID;
  waiting->opened.sig[0] = waiting->mask.sig[0] & ~signals;
  waiting->parameter = parameters[calls[call].parameter];
  waiting->given = *waiting->parameter;
  const UWord pair[2] = {(UWord)&waiting->opened, sizeof waiting->opened};
  VG_(memcpy)(waiting->opened_pair, pair, sizeof pair);
  *waiting->parameter = calls[call].is_pair ? (ULong)waiting->opened_pair : pair[0];
  return tid;
}

void waiting_masks_close(ThreadId tid)
{
  if (tid == VG_INVALID_THREADID || !threads || !threads[tid].parameter)
    return;
  *threads[tid].parameter = threads[tid].given;
  threads[tid].parameter = NULL;
}

void waiting_masks_blocked(ThreadId tid, vki_sigset_t *ret)
{
  if (threads && threads[tid].has_mask)
    *ret = threads[tid].mask;
  else
    VG_(do_sys_sigprocmask)(tid, VKI_SIG_SETMASK, NULL, ret);
}
