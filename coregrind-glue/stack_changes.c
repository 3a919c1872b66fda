/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Speculative code knows where the lowest tag on the stack is (memcheck/stack_tags.h). That is about one stack: here the core
 * says that it goes on with another one, or may do so. */
#include "memcheck/stack_tags.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

void __real_vgPlain_acquire_BigLock(ThreadId tid, const HChar *who);
void __wrap_vgPlain_acquire_BigLock(ThreadId tid, const HChar *who);
void __real_vgPlain_unknown_SP_update(Addr from, Addr to);
void __wrap_vgPlain_unknown_SP_update(Addr from, Addr to);

/* Another thread runs. */
void __wrap_vgPlain_acquire_BigLock(ThreadId tid, const HChar *who)
{
  static ThreadId last_tid;
  __real_vgPlain_acquire_BigLock(tid, who);
  if (tid != last_tid)
    stack_tags_search(VG_(get_SP)(tid));
  last_tid = tid;
}

void __wrap_vgPlain_unknown_SP_update(Addr from, Addr to)
{
  __real_vgPlain_unknown_SP_update(from, to);
  stack_tags_moved(from, to);
}
