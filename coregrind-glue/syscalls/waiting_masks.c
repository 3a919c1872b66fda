/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/syscalls/waiting_masks.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/thread_slots.h"

#include "pub_tool_mallocfree.h"
#include "pub_tool_vkiscnums.h"

enum { EPOLL_PWAIT2 = 441 };

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
} *threads; /* by thread; NULL: there was no such call */

static Bool find_mask(UInt number, const UWord *arguments, vki_sigset_t *ret)
{
  for (UInt i = 0; i < CALLS; i++) {
    if (calls[i].number != number)
      continue;
    UWord mask = arguments[calls[i].parameter];
    if (calls[i].is_pair && !guarded_read(&mask, mask, sizeof mask))
      return False;
    return mask != 0 && guarded_read(ret, mask, sizeof *ret);
  }
  return False;
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
