/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core looks up its handlers of a system call by number. For a call that it does not know, or checks in a wrong
 * way, it gets ours; calls that are not known here either fail, as ever.
 *
 * Handlers of the core read strings and structures of the guest, sometimes without asking whether these can be read.
 * The kernel would meet the same fault, so the call fails with EFAULT. Calls that begin or end threads and programs
 * have handlers of their own (process_calls.h): a fault must not leave them halfway. */
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/port/port.h"
#include "coregrind-glue/syscalls/data_segment.h"
#include "coregrind-glue/syscalls/known_commands.h"
#include "coregrind-glue/syscalls/more_memory.h"
#include "coregrind-glue/syscalls/new_descriptors.h"
#include "coregrind-glue/syscalls/newer_syscalls.h"
#include "coregrind-glue/syscalls/own_mappings.h"
#include "coregrind-glue/syscalls/own_program.h"
#include "coregrind-glue/syscalls/proc_files.h"
#include "coregrind-glue/syscalls/process_calls.h"
#include "coregrind-glue/syscalls/self_restrictions.h"
#include "coregrind-glue/syscalls/refused_calls.h"
#include "coregrind-glue/syscalls/syscall_wraps.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

extern SysRes VG_(do_sys_sigaltstack)(ThreadId tid, vki_stack_t *wanted, vki_stack_t *ret_before);

enum { NUMBERS_END = 512 };

struct call {
  ThreadId tid;
  void *layout;
  struct syscall_arguments *arguments;
  struct syscall_status *status;
  UWord *flags;
};

static void call_core_handler(void *context)
{
  const struct call *call = context;
  const struct syscall_handlers *cores = __real_vgModuleLocal_get_linux_syscall_entry((UInt)call->arguments->number);
  cores->before(call->tid, call->layout, call->arguments, call->status, call->flags);
}

static UInt looked_up;

/* How the core has handed over its first call. */
static void check_parameters(const struct syscall_arguments *arguments, const struct syscall_status *status)
{
  static Bool is_checked;
  if (!is_checked && (arguments->number != (Word)looked_up || status->what != SYSCALL_FOR_KERNEL))
    port_refuse("hands over system calls");
  is_checked = True;
}

static Bool starts_reading(const struct syscall_arguments *arguments)
{
  return (arguments->number == __NR_lseek && arguments->second == 0 && arguments->third == VKI_SEEK_SET) ||
         (arguments->number == __NR_pread64 && arguments->fourth == 0);
}

/* What a process sends itself is delivered before the call returns. The core knows that of kill() and its like. */
static Bool may_signal_itself(UInt number)
{
  enum { TO_THREAD = 297 /* rt_tgsigqueueinfo */ };
  return number == __NR_rt_sigqueueinfo || number == TO_THREAD;
}

/* The core sets a base in its state; the kernel takes the selector away, which is the host's (selectors.h). */
static void drop_selector(UWord request)
{
  enum { SET_GS = 0x1001, SET_FS = 0x1002 };
  UInt fs, gs;
  __asm__ volatile("movl %%fs, %0\n\tmovl %%gs, %1" : "=r"(fs), "=r"(gs));
  if (request == SET_GS && gs != 0)
    __asm__ volatile("rdgsbase %%rax\n\tmovl %0, %%gs\n\twrgsbase %%rax" : : "r"(0) : "rax");
  if (request == SET_FS && fs != 0)
    __asm__ volatile("rdfsbase %%rax\n\tmovl %0, %%fs\n\twrfsbase %%rax" : : "r"(0) : "rax");
}

static void before_guarded(ThreadId tid, void *layout, struct syscall_arguments *arguments,
                           struct syscall_status *status, UWord *flags)
{
  struct call call = {tid, layout, arguments, status, flags};
  uintptr_t fault;
  check_parameters(arguments, status);
  if (arguments->number == __NR_arch_prctl)
    drop_selector(arguments->first);
  if (may_signal_itself((UInt)arguments->number))
    *flags |= SYSCALL_LOOKS_FOR_SIGNALS;
  if (starts_reading(arguments))
    own_mappings_rewound((Int)arguments->first);
  if (own_program_reads_link(tid, arguments, status) || own_program_opens_for_kernel(tid, arguments))
    return;
  const Bool is_for_core = !refused_calls_before(arguments);
  if (is_for_core &&
      (newer_syscalls_text_fails(tid, arguments) ||
       (!known_commands_before(tid, arguments, flags) && !guarded_call(call_core_handler, &call, &fault))) &&
      !refused_calls_unreadable((UInt)arguments->number))
    syscall_complete(status, VKI_EFAULT);
  refused_calls_after(arguments, status);
  new_descriptors_before(arguments, status);
  own_program_redirect(tid, arguments, status, flags);
  if (status->what == SYSCALL_FOR_KERNEL)
    more_memory_before(tid, arguments);
  if (status->what == SYSCALL_FOR_KERNEL)
    self_restrictions_before(tid, arguments, status, flags);
}

static void after_core(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  const struct syscall_handlers *cores = __real_vgModuleLocal_get_linux_syscall_entry((UInt)arguments->number);
  if (cores->after)
    cores->after(tid, arguments, status);
}

static void after_with_more(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  after_core(tid, arguments, status);
  if (!sr_isError(status->result))
    more_memory_after((UInt)arguments->number)(tid, arguments, sr_Res(status->result));
}

static void after_open(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  after_core(tid, arguments, status);
  if (!sr_isError(status->result))
    own_mappings_opened(arguments->at[arguments->number == __NR_open ? 0 : 1], (Int)sr_Res(status->result));
}

static void after_stat(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  after_core(tid, arguments, status);
  if (!sr_isError(status->result))
    proc_files_describe(arguments);
}

static void (*after_function(UInt number, const struct syscall_handlers *cores))(ThreadId, struct syscall_arguments *,
                                                                                  struct syscall_status *)
{
  if (number == __NR_open || number == __NR_openat)
    return after_open;
  if (proc_files_has_call(number))
    return after_stat;
  return more_memory_after(number) ? after_with_more : cores->after;
}

/* The core's, called with care. */
static const struct syscall_handlers *guarded_handlers(UInt number, const struct syscall_handlers *cores)
{
  static struct syscall_handlers handlers[NUMBERS_END];
  if (number >= NUMBERS_END || number == __NR_rt_sigreturn)
    return cores;
  handlers[number] = (struct syscall_handlers){before_guarded, after_function(number, cores)};
  return &handlers[number];
}

const struct syscall_handlers *__wrap_vgModuleLocal_get_linux_syscall_entry(UInt number)
{
  const struct syscall_handlers *cores = __real_vgModuleLocal_get_linux_syscall_entry(number);
  looked_up = number;
  if (number == __NR_brk)
    return data_segment_handlers();
  const struct syscall_handlers *const of_processes = process_calls_handlers(number);
  if (of_processes)
    return of_processes;
  const Bool is_cores = cores != NULL && !newer_syscalls_replace(number);
  return is_cores ? guarded_handlers(number, cores) : newer_syscalls_handlers(number);
}

/* The kernel takes the new stack before it writes what was before. */
WRAP_SYSCALL_BEFORE(generic_sys_sigaltstack)
{
  vki_stack_t wanted;
  __real_vgSysWrap_generic_sys_sigaltstack_before(tid, layout, arguments, status, flags);
  const Bool is_refused = status->what == SYSCALL_COMPLETE && sr_isError(status->result) &&
                          sr_Err(status->result) == VKI_EFAULT;
  if (!is_refused || arguments->first == 0 || !guarded_read(&wanted, arguments->first, sizeof wanted))
    return;
  const SysRes result = VG_(do_sys_sigaltstack)(tid, &wanted, NULL);
  syscall_complete(status, sr_isError(result) ? sr_Err(result) : VKI_EFAULT);
}
