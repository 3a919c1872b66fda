/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core lets the data segment grow into what it has reserved for it, a few MiB, and never gives memory back. Here it
 * is as in the kernel: pages are mapped and unmapped as the end moves, until another mapping is in the way. The segment
 * begins behind the program, and nothing that has no address of its own is placed between it and the tool
 * (--aspace-minaddr).
 *
 * It is not executable, unless the program's personality makes all memory so. */
#include "coregrind-glue/syscalls/data_segment.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/memory/address_space.h"
#include "coregrind-glue/syscalls/guest_limits.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

extern Addr VG_(brk_limit); /* its end */
extern struct vki_rlimit VG_(client_rlimit_data);

/* The core's own. */
void vgModuleLocal_notify_core_and_tool_of_munmap(Addr start, SizeT bytes);

static Addr highest; /* that it has ended at */

Bool data_segment_had(Addr address, Addr *ret_end)
{
  *ret_end = VG_(brk_limit);
  return address >= *ret_end && address < highest;
}

static Addr page_after(Addr address)
{
  return VG_PGROUNDUP(address);
}

static UInt protection(void)
{
  enum { ASK = -1, READ_IMPLIES_EXEC = 0x400000 };
  const long personality = raw_syscall(__NR_personality, (UInt)ASK, 0, 0, 0, 0, 0);
  return VKI_PROT_READ | VKI_PROT_WRITE | (personality > 0 && (personality & READ_IMPLIES_EXEC) ? VKI_PROT_EXEC : 0);
}

/* The kernel leaves a page between it and what follows. */
static Bool may_grow(Addr end)
{
  const Addr from = page_after(VG_(brk_limit)), to = page_after(end);
  if (to < end || end - VG_(brk_base) > VG_(client_rlimit_data).rlim_cur)
    return False;
  return to == from || (guest_limits_allow(to - from) && address_space_is_free(from, to - from + VKI_PAGE_SIZE));
}

static Bool map(Addr from, Addr to)
{
  return from == to || !sr_isError(__wrap_vgPlain_am_mmap_anon_fixed_client(from, to - from, protection()));
}

static void unmap(Addr from, Addr to)
{
  if (from == to)
    return;
  raw_syscall(__NR_munmap, (long)from, (long)(to - from), 0, 0, 0, 0);
  vgModuleLocal_notify_core_and_tool_of_munmap(from, to - from);
}

static void grow(ThreadId tid, Addr end)
{
  const Addr before = VG_(brk_limit);
  if (!may_grow(end) || !map(page_after(before), page_after(end)))
    return;
  VG_(brk_limit) = end;
  highest = end > highest ? end : highest;
  tool.data_segment_grew(before, end - before, tid);
}

static void shrink(Addr end)
{
  const Addr before = VG_(brk_limit), pages_end = page_after(end);
  VG_(brk_limit) = end;
  tool.data_segment_shrank(end, before - end);
  unmap(pages_end, page_after(before));
}

/* The core has mapped a page, for what it does at brk() itself. */
static void begin(void)
{
  static Bool has_begun;
  Bool discards;
  if (!has_begun)
    (void)__wrap_vgPlain_am_munmap_client(&discards, VG_(brk_base), VKI_PAGE_SIZE);
  has_begun = True;
}

static void before_brk(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                       UWord *flags)
{
  const Addr end = arguments->first;
  begin();
  tool.syscall_reads_register(tid, "brk(end_data_segment)", offsetof(VexGuestAMD64State, guest_RDI), sizeof end);
  if (end > VG_(brk_limit))
    grow(tid, end);
  else if (end >= VG_(brk_base) && end < VG_(brk_limit))
    shrink(end);
  *status = (struct syscall_status){SYSCALL_COMPLETE, {._isError = False, ._val = VG_(brk_limit)}};
}

const struct syscall_handlers *data_segment_handlers(void)
{
  static const struct syscall_handlers handlers = {before_brk, NULL};
  return &handlers;
}
