/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Speculative code knows where the lowest tag on the stack is (memcheck/values/stack_tags.h). That is about one stack: here the core
 * says that it goes on with another one, or may do so. What it takes for another one may be a large frame. */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

extern Word VG_(clo_max_stackframe);

/* Among the calls are those for a thread that has just begun to run, with its stack pointer twice. */
void __wrap_vgPlain_unknown_SP_update(Addr from, Addr to)
{
  static ThreadId last_tid;
  const ThreadId tid = VG_(get_running_tid)();
  __real_vgPlain_unknown_SP_update(from, to);
  if (from - to + (UWord)VG_(clo_max_stackframe) > 2 * (UWord)VG_(clo_max_stackframe))
    tool.stack_moved_far(from, to);
  if (tid != last_tid)
    tool.stack_changed(to);
  else
    tool.stack_moved(from, to);
  last_tid = tid;
}
