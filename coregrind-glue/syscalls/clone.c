/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What clone() and its relatives make, by their flags:
 *
 *   a thread                            by the core
 *   a process that shares the memory    sharing_processes.h
 *   a process with a copy of it         a fork: the core and the tool begin anew in the child
 *
 * All are handled as clone3() asks for them. */
#include "coregrind-glue/syscalls/process_calls.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/process_views.h"
#include "coregrind-glue/syscalls/call_filters.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { EXIT_SIGNAL = 0xff, CLONE3_BYTES_MIN = 64, CLONE3_BYTES_MAX = 4096 };

extern void VG_(do_atfork_pre)(ThreadId tid);
extern void VG_(do_atfork_parent)(ThreadId tid);
extern void VG_(do_atfork_child)(ThreadId tid);

/* --- what is asked for --- */

static struct clone_request request_of_clone(const struct syscall_arguments *arguments)
{
  const struct clone_request request = {.flags = (UInt)arguments->first & ~(UInt)EXIT_SIGNAL,
                                        .exit_signal = arguments->first & EXIT_SIGNAL,
                                        .stack = arguments->second,
                                        .parent_tid = arguments->third,
                                        .pidfd = arguments->third,
                                        .child_tid = arguments->fourth,
                                        .tls = arguments->fifth};
  return request;
}

/* Beyond what is known here, a newer structure may have nothing but zeroes. Returns an errno value, or 0. */
static UWord read_request(Addr from, SizeT bytes, struct clone_request *ret)
{
  static const UChar zeroes[CLONE3_BYTES_MAX];
  static UChar copy[CLONE3_BYTES_MAX];
  if (bytes > CLONE3_BYTES_MAX)
    return VKI_E2BIG;
  if (bytes < CLONE3_BYTES_MIN)
    return VKI_EINVAL;
  VG_(memset)(copy, 0, sizeof *ret);
  if (!guarded_read(copy, from, bytes))
    return VKI_EFAULT;
  VG_(memcpy)(ret, copy, sizeof *ret);
  if (bytes > sizeof *ret && VG_(memcmp)(copy + sizeof *ret, zeroes, bytes - sizeof *ret) != 0)
    return VKI_E2BIG;
  return 0;
}

static UWord find_request(const struct syscall_arguments *arguments, struct clone_request *ret)
{
  *ret = (struct clone_request){.exit_signal = VKI_SIGCHLD};
  switch (arguments->number) {
  case __NR_fork:
    return 0;
  case __NR_vfork:
    ret->flags = VKI_CLONE_VM | VKI_CLONE_VFORK;
    return 0;
  case __NR_clone:
    *ret = request_of_clone(arguments);
    return 0;
  default:
    return read_request(arguments->first, arguments->second, ret);
  }
}

/* As the kernel has it, where it would not be asked with these values. */
static UWord fault_of(UInt number, const struct clone_request *request)
{
  const Bool has_stack = request->stack != 0, has_bytes = request->stack_bytes != 0;
  if (number == CLONE3 &&
      (has_stack != has_bytes || (request->flags & (EXIT_SIGNAL & ~(ULong)0x80)) || request->exit_signal > EXIT_SIGNAL))
    return VKI_EINVAL;
  if ((request->flags & VKI_CLONE_SIGHAND) && (request->flags & CLONE_CLEAR_HANDLERS))
    return VKI_EINVAL;
  return 0;
}

/* --- memory that is written --- */

static void check_word(ThreadId tid, Bool is_used, const HChar *name, Addr word)
{
  if (is_used)
    tool.syscall_writes(tid, name, word, sizeof(Int));
}

static void check_words(ThreadId tid, const struct clone_request *request)
{
  check_word(tid, (request->flags & VKI_CLONE_PARENT_SETTID) != 0, "clone(parent_tidptr)", request->parent_tid);
  check_word(tid, (request->flags & VKI_CLONE_PIDFD) != 0, "clone(pidfd)", request->pidfd);
  check_word(tid, (request->flags & (VKI_CLONE_CHILD_SETTID | VKI_CLONE_CHILD_CLEARTID)) != 0, "clone(child_tidptr)",
             request->child_tid);
}

static void note_words(ThreadId tid, const struct clone_request *request)
{
  if (request->flags & VKI_CLONE_PARENT_SETTID)
    tool.syscall_wrote(tid, request->parent_tid, sizeof(Int));
  if (request->flags & VKI_CLONE_PIDFD)
    tool.syscall_wrote(tid, request->pidfd, sizeof(Int));
}

static void note_childs_word(ThreadId tid, const struct clone_request *request)
{
  if (request->flags & VKI_CLONE_CHILD_SETTID)
    tool.syscall_wrote(tid, request->child_tid, sizeof(Int));
}

/* --- making it --- */

static void set_register(ThreadId tid, PtrdiffT offset, UWord value)
{
  VG_(set_shadow_regs_area)(tid, 0, offset, sizeof value, (const UChar *)&value);
}

static void begin_child(ThreadId tid, const struct clone_request *request)
{
  if (request->stack != 0)
    set_register(tid, offsetof(VexGuestAMD64State, guest_RSP), clone_stack_top(request));
  if (request->flags & VKI_CLONE_SETTLS)
    set_register(tid, offsetof(VexGuestAMD64State, guest_FS_CONST), request->tls);
  VG_(do_atfork_child)(tid);
  if (request->flags & CLONE_CLEAR_HANDLERS)
    process_views_clear_handlers();
  note_childs_word(tid, request);
}

/* Descriptors are not shared by a child with memory of its own: it would close those of the core that is in the
 * parent. */
static SysRes fork_process(ThreadId tid, UInt number, const struct clone_request *request)
{
  struct clone_request ours = *request;
  vki_sigset_t all, before;
  ours.flags &= ~(ULong)VKI_CLONE_FILES;
  VG_(sigfillset)(&all);
  VG_(sigprocmask)(VKI_SIG_SETMASK, &all, &before);
  VG_(do_atfork_pre)(tid);
  const long result = clone_by_kernel(number, &ours, 0, NULL, NULL);
  if (result == 0)
    begin_child(tid, request);
  else
    VG_(do_atfork_parent)(tid);
  VG_(sigprocmask)(VKI_SIG_SETMASK, &before, NULL);
  if (result > 0)
    tool.process_forked((UInt)result);
  return (SysRes){._isError = result < 0, ._val = (UWord)(result < 0 ? -result : result)};
}

static Bool is_thread_of_core(const struct clone_request *request)
{
  const ULong shared = VKI_CLONE_VM | VKI_CLONE_FS | VKI_CLONE_FILES | VKI_CLONE_SIGHAND | VKI_CLONE_THREAD;
  const Bool is_plain = request->set_tid_size == 0 && request->flags <= ~(UInt)0 &&
                        !((request->flags & VKI_CLONE_PIDFD) && (request->flags & VKI_CLONE_PARENT_SETTID));
  return is_plain && (request->flags & shared) == shared && !(request->flags & VKI_CLONE_VFORK);
}

/* C libraries make theirs by clone() where there is no clone3(), and then suppressions for their threads end in the
 * name that they have always had. A filter of system calls may allow only one of the two. */
static Bool is_thread_of_library(ThreadId tid, UInt number, const struct clone_request *request)
{
  const ULong given = VKI_CLONE_SYSVSEM | VKI_CLONE_SETTLS | VKI_CLONE_PARENT_SETTID | VKI_CLONE_CHILD_CLEARTID;
  return number == CLONE3 && !call_filters_are_set(tid) && is_thread_of_core(request) &&
         (request->flags & given) == given;
}

static void make_thread(ThreadId tid, void *layout, const struct clone_request *request, struct syscall_status *status,
                        UWord *flags)
{
  struct syscall_arguments arguments = {
    .number = __NR_clone,
    .at = {request->flags | request->exit_signal, clone_stack_top(request),
           (request->flags & VKI_CLONE_PIDFD) ? request->pidfd : request->parent_tid, request->child_tid,
           request->tls}};
  __real_vgModuleLocal_get_linux_syscall_entry(__NR_clone)->before(tid, layout, &arguments, status, flags);
}

static void check_registers(ThreadId tid, UInt number)
{
  static const PtrdiffT first = offsetof(VexGuestAMD64State, guest_RDI),
                        second = offsetof(VexGuestAMD64State, guest_RSI);
  if (number != __NR_clone && number != CLONE3)
    return;
  tool.syscall_reads_register(tid, number == CLONE3 ? "clone3(cl_args)" : "clone(flags)", first, sizeof(UWord));
  tool.syscall_reads_register(tid, number == CLONE3 ? "clone3(size)" : "clone(child_stack)", second, sizeof(UWord));
}

void clone_before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                  UWord *flags)
{
  enum { YIELD_AFTER = 1 << 4 };
  const UInt number = (UInt)arguments->number;
  struct clone_request request;
  check_registers(tid, number);
  if (number == CLONE3)
    tool.syscall_reads(tid, "clone3(cl_args)", arguments->first,
                       arguments->second < CLONE3_BYTES_MAX ? arguments->second : 0);
  const UWord unreadable = find_request(arguments, &request),
              fault = unreadable ? unreadable : fault_of(number, &request);
  if (fault != 0 || is_thread_of_library(tid, number, &request)) {
    syscall_complete(status, fault ? fault : VKI_ENOSYS);
    return;
  }
  if (is_thread_of_core(&request)) {
    make_thread(tid, layout, &request, status, flags);
    return;
  }
  check_words(tid, &request);
  const Bool shares = (request.flags & VKI_CLONE_VM) != 0;
  const SysRes result = shares ? sharing_start(tid, number, &request) : fork_process(tid, number, &request);
  *status = (struct syscall_status){SYSCALL_COMPLETE, result};
  if (sr_isError(result) || sr_Res(result) == 0)
    return;
  note_words(tid, &request);
  if (shares)
    note_childs_word(tid, &request);
  *flags |= YIELD_AFTER;
}
