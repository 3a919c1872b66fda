/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which function handles which of these calls. The end of a process that shares its memory is the kernel's affair; the
 * first process ends when it is alone, as the report of all is made then.
 *
 * After the program's last system call the core lets its C library free all its memory. That also writes what is left
 * in buffers, which a program that has called _exit() does not want. So what the library writes then goes nowhere. */
#include "coregrind-glue/syscalls/process_calls.h"

#include "coregrind-glue/core/last_signal.h"
#include "coregrind-glue/syscalls/call_filters.h"

#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

extern Int VG_(count_living_threads)(void);

static Bool has_ended; /* the program */

static void end_program(void)
{
  has_ended = True;
  call_filters_end();
}

static void call_core(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                      UWord *flags)
{
  __real_vgModuleLocal_get_linux_syscall_entry((UInt)arguments->number)->before(tid, layout, arguments, status, flags);
}

static void before_exit_group(ThreadId tid, void *layout, struct syscall_arguments *arguments,
                              struct syscall_status *status, UWord *flags)
{
  enum { FOR_EVER = -1 };
  if (sharing_is_other(tid))
    sharing_end(tid, __NR_exit_group, arguments->first);
  sharing_wait(tid, FOR_EVER);
  call_core(tid, layout, arguments, status, flags);
  end_program();
}

/* Threads of such a process leave in the core's way. */
static void before_exit(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                        UWord *flags)
{
  if (sharing_is_leader(tid))
    sharing_end(tid, __NR_exit, arguments->first);
  sharing_collect(tid);
  call_core(tid, layout, arguments, status, flags);
  if (VG_(count_living_threads)() == 1)
    end_program();
}

/* The core would end only the thread that it knows the process as. */
static void before_kill(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                        UWord *flags)
{
  if (arguments->second == VKI_SIGKILL && sharing_kill(tid, (Int)arguments->first))
    syscall_complete(status, 0);
  else {
    last_signal_begin_use();
    call_core(tid, layout, arguments, status, flags);
    last_signal_end_use();
  }
}

static void write_nothing(ThreadId tid, void *layout, struct syscall_arguments *arguments,
                          struct syscall_status *status, UWord *flags)
{
  *status = (struct syscall_status){SYSCALL_COMPLETE, {._isError = False, ._val = arguments->third}};
}

static Bool is_seen_outside(UInt number)
{
  return number == __NR_write || number == __NR_pwrite64 || number == __NR_lseek;
}

/* What these do afterwards is for calls that the kernel has carried out. */
const struct syscall_handlers *process_calls_handlers(UInt number)
{
  static const struct syscall_handlers clone = {clone_before, NULL}, execution = {execution_before, execution_after},
                                       exit_group = {before_exit_group, NULL}, exit = {before_exit, NULL},
                                       kill = {before_kill, NULL}, nothing = {write_nothing, NULL};
  if (has_ended && is_seen_outside(number))
    return &nothing;
  switch (number) {
  case __NR_clone:
  case __NR_fork:
  case __NR_vfork:
  case CLONE3:
    return &clone;
  case __NR_execve:
  case __NR_execveat:
    return &execution;
  case __NR_exit_group:
    return &exit_group;
  case __NR_exit:
    return &exit;
  case __NR_kill:
  case __NR_tkill:
    return &kill;
  default:
    return NULL;
  }
}
