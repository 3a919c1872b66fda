/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each system call of the guest comes here before anything else looks at it. What its filters refuse does not take
 * place: to the tool, too, it was never made.
 *
 * Not all calls that the guest makes here are made natively: the kernel's code in each process (vDSO) tells the time,
 * which the core hides, so that the C library asks the kernel. Such calls of the library are no business of a
 * filter. */
#include "coregrind-glue/syscalls/call_filters.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/thread_slots.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/syscalls/calls_of_32_bits.h"
#include "coregrind-glue/syscalls/sharing_processes.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  ERRNO_MAX = 4095,
  SET_NO_NEW_PRIVILEGES = 38 /* PR_SET_NO_NEW_PRIVS */,
  QUEUE_SIGNAL = 297 /* __NR_rt_tgsigqueueinfo */
};

extern void VG_(poll_signals)(ThreadId tid);
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *ret_before);

static struct thread_filters *threads; /* NULL: there are no filters */
static Bool is_over;

struct thread_filters *call_filters_of(ThreadId tid)
{
  if (!threads)
    threads = VG_(calloc)("seep.call_filters", thread_slots_max(), sizeof *threads);
  return &threads[tid];
}

Bool call_filters_are_set(ThreadId tid)
{
  return threads && threads[tid].mode != CALL_FILTERS_NONE;
}

UInt call_filters_count(ThreadId tid, const struct guest_filter *end)
{
  UInt count = 0;
  if (call_filters_are_set(tid))
    for (const struct guest_filter *filter = threads[tid].newest; filter != end; filter = filter->before)
      count++;
  return count;
}

void call_filters_note_thread(ThreadId parent, ThreadId child)
{
  if (threads && parent != VG_INVALID_THREADID)
    threads[child] = threads[parent];
  if (threads)
    threads[child].kernel_id = 0;
}

void call_filters_end(void)
{
  is_over = True;
}

/* --- calls that are none --- */

static Bool is_c_library(const DebugInfo *module)
{
  const HChar *const soname = module ? VG_(DebugInfo_get_soname)(module) : NULL;
  return soname && (VG_(strncmp)(soname, "libc.", 5) == 0 || VG_(strncmp)(soname, "ld-", 3) == 0);
}

/* In a static program it is in the program. */
static Bool is_in_c_library(Addr instruction)
{
  if (is_c_library(VG_(find_DebugInfo)(VG_(current_DiEpoch)(), instruction)))
    return True;
  for (const DebugInfo *module = VG_(next_DebugInfo)(NULL); module; module = VG_(next_DebugInfo)(module))
    if (is_c_library(module))
      return False;
  return True;
}

static Bool is_clock_of_vdso(UWord clock)
{
  enum { CLOCKS = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 11 };
  return clock < 32 && (CLOCKS & 1 << clock) != 0;
}

/* It knows the number of the call beforehand, while syscall() is told: mov $number, %eax; syscall. */
static Bool is_for_vdso(const struct call_filter_data *data)
{
  const Bool is_clock = data->number == __NR_clock_gettime || data->number == __NR_clock_getres;
  UChar code[7], wanted[7] = {0xb8, 0, 0, 0, 0, 0x0f, 0x05};
  if (is_clock ? !is_clock_of_vdso(data->arguments[0])
               : data->number != __NR_gettimeofday && data->number != __NR_time && data->number != __NR_getcpu)
    return False;
  VG_(memcpy)(wanted + 1, &data->number, sizeof data->number);
  return guarded_read(code, data->instruction - sizeof code, sizeof code) &&
         VG_(memcmp)(code, wanted, sizeof code) == 0 && is_in_c_library(data->instruction - 1);
}

/* --- the registers --- */

static struct call_filter_data read_call(ThreadId tid, UInt trap)
{
  VexGuestAMD64State state;
  VG_(get_shadow_regs_area)(tid, (UChar *)&state, 0, 0, sizeof state);
  if (trap == CALLS_OF_32_BITS_TRAP) {
    struct call_filter_data narrow = {(Int)state.guest_RAX, CALL_FILTER_I386, state.guest_RIP, {0}};
    ULong arguments[CALLS_OF_32_BITS_ARGUMENTS];
    calls_of_32_bits_arguments(&state, arguments);
    VG_(memcpy)(narrow.arguments, arguments, sizeof arguments);
    return narrow;
  }
  return (struct call_filter_data){
    (Int)state.guest_RAX, (UInt)CALL_FILTER_X86_64, state.guest_RIP,
    {state.guest_RDI, state.guest_RSI, state.guest_RDX, state.guest_R10, state.guest_R8, state.guest_R9}};
}

static void carry_out(ThreadId tid, UInt trap)
{
  if (trap == CALLS_OF_32_BITS_TRAP)
    calls_of_32_bits_make(tid, trap);
  else
    thread_slots_call(tid, trap);
}

static void set_register(ThreadId tid, PtrdiffT offset, UWord value)
{
  static const UWord defined;
  VG_(set_shadow_regs_area)(tid, 0, offset, sizeof value, (const UChar *)&value);
  VG_(set_shadow_regs_area)(tid, 1, offset, sizeof value, (const UChar *)&defined);
}

static void return_error(ThreadId tid, UWord error)
{
  set_register(tid, offsetof(VexGuestAMD64State, guest_RAX), -error);
  tool.registers_changed(tid);
}

static void call_instead(ThreadId tid, UInt trap, UWord number, UWord first, UWord second, UWord third)
{
  set_register(tid, offsetof(VexGuestAMD64State, guest_RAX), number);
  set_register(tid, offsetof(VexGuestAMD64State, guest_RDI), first);
  set_register(tid, offsetof(VexGuestAMD64State, guest_RSI), second);
  set_register(tid, offsetof(VexGuestAMD64State, guest_RDX), third);
  tool.registers_changed(tid);
  thread_slots_call(tid, trap);
}

/* --- how it ends --- */

static Int own_pid(void)
{
  return (Int)raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0);
}

static Bool is_last_thread(ThreadId tid)
{
  for (ThreadId other = 1; other < VG_N_THREADS; other++)
    if (sharing_is_sibling(tid, other))
      return False;
  return True;
}

static void make_fatal(ThreadId tid)
{
  const vki_sigaction_toK_t by_default = {.ksa_handler = VKI_SIG_DFL};
  vki_sigset_t set;
  VG_(sigemptyset)(&set);
  VG_(sigaddset)(&set, VKI_SIGSYS);
  VG_(do_sys_sigaction)(VKI_SIGSYS, &by_default, NULL);
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_UNBLOCK, &set, NULL);
}

/* A handler gets it only if the guest could get it now. */
static Bool reaches_handler(ThreadId tid)
{
  vki_sigaction_fromK_t action;
  vki_sigset_t blocked;
  VG_(do_sys_sigaction)(VKI_SIGSYS, NULL, &action);
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_BLOCK, NULL, &blocked);
  return (const void *)action.ksa_handler != (const void *)VKI_SIG_IGN && !VG_(sigismember)(&blocked, VKI_SIGSYS);
}

/* As the kernel would send it. The registers are what they were, and the instruction is the next one. */
static void send_signal(ThreadId tid, const struct call_filter_data *data, UInt reason, Bool is_fatal)
{
  union {
    struct {
      Int signal, error, code, padding;
      Addr instruction;
      Int number;
      UInt machine;
    };
    UChar bytes[128];
  } info = {.bytes = {0}};
  info.signal = VKI_SIGSYS;
  info.error = (Int)reason;
  info.code = 1; /* SYS_SECCOMP */
  info.instruction = data->instruction;
  info.number = data->number;
  info.machine = data->machine;
  if (is_fatal || !reaches_handler(tid))
    make_fatal(tid);
  raw_syscall(QUEUE_SIGNAL, own_pid(), __real_vgPlain_gettid(), VKI_SIGSYS, (long)&info, 0, 0);
  VG_(poll_signals)(tid);
}

static Bool is_traced(void)
{
  static const HChar name[] = "TracerPid:\t";
  HChar status[512];
  core_read_text("/proc/thread-self/status", status, sizeof status);
  const HChar *const line = VG_(strstr)(status, name);
  return line && line[sizeof name - 1] != '0';
}

/* Its tracer should be told, and cannot be. */
static void leave_to_tracer(ThreadId tid, UInt trap)
{
  static Bool is_told;
  if (!is_traced()) {
    return_error(tid, VKI_ENOSYS);
    return;
  }
  if (!is_told)
    VG_(umsg)
    ("Warning: the program's tracer is not told of system calls that a filter leaves to it (SECCOMP_RET_TRACE)\n");
  is_told = True;
  carry_out(tid, trap);
}

static void refuse(ThreadId tid, UInt trap, const struct call_filter_data *data, UInt answer)
{
  const UInt reason = answer & ~CALL_FILTER_ACTION;
  switch (answer & CALL_FILTER_ACTION) {
  case CALL_FILTER_ERRNO:
    return_error(tid, reason < ERRNO_MAX ? reason : ERRNO_MAX);
    return;
  case CALL_FILTER_TRACE:
    leave_to_tracer(tid, trap);
    return;
  case CALL_FILTER_USER_NOTIF:
    return_error(tid, VKI_ENOSYS);
    return;
  case CALL_FILTER_TRAP:
    send_signal(tid, data, reason, False);
    return;
  case CALL_FILTER_KILL_THREAD:
    if (!is_last_thread(tid)) {
      call_instead(tid, trap, __NR_exit, VKI_SIGSYS, 0, 0);
      return;
    }
    break;
  default:
    break;
  }
  send_signal(tid, data, reason, True);
}

static void refuse_strictly(ThreadId tid, UInt trap)
{
  if (is_last_thread(tid))
    call_instead(tid, trap, __NR_tgkill, (UWord)own_pid(), (UWord)__real_vgPlain_gettid(), VKI_SIGKILL);
  else
    call_instead(tid, trap, __NR_exit, VKI_SIGKILL, 0, 0);
}

/* --- what filters say --- */

static UInt answer_of(const struct guest_filter *newest, const struct call_filter_data *data)
{
  UInt answer = CALL_FILTER_ALLOW;
  for (const struct guest_filter *filter = newest; filter; filter = filter->before) {
    const UInt said = call_filter_run(filter->steps, filter->count, data);
    if (call_filter_outweighs(said, answer))
      answer = said;
  }
  return answer;
}

static Bool is_carried_out(UInt answer)
{
  return (answer & CALL_FILTER_ACTION) == CALL_FILTER_ALLOW || (answer & CALL_FILTER_ACTION) == CALL_FILTER_LOG;
}

static Bool is_strictly_allowed(Int number, UInt trap)
{
  if (trap == CALLS_OF_32_BITS_TRAP)
    return calls_of_32_bits_is_strict(number);
  return number == __NR_read || number == __NR_write || number == __NR_exit || number == __NR_rt_sigreturn;
}

static void judge(ThreadId tid, UInt trap, const struct thread_filters *filters)
{
  const struct call_filter_data data = read_call(tid, trap);
  const UInt answer =
    filters->mode == CALL_FILTERS_STRICT ? CALL_FILTER_KILL_THREAD : answer_of(filters->newest, &data);
  const Bool is_allowed =
    filters->mode == CALL_FILTERS_STRICT ? is_strictly_allowed(data.number, trap) : is_carried_out(answer);
  if (is_allowed || is_for_vdso(&data))
    carry_out(tid, trap);
  else if (filters->mode == CALL_FILTERS_STRICT)
    refuse_strictly(tid, trap);
  else
    refuse(tid, trap, &data, answer);
}

void __wrap_vgPlain_client_syscall(ThreadId tid, UInt trap)
{
  if (!call_filters_are_set(tid) || is_over) {
    carry_out(tid, trap);
    return;
  }
  if (threads[tid].gives_up_privileges)
    raw_syscall(__NR_prctl, SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0, 0);
  threads[tid].gives_up_privileges = False;
  judge(tid, trap, &threads[tid]);
}
