/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Absent pages of the shadow are mapped when they are touched, which is a fault (translate/fault_handler.c). The kernel
 * stops a traced process at each, and tells its tracer. Tracers that are not checked hand the signal on; one that is
 * checked finds out here, before its program does, that the fault happened in the tool, or at an address that no guest
 * has. The tracee then goes on, with the signal and in the way that its tracer asked for last.
 *
 * A signal that ends the program has stopped the process when it came; the tool, which took it, ends by sending it to
 * itself. That second stop is hidden likewise, unless it is the first of which the kernel knows, as the core has made
 * up the signal. */
#include "coregrind-glue/syscalls/traced_faults.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/own_program.h"
#include "memcheck/pure/shadow/shadow.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  PEEK_DATA = 2,
  CONTINUE = 7, STEP = 9, TO_SYSCALL = 24, GET_REGISTERS = 12, GET_SIGNAL = 0x4202, /* requests of ptrace() */
  PROCESSES = 64,
  SYSCALL_BYTES = 2, /* of the instruction */
};

extern const UChar __executable_start[], etext[];

static struct {
  Int pid;
  UInt request;
} asked[PROCESSES]; /* by pid, the last one of those that share a place */

void traced_faults_note_syscall(UInt number, const UWord *arguments)
{
  const UInt request = (UInt)arguments[0];
  if (number != __NR_ptrace || (request != CONTINUE && request != STEP && request != TO_SYSCALL))
    return;
  asked[arguments[1] % PROCESSES].pid = (Int)arguments[1];
  asked[arguments[1] % PROCESSES].request = request;
}

static UInt last_request(Int pid)
{
  return asked[(UInt)pid % PROCESSES].pid == pid ? asked[(UInt)pid % PROCESSES].request : CONTINUE;
}

/* 0: it has not told of a process that a signal has stopped. */
static Int stopped_by_signal(UInt number, const UWord *arguments, UWord result, Int *ret_signal)
{
  enum { STOPPED = 0x7f, TRAPPED = 4 /* CLD_TRAPPED */ };
  UInt status = 0;
  struct {
    Int signal, error, code, unused, pid, uid, status;
  } info = {0};
  if (number == __NR_wait4 && arguments[1] != 0 && guarded_read(&status, arguments[1], sizeof status)) {
    *ret_signal = (Int)(status >> 8);
    return (status & 0xff) == STOPPED ? (Int)result : 0;
  }
  if (number == __NR_waitid && arguments[2] != 0 && guarded_read(&info, arguments[2], sizeof info)) {
    *ret_signal = info.status;
    return info.code == TRAPPED ? info.pid : 0;
  }
  return 0;
}

static Bool is_of_tool(Int pid)
{
  struct vki_user_regs_struct registers;
  vki_siginfo_t info;
  if (!own_program_is_checked(pid) || raw_syscall(__NR_ptrace, GET_SIGNAL, pid, 0, (long)&info, 0, 0) < 0 ||
      info.si_code <= 0 || raw_syscall(__NR_ptrace, GET_REGISTERS, pid, 0, (long)&registers, 0, 0) < 0)
    return False;
  const Addr address = (Addr)info._sifields._sigfault._addr;
  return (address >= SHADOW_A_OFFSET && address < SHADOW_V_OFFSET + SHADOW_LIMIT) ||
         (registers.rip >= (Addr)__executable_start && registers.rip < (Addr)etext);
}

/* --- how a process ends --- */

static Int sent;                /* the last signal that it took, if some process has sent it */
static volatile UWord ended_by; /* at the same address in the tracee */

void traced_faults_note_signal(const vki_siginfo_t *info)
{
  sent = info->si_code <= 0 ? info->si_signo : 0;
}

void traced_faults_note_end(Int signal)
{
  ended_by = signal == sent ? (UWord)signal : 0;
}

/* The core would stop a traced process where a signal ends it, and then go on as if there had been none. */
void __wrap_vgModuleLocal_linux_POST_traceme(ThreadId tid)
{
}

static Bool is_ending(Int pid, Int signal)
{
  UWord value = 0;
  return own_program_is_checked(pid) &&
         raw_syscall(__NR_ptrace, PEEK_DATA, pid, (long)&ended_by, (long)&value, 0, 0) == 0 && value == (UWord)signal;
}

static void wait_again(ThreadId tid, UInt number)
{
  const UWord call = number;
  VG_(set_IP)(tid, VG_(get_IP)(tid) - SYSCALL_BYTES);
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof call, (const UChar *)&call);
}

void traced_faults_hide(ThreadId tid, UInt number, const UWord *arguments, UWord result)
{
  Int signal = 0;
  const Int pid = stopped_by_signal(number, arguments, result, &signal);
  if (pid > 0 && ((signal == VKI_SIGSEGV && is_of_tool(pid)) || is_ending(pid, signal)) &&
      raw_syscall(__NR_ptrace, last_request(pid), pid, 0, signal, 0, 0) == 0)
    wait_again(tid, number);
}
