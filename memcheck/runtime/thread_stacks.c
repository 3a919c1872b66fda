/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack is mapped memory, which is defined; only where the stack pointer has been is it known that nothing may be
 * below it. So when a thread begins, what lies below its stack pointer is made inaccessible, as it is on the first
 * thread's stack.
 *
 * That is right for stacks that nobody else may touch: those that the C library has mapped itself (MAP_STACK) for a
 * thread. Who brings memory of its own may look into it, to see how much of it was used for instance. */
#include "memcheck/runtime/thread_stacks.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_rangemap.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_vki.h"

enum { MAPS_STACK = 0x20000 }; /* MAP_STACK, which the core does not name */
enum { FRAMES = 2 };           /* mmap() and who calls it */

static RangeMap *stacks; /* to where each begins, 0: none is there; NULL: there never was one */

static Bool is_in_c_library(Addr ip)
{
  const DebugInfo *module = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), ip);
  const HChar *soname = module ? VG_(DebugInfo_get_soname)(module) : NULL;
  return soname && (VG_(strncmp)(soname, "libc.so.", 8) == 0 || VG_(strncmp)(soname, "libpthread.so.", 14) == 0);
}

void thread_stacks_mapped(ThreadId tid, Addr start, SizeT bytes, UWord flags)
{
  Addr ips[FRAMES];
  if (!(flags & MAPS_STACK) || VG_(get_StackTrace)(tid, ips, FRAMES, NULL, NULL, 0) < FRAMES ||
      !is_in_c_library(ips[1]))
    return;
  if (!stacks)
    stacks = VG_(newRangeMap)(VG_(malloc), "seep.thread_stacks", VG_(free), 0);
  VG_(bindRangeMap)(stacks, start, VG_PGROUNDUP(start + bytes) - 1, start);
}

void thread_stacks_forget(Addr start, SizeT bytes)
{
  if (stacks && bytes > 0)
    VG_(bindRangeMap)(stacks, start, start + bytes - 1, 0);
}

Addr thread_stacks_around(Addr address)
{
  UWord first, last, stack = 0;
  if (stacks)
    VG_(lookupRangeMap)(&first, &last, &stack, stacks, address);
  return stack;
}

Bool thread_stacks_leave_out(Addr address, Addr *start, Addr *end)
{
  UWord first, last, stack;
  if (!stacks)
    return True;
  VG_(lookupRangeMap)(&first, &last, &stack, stacks, address);
  if (*start < first)
    *start = first;
  if (last < *end - 1)
    *end = last + 1;
  return stack == 0;
}

