/* SPDX-License-Identifier: GPL-2.0-or-later */
/* To the core, a process that shares the memory is one more thread: it has a number, a host stack and registers of its
 * own, and runs when it has the core's lock. To the kernel it is the process that the guest asked for, so everything
 * that a process has (descriptors, working directory, signal actions, process id) is right. What the core believes to
 * exist once is exchanged when another process runs (process_views.h).
 *
 * The thread that calls vfork() waits in the kernel, without the lock. When it goes on, the child is gone: it has
 * ended, was killed, or executes a program. The core never learns of it, so the parent makes the child's thread leave
 * the core in its place.
 *
 * Who is killed while it has the lock cannot give it back. Whoever waits for it does so in its place (lock_holder.h).
 * A process that is killed while it waits for the lock may have it, too, for a moment that nobody sees: the lock's
 * token is read, and never known to be its. So the guest's own SIGKILL is sent by who has the lock, which keeps it
 * until the process is gone. */
#include "coregrind-glue/syscalls/sharing_processes.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/lock_holder.h"
#include "coregrind-glue/core/process_views.h"
#include "coregrind-glue/core/thread_slots.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/port/port.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

enum { EMPTY = 0, INIT = 1, WAIT_SYS = 3 }; /* states of the core's threads */
enum { HOST_STACK_PIECE = 4096, KCMP = 312, KCMP_VM = 1, THE_PROCESS = 0, POLL_MS = 1, STACK_USED_MAX = 8 << 20 };
enum { DEATH_MS_MAX = 2000 };

/* How the core's description of a thread begins. */
struct core_thread {
  ThreadId tid;
  UInt state, reason_to_exit;
};

extern ThreadId VG_(alloc_ThreadState)(void);
extern struct core_thread *VG_(get_ThreadState)(ThreadId tid);
extern Addr vgModuleLocal_allocstack(ThreadId tid);
extern Word vgModuleLocal_start_thread_NORETURN(void *thread);
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *ret_before);
extern SysRes VG_(do_sys_sigaltstack)(ThreadId tid, vki_stack_t *stack, vki_stack_t *ret_before);
extern void VG_(acquire_BigLock)(ThreadId tid, const HChar *who);
extern void VG_(release_BigLock)(ThreadId tid, UInt state, const HChar *who);
extern void VG_(acquire_BigLock_LL)(const HChar *who);
extern void VG_(release_BigLock_LL)(const HChar *who);
extern void VG_(exit_thread)(ThreadId tid);
extern Bool VG_(is_valid_tid)(ThreadId tid);
extern Bool VG_(is_exiting)(ThreadId tid);
extern void VG_(clear_syscallInfo)(ThreadId tid);
extern void VG_(clear_out_queued_signals)(ThreadId tid, vki_sigset_t *ret_before);
extern ThreadId VG_(running_tid);

static const HChar who[] = "sharing";

/* By thread: the one whose process it belongs to, or 0: the first process. Of that thread the rest is known. */
static struct process {
  ThreadId leader;
  Int pid; /* as its parent sees it; 0: its parent waits for it in the kernel */
  Bool clears_handlers;
} *processes;

static UInt process_count; /* besides the first */

static struct process *process_of(ThreadId tid)
{
  return &processes[tid];
}

Bool sharing_is_other(ThreadId tid)
{
  return processes && process_of(tid)->leader != 0;
}

Bool sharing_is_leader(ThreadId tid)
{
  return processes && process_of(tid)->leader == tid;
}

Bool sharing_is_sibling(ThreadId tid, ThreadId other)
{
  if (other == tid || !VG_(is_valid_tid)(other) || VG_(is_exiting)(other))
    return False;
  return !processes || process_of(tid)->leader == process_of(other)->leader;
}

void sharing_note_thread(ThreadId parent, ThreadId child)
{
  if (processes)
    *process_of(child) = (struct process){.leader = process_of(parent)->leader};
}

/* --- the kernel's part --- */

long clone_by_kernel(UInt number, const struct clone_request *request, Addr stack, void (*entry)(void *),
                     void *argument)
{
  struct clone_request ours = *request;
  ours.flags &= ~(CLONE_CLEAR_HANDLERS | VKI_CLONE_SETTLS);
  ours.tls = 0;
  ours.stack = stack == 0 ? 0 : stack - HOST_STACK_PIECE;
  ours.stack_bytes = stack == 0 ? 0 : HOST_STACK_PIECE;
  const Bool is_new = number == CLONE3;
  const UWord shared_word = (request->flags & VKI_CLONE_PIDFD) ? request->pidfd : request->parent_tid;
  long result = is_new ? CLONE3 : __NR_clone;
  register UWord rdi __asm__("rdi") = is_new ? (UWord)&ours : ours.flags | request->exit_signal;
  register UWord rsi __asm__("rsi") = is_new ? sizeof ours : stack;
  register UWord rdx __asm__("rdx") = is_new ? 0 : shared_word;
  register UWord r10 __asm__("r10") = request->child_tid;
  register UWord r8 __asm__("r8") = 0;
  register void (*r12)(void *) __asm__("r12") = entry;
  register void *r13 __asm__("r13") = argument;
  __asm__ volatile(
    "syscall\n\t"
    "test %%rax, %%rax\n\t"
    "jnz 1f\n\t"
    "test %%r12, %%r12\n\t"
    "jz 1f\n\t"
    "xor %%ebp, %%ebp\n\t"
    "mov %%r13, %%rdi\n\t"
    "call *%%r12\n\t"
    "ud2\n"
    "1:"
    : "+a"(result), "+r"(rdi), "+r"(rsi), "+r"(rdx)
    : "r"(r10), "r"(r8), "r"(r12), "r"(r13)
    : "rcx", "r11", "r9", "memory", "cc");
  return result;
}

/* --- the core's lock --- */

static Int pretended_thread; /* 0: none */
static Int taken_from;       /* the last thread whose lock somebody else gave back */

/* The lock may be given back only by the thread that took it. */
Int __wrap_vgPlain_gettid(void)
{
  return pretended_thread != 0 ? pretended_thread : __real_vgPlain_gettid();
}

/* Give the lock back, if a thread of that process has it. The process is gone. */
static void take_lock_from(ThreadId leader)
{
  const Int owner = lock_holder_thread();
  const ThreadId dead = owner == 0 ? VG_INVALID_THREADID : VG_(lwpid_to_vgtid)(owner);
  if (dead == VG_INVALID_THREADID || process_of(dead)->leader != leader ||
      __atomic_exchange_n(&taken_from, owner, __ATOMIC_ACQ_REL) == owner)
    return;
  pretended_thread = owner;
  if (VG_(running_tid) == dead)
    VG_(release_BigLock)(dead, WAIT_SYS, who);
  else
    VG_(release_BigLock_LL)(who);
  pretended_thread = 0;
}

static Bool is_gone(Int pid)
{
  if (raw_syscall(__NR_kill, pid, 0, 0, 0, 0, 0) == -VKI_ESRCH)
    return True;
  return raw_syscall(KCMP, raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0), pid, KCMP_VM, 0, 0, 0) > 0;
}

/* Somebody has waited for the lock for a while. */
static void take_lock_from_dead(void)
{
  for (ThreadId leader = THE_PROCESS; leader < VG_N_THREADS; leader++) {
    const struct process *const process = process_of(leader);
    if (process->leader == leader && process->pid != 0 && is_gone(process->pid))
      take_lock_from(leader);
  }
}

/* --- the core's part --- */

static void copy_registers(ThreadId from, ThreadId to)
{
  enum { COPIES = 3 }; /* and their shadows */
  VexGuestAMD64State state;
  for (Int i = 0; i < COPIES; i++) {
    VG_(get_shadow_regs_area)(from, (UChar *)&state, i, 0, sizeof state);
    VG_(set_shadow_regs_area)(to, i, 0, sizeof state, (const UChar *)&state);
  }
}

static void set_register(ThreadId tid, PtrdiffT offset, UWord value)
{
  VG_(set_shadow_regs_area)(tid, 0, offset, sizeof value, (const UChar *)&value);
}

static void prepare_registers(ThreadId tid, ThreadId child, const struct clone_request *request)
{
  copy_registers(tid, child);
  set_register(child, offsetof(VexGuestAMD64State, guest_RAX), 0);
  if (request->stack != 0)
    set_register(child, offsetof(VexGuestAMD64State, guest_RSP), clone_stack_top(request));
  if (request->flags & VKI_CLONE_SETTLS)
    set_register(child, offsetof(VexGuestAMD64State, guest_FS_CONST), request->tls);
}

static void inherit_signals(ThreadId tid, ThreadId child, const struct clone_request *request)
{
  vki_sigset_t mask;
  vki_stack_t stack;
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_SETMASK, NULL, &mask);
  VG_(do_sys_sigprocmask)(child, VKI_SIG_SETMASK, &mask, NULL);
  VG_(do_sys_sigaltstack)(tid, NULL, &stack);
  stack.ss_flags &= VKI_SS_DISABLE;
  if (request->flags & VKI_CLONE_VFORK)
    VG_(do_sys_sigaltstack)(child, &stack, NULL);
}

static void in_child(ThreadId tid)
{
  VG_(memset)(processes, 0, thread_slots_max() * sizeof *processes);
  process_count = 0;
  lock_holder_watch_deaths(NULL);
  process_views_forget_others();
}

static void begin_process(ThreadId child, const struct clone_request *request)
{
  if (!processes) {
    processes = VG_(calloc)("seep.sharing", thread_slots_max(), sizeof *processes);
    VG_(atfork)(NULL, NULL, in_child);
  }
  *process_of(child) =
    (struct process){.leader = child, .clears_handlers = (request->flags & CLONE_CLEAR_HANDLERS) != 0};
  if (process_count++ == 0)
    process_of(THE_PROCESS)->pid = VG_(getpid)();
  taken_from = 0;
  process_views_begin();
}

/* The child's first steps, on its own host stack. */
static void enter(void *thread)
{
  const ThreadId child = ((const struct core_thread *)thread)->tid;
  if (sharing_is_leader(child)) {
    VG_(acquire_BigLock_LL)(who);
    process_views_enter(child, process_of(child)->clears_handlers);
    VG_(release_BigLock_LL)(who);
  }
  vgModuleLocal_start_thread_NORETURN(thread);
}

static void forget(ThreadId child)
{
  if (!sharing_is_leader(child))
    return;
  *process_of(child) = (struct process){0};
  if (--process_count == 0)
    lock_holder_watch_deaths(NULL);
}

/* What the child leaves of a stack that it shared with its parent is given up. */
static void give_up_stack(ThreadId child, ThreadId parent)
{
  extern void VG_(unknown_SP_update)(Addr from, Addr to);
  const Addr from = VG_(get_SP)(child), to = VG_(get_SP)(parent);
  if (parent != 0 && from < to && to - from < STACK_USED_MAX)
    VG_(unknown_SP_update)(from, to);
}

/* Without the lock: make a thread that does not exist any more leave the core. `parent`: whose stack it used; 0:
 * none. */
static void bury(ThreadId child, ThreadId parent)
{
  enum { EXIT_THREAD = 1 };
  struct core_thread *const core = VG_(get_ThreadState)(child);
  VG_(acquire_BigLock)(child, who);
  give_up_stack(child, parent);
  core->reason_to_exit = EXIT_THREAD;
  if (!VG_(is_exiting)(child))
    port_refuse("describes threads");
  tool.thread_is_gone(child);
  process_views_drop(child);
  forget(child);
  VG_(clear_syscallInfo)(child);
  VG_(exit_thread)(child);
  core->state = EMPTY;
}

static struct core_thread *new_thread(ThreadId tid, Addr *ret_stack)
{
  const ThreadId child = VG_(alloc_ThreadState)();
  struct core_thread *const core = VG_(get_ThreadState)(child);
  if (core->tid != child || core->state != INIT || VG_(get_ThreadState)(tid)->tid != tid)
    port_refuse("describes threads");
  *ret_stack = vgModuleLocal_allocstack(child);
  if (*ret_stack != 0)
    return core;
  core->state = EMPTY;
  return NULL;
}

static SysRes result_of(long result)
{
  return (SysRes){._isError = result < 0, ._val = (UWord)(result < 0 ? -result : result)};
}

/* The caller waits in the kernel until the child is gone. */
static long start_and_wait(ThreadId tid, UInt number, const struct clone_request *request, Addr stack,
                           struct core_thread *core)
{
  const ThreadId child = core->tid;
  VG_(release_BigLock)(tid, WAIT_SYS, who);
  const long result = clone_by_kernel(number, request, stack, enter, core);
  if (result > 0) {
    take_lock_from(child);
    bury(child, request->stack == 0 ? tid : 0);
  }
  VG_(acquire_BigLock)(tid, who);
  return result;
}

SysRes sharing_start(ThreadId tid, UInt number, const struct clone_request *request)
{
  Addr stack;
  vki_sigset_t all, before;
  sharing_collect(tid);
  struct core_thread *const core = new_thread(tid, &stack);
  if (!core)
    return result_of(-VKI_ENOMEM);
  const ThreadId child = core->tid;
  prepare_registers(tid, child, request);
  inherit_signals(tid, child, request);
  tool.thread_begins(tid, child);
  if (!(request->flags & VKI_CLONE_THREAD))
    begin_process(child, request);
  VG_(sigfillset)(&all);
  VG_(sigprocmask)(VKI_SIG_SETMASK, &all, &before);
  const long result = (request->flags & VKI_CLONE_VFORK) ? start_and_wait(tid, number, request, stack, core)
                                                         : clone_by_kernel(number, request, stack, enter, core);
  VG_(sigprocmask)(VKI_SIG_SETMASK, &before, NULL);
  if (result < 0) {
    tool.thread_is_gone(child);
    forget(child);
    core->state = EMPTY;
  } else if (!(request->flags & VKI_CLONE_VFORK) && sharing_is_leader(child)) {
    process_of(child)->pid = (Int)result;
    lock_holder_watch_deaths(take_lock_from_dead);
  }
  return result_of(result);
}

/* --- how they end --- */

void sharing_end(ThreadId tid, UWord call, UWord status)
{
  VG_(release_BigLock)(tid, WAIT_SYS, who);
  for (;;)
    raw_syscall((long)call, (long)status, 0, 0, 0, 0, 0);
}

void sharing_die(ThreadId tid, Int signal)
{
  const vki_sigaction_toK_t default_action = {.ksa_handler = VKI_SIG_DFL};
  const vki_sigset_t none = {{0}};
  vki_sigset_t before;
  VG_(clear_out_queued_signals)
  (THE_PROCESS, &before); /* it is still in the queue that the core has for all threads together */
  VG_(release_BigLock)(tid, WAIT_SYS, who);
  raw_syscall(__NR_rt_sigaction, signal, (long)&default_action, 0, sizeof none, 0, 0);
  raw_syscall(__NR_rt_sigprocmask, VKI_SIG_SETMASK, (long)&none, 0, sizeof none, 0, 0);
  raw_syscall(__NR_kill, raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0), signal, 0, 0, 0, 0);
  for (;;)
    raw_syscall(__NR_exit_group, 128 + signal, 0, 0, 0, 0, 0);
}

Bool sharing_kill(ThreadId tid, Int pid)
{
  const ThreadId target = processes ? VG_(lwpid_to_vgtid)(pid) : VG_INVALID_THREADID;
  if (target == VG_INVALID_THREADID || !sharing_is_leader(target))
    return False;
  if (process_of(tid)->leader == target)
    sharing_die(tid, VKI_SIGKILL);
  raw_syscall(__NR_kill, pid, VKI_SIGKILL, 0, 0, 0, 0);
  for (Int waited = 0; !is_gone(pid) && waited < DEATH_MS_MAX; waited += POLL_MS)
    raw_syscall(__NR_poll, 0, 0, POLL_MS, 0, 0, 0);
  return True;
}

/* --- those that nobody waits for in the kernel --- */

void sharing_collect(ThreadId tid)
{
  for (ThreadId child = 1; process_count > 0 && child < VG_N_THREADS; child++) {
    const struct process *const process = process_of(child);
    if (process->leader != child || child == tid || process->pid == 0 || !is_gone(process->pid))
      continue;
    VG_(release_BigLock)(tid, WAIT_SYS, who);
    bury(child, 0);
    VG_(acquire_BigLock)(tid, who);
  }
}

void sharing_wait(ThreadId tid, Int timeout_ms)
{
  sharing_collect(tid);
  for (Int waited = 0; process_count > 0 && (timeout_ms < 0 || waited < timeout_ms); waited += POLL_MS) {
    VG_(release_BigLock)(tid, WAIT_SYS, who);
    raw_syscall(__NR_poll, 0, 0, POLL_MS, 0, 0, 0);
    VG_(acquire_BigLock)(tid, who);
    sharing_collect(tid);
  }
}
