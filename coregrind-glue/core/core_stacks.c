/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks on which the core runs, one for each thread. The core fills them to see later how far they were used, and so
 * touches all of them; here zeros tell it, and a stack takes only what it needs. To the core stacks and their guards
 * are one mapping with those beside them, as its list of mappings is short. */
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { GUARD_BYTES = 64 << 10, TOP_BYTES = 8, ALIGNMENT = 32, THOROUGH = 3 };

extern Word VG_(clo_valgrind_stacksize);
SysRes VG_(am_mmap_anon_float_valgrind)(SizeT bytes);
Bool VG_(am_notify_mprotect)(Addr start, SizeT bytes, UInt protection);

static Bool close_guard(Addr start)
{
  if (raw_syscall(__NR_mprotect, (long)start, GUARD_BYTES, VKI_PROT_NONE, 0, 0, 0) != 0)
    return False;
  if (VG_(clo_sanity_level) >= THOROUGH) /* the core's list is held against the kernel's */
    VG_(am_notify_mprotect)(start, GUARD_BYTES, VKI_PROT_NONE);
  return True;
}

void *__wrap_vgPlain_am_alloc_VgStack(Addr *ret_sp)
{
  const SizeT bytes = (SizeT)VG_(clo_valgrind_stacksize);
  const SysRes mapped = VG_(am_mmap_anon_float_valgrind)(bytes + 2 * GUARD_BYTES);
  if (sr_isError(mapped))
    return NULL;
  const Addr start = sr_Res(mapped);
  if (!close_guard(start) || !close_guard(start + GUARD_BYTES + bytes)) {
    VG_(am_munmap_valgrind)(start, bytes + 2 * GUARD_BYTES);
    return NULL;
  }
  *ret_sp = (start + GUARD_BYTES + bytes - TOP_BYTES) & ~(Addr)(ALIGNMENT - 1);
  return (void *)start;
}

/* As far as asked for. */
SizeT __wrap_vgPlain_am_get_VgStack_unused_szB(const void *stack, SizeT limit)
{
  const UWord *words = (const UWord *)((Addr)stack + GUARD_BYTES);
  SizeT unused = 0;
  while (unused < limit && unused < (SizeT)VG_(clo_valgrind_stacksize) && words[unused / sizeof *words] == 0)
    unused += sizeof *words;
  return unused;
}
