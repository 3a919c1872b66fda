/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Speculative code relies on the lowest origin tag of the running stack (memcheck/runtime/stack_tags.h). Here the core
 * tells of moves of the stack pointer that may be to another stack; a large frame looks like one to it. */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

extern Word VG_(clo_max_stackframe);

/* Also called when another thread begins to run, with its stack pointer as both arguments. */
void __wrap_vgPlain_unknown_SP_update(Addr from, Addr to)
{
  enum { NEAR = 64 << 10 };
  static ThreadId last_tid;
  const ThreadId tid = VG_(get_running_tid)();
  __real_vgPlain_unknown_SP_update(from, to);
  if (from - to + (UWord)VG_(clo_max_stackframe) > 2 * (UWord)VG_(clo_max_stackframe))
    tool.stack_moved_far(from, to);
  if (tid != last_tid || from - to + NEAR > 2 * NEAR)
    direct_stack_changed();
  if (tid != last_tid)
    tool.stack_changed(to);
  else
    tool.stack_moved(from, to);
  last_tid = tid;
}
