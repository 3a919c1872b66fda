/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core tells of moves of the stack pointer that may be to another stack, and tells the two apart by the distance.
 * Here the tool decides (memcheck/runtime/running_stacks.h). The core keeps the warning for changes of stacks that are
 * far apart, and what it knows of stacks that were registered.
 *
 * Speculative code relies on the lowest origin tag of the running stack (memcheck/runtime/stack_tags.h). */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

extern Word VG_(clo_max_stackframe);

static Bool is_far(Addr from, Addr to)
{
  return from - to + (UWord)VG_(clo_max_stackframe) > 2 * (UWord)VG_(clo_max_stackframe);
}

static void stack_changed(Addr from, Addr to)
{
  __real_vgPlain_unknown_SP_update(is_far(from, to) ? from : to, to);
  direct_stack_changed(from, to);
  tool.stack_changed(to);
}

/* What the core believes to be the current stack may be that which a signal was handled on; a move away from there
 * would be none to it. */
static void move_on_core_stack(Addr from, Addr to)
{
  __real_vgPlain_unknown_SP_update(from, from);
  __real_vgPlain_unknown_SP_update(from, to);
}

static void stack_moved(Addr from, Addr to)
{
  enum { NEAR = 64 << 10 };
  if (is_far(from, to))
    tool.stack_moved_far(from, to);
  else
    move_on_core_stack(from, to);
  if (from - to + NEAR > 2 * NEAR)
    direct_stack_changed(0, to);
  tool.stack_moved(from, to);
}

static void thread_runs(ThreadId tid, Addr sp)
{
  __real_vgPlain_unknown_SP_update(sp, sp);
  tool.stack_runs(tid, sp);
  direct_stack_changed(0, sp);
  tool.stack_changed(sp);
}

/* Also called when another thread begins to run, with its stack pointer as both arguments. */
void __wrap_vgPlain_unknown_SP_update(Addr from, Addr to)
{
  static ThreadId last_tid;
  const ThreadId tid = VG_(get_running_tid)();
  if (tid != last_tid)
    thread_runs(tid, from);
  last_tid = tid;
  if (tool.stack_changes(tid, from, to))
    stack_changed(from, to);
  else if (from != to)
    stack_moved(from, to);
}
