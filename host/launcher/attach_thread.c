/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread can be used if it waits in a system call that neither malloc() nor the loader makes while they have locks,
 * or if it is at work outside of the C library and the loader. In both cases a signal handler that runs on top of them
 * is ruled out by its frame on the stack.
 *
 * Calls are made on a stack of their own, with all signals blocked. A function returns to an instruction that calls the
 * kernel, where the thread stops: so no signal is needed, whose handler the kernel might reset. The registers are put
 * back in a stop from which the kernel continues an interrupted system call by itself. */
#include "host/launcher/attach_thread.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/memory.h"

enum {
  SCRATCH_BYTES = 1 << 20,
  TEXTS_BYTES = 1 << 19, /* of these, from the lower end on */
  STATE_BYTES = 1 << 14,
  SEARCHED_STACK_BYTES = 1 << 16,
  TRIES = 1000,
  BETWEEN_TRIES_NS = 5000000,
  REDZONE_BYTES = 128,
  FUTEX_COMMANDS = 127,
  FUTEX_OF_CONDITIONS = 9, /* FUTEX_WAIT_BITSET, which locks do not use */
  CALL_BYTES = 2,          /* of the instruction that calls the kernel */
};

/* What the kernel returns for a call that it will continue by itself, from -ERESTARTSYS to -ERESTART_RESTARTBLOCK. */
enum { RESTART_FIRST = 512, RESTART_LAST = 516 };

struct attach_thread {
  const struct attach_target *target;
  pid_t id;
  struct user_regs_struct registers; /* as they were */
  unsigned char state[STATE_BYTES];  /* likewise, of the processor's other registers */
  size_t state_bytes;
  uint64_t mask;
  uint64_t scratch, used; /* 0: there is none yet */
  uint64_t errno_place;   /* likewise */
  int errno_value;
  bool is_at_call; /* it has stopped on its way into the kernel or out of it, and not where it can be released */
  bool has_ended;
};

/* --- stops --- */

static bool wait_for_stop(struct attach_thread *thread, int *ret_status)
{
  while (waitpid(thread->id, ret_status, __WALL) < 0)
    if (errno != EINTR) {
      thread->has_ended = true;
      return false;
    }
  thread->has_ended = !WIFSTOPPED(*ret_status);
  return !thread->has_ended;
}

static bool is_of_interrupt(int status)
{
  return status >> 16 == PTRACE_EVENT_STOP;
}

static bool is_at_kernel(int status)
{
  return WSTOPSIG(status) == (SIGTRAP | 0x80);
}

/* Signals of the program's that come first are for it, later. */
static bool stop(struct attach_thread *thread)
{
  int status;
  if (ptrace(PTRACE_INTERRUPT, thread->id, 0, 0) < 0)
    return false;
  while (wait_for_stop(thread, &status)) {
    if (is_of_interrupt(status))
      return true;
    if (ptrace(PTRACE_CONT, thread->id, 0, is_at_kernel(status) ? 0 : WSTOPSIG(status)) < 0)
      return false;
  }
  return false;
}

static bool get_registers(const struct attach_thread *thread, struct user_regs_struct *ret)
{
  return ptrace(PTRACE_GETREGS, thread->id, 0, ret) == 0;
}

static bool set_registers(const struct attach_thread *thread, const struct user_regs_struct *registers)
{
  return ptrace(PTRACE_SETREGS, thread->id, 0, registers) == 0;
}

/* --- where a thread can be used --- */

static bool is_waiting_call(const struct user_regs_struct *registers)
{
  static const unsigned short waiting[] = {
    SYS_nanosleep,       SYS_clock_nanosleep, SYS_poll,        SYS_ppoll,  SYS_select,  SYS_pselect6,
    SYS_pause,           SYS_epoll_wait,      SYS_epoll_pwait, SYS_read,   SYS_readv,   SYS_recvfrom,
    SYS_recvmsg,         SYS_accept,          SYS_accept4,     SYS_wait4,  SYS_waitid,  SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_write,           SYS_writev,      SYS_sendto, SYS_sendmsg, SYS_restart_syscall};
  if (registers->orig_rax == SYS_futex)
    return (registers->rsi & FUTEX_COMMANDS) == FUTEX_OF_CONDITIONS;
  for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
    if (registers->orig_rax == waiting[i])
      return true;
  return false;
}

/* By the address to which a handler returns, and the registers that lie behind it, the kernel's. */
static bool has_handler_over_locks(const struct attach_thread *thread, uint64_t sp)
{
  static const unsigned char restorer[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
  enum { RESUMED_AT_WORD = 22 };
  static uint64_t words[SEARCHED_STACK_BYTES / sizeof(uint64_t)];
  unsigned char code[sizeof restorer];
  size_t bytes = sizeof words;
  while (bytes >= 4096 && !attach_target_read(thread->target->pid, sp, words, bytes))
    bytes -= 4096;
  for (size_t i = 0; i + RESUMED_AT_WORD < bytes / sizeof *words; i++)
    if (attach_target_is_locked(thread->target, words[i]) &&
        attach_target_read(thread->target->pid, words[i], code, sizeof code) &&
        memcmp(code, restorer, sizeof code) == 0 &&
        attach_target_is_locked(thread->target, words[i + RESUMED_AT_WORD - 1]))
      return true;
  return false;
}

/* A sequence that the kernel would begin again if the thread were moved to another processor. */
static bool is_in_restartable_sequence(const struct attach_thread *thread)
{
  enum { GET_CONFIGURATION = 0x420f, SEQUENCE_AT = 8 };
  struct {
    uint64_t address;
    uint32_t size, signature, flags, unused;
  } configuration = {0};
  uint64_t sequence = 0;
  return ptrace((enum __ptrace_request)GET_CONFIGURATION, thread->id, sizeof configuration, &configuration) > 0 &&
         configuration.address != 0 &&
         attach_target_read(thread->target->pid, configuration.address + SEQUENCE_AT, &sequence, sizeof sequence) &&
         sequence != 0;
}

static bool can_be_used(const struct attach_thread *thread)
{
  const struct user_regs_struct *const registers = &thread->registers;
  const bool is_in_call = (long)registers->orig_rax >= 0;
  if (is_in_call ? !is_waiting_call(registers) : attach_target_is_locked(thread->target, registers->rip))
    return false;
  return !has_handler_over_locks(thread, registers->rsp) && !is_in_restartable_sequence(thread);
}

/* --- interrupted calls --- */

/* Which the kernel does not continue by itself. */
static bool returns_early(uint64_t number)
{
  static const unsigned short numbers[] = {SYS_epoll_wait,
                                           SYS_epoll_pwait,
                                           441 /* epoll_pwait2 */,
                                           SYS_rt_sigtimedwait,
                                           SYS_semop,
                                           SYS_semtimedop,
                                           SYS_io_getevents,
                                           333 /* io_pgetevents */,
                                           SYS_msgrcv,
                                           SYS_msgsnd,
                                           SYS_recvfrom,
                                           SYS_recvmsg,
                                           SYS_accept,
                                           SYS_accept4,
                                           SYS_sendto,
                                           SYS_sendmsg,
                                           SYS_read,
                                           SYS_write};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (number == numbers[i])
      return true;
  return false;
}

static bool has_signal(const struct attach_thread *thread)
{
  uint64_t mask = 0;
  siginfo_t first;
  bool has_one = false;
  (void)ptrace(PTRACE_GETSIGMASK, thread->id, sizeof mask, &mask);
  for (unsigned shared = 0; shared < 2 && !has_one; shared++)
    for (uint64_t at = 0; !has_one; at++) {
      struct __ptrace_peeksiginfo_args arguments = {.off = at, .flags = shared, .nr = 1};
      if (ptrace(PTRACE_PEEKSIGINFO, thread->id, &arguments, &first) <= 0)
        break;
      has_one = (mask >> (first.si_signo - 1) & 1) == 0;
    }
  return has_one;
}

/* It says that a signal has come, but that was our stop. So it is made again, and waits from the beginning. */
static void repeat_call(struct attach_thread *thread)
{
  struct user_regs_struct *const registers = &thread->registers;
  if ((long)registers->rax != -EINTR || !returns_early(registers->orig_rax) || has_signal(thread))
    return;
  registers->rax = registers->orig_rax;
  registers->orig_rax = (uint64_t)-1;
  registers->rip -= CALL_BYTES;
}

static void let_go(struct attach_thread *thread)
{
  if (thread->has_ended)
    return;
  (void)set_registers(thread, &thread->registers);
  (void)ptrace(PTRACE_DETACH, thread->id, 0, 0);
}

/* --- finding one --- */

/* False: it cannot be stopped, or is not where it can be used; then it goes on. *ret_errno: why it cannot be traced. */
static bool try_thread(struct attach_thread *thread, pid_t id, int *ret_errno)
{
  thread->id = id;
  thread->has_ended = false;
  if (ptrace(PTRACE_SEIZE, id, 0, PTRACE_O_TRACESYSGOOD) < 0) {
    *ret_errno = errno == ESRCH && id != thread->target->pid ? 0 : errno; /* that thread alone may have ended */
    return false;
  }
  if (!stop(thread) || !get_registers(thread, &thread->registers)) {
    (void)ptrace(PTRACE_DETACH, id, 0, 0);
    return false;
  }
  const bool is_usable = can_be_used(thread);
  repeat_call(thread);
  if (!is_usable)
    let_go(thread);
  return is_usable;
}

static bool try_threads(struct attach_thread *thread, int *ret_errno)
{
  char path[64];
  bool is_found = false;
  snprintf(path, sizeof path, "/proc/%ld/task", thread->target->pid);
  DIR *const folder = opendir(path);
  for (struct dirent *entry; folder && !is_found && (entry = readdir(folder));)
    if (atoi(entry->d_name) > 0)
      is_found = try_thread(thread, atoi(entry->d_name), ret_errno);
  if (folder)
    closedir(folder);
  return is_found;
}

static bool save(struct attach_thread *thread)
{
  struct iovec state = {thread->state, sizeof thread->state};
  const uint64_t all = ~UINT64_C(0);
  if (ptrace(PTRACE_GETREGSET, thread->id, NT_X86_XSTATE, &state) < 0 ||
      ptrace(PTRACE_GETSIGMASK, thread->id, sizeof thread->mask, &thread->mask) < 0 ||
      ptrace(PTRACE_SETSIGMASK, thread->id, sizeof all, &all) < 0)
    return false;
  thread->state_bytes = state.iov_len;
  return true;
}

/* --- calls --- */

/* On to where the thread enters the kernel or leaves it. */
static bool go_to_kernel(struct attach_thread *thread)
{
  int status;
  thread->is_at_call = true;
  do {
    if (ptrace(PTRACE_SYSCALL, thread->id, 0, 0) < 0 || !wait_for_stop(thread, &status))
      return false;
    if (!is_at_kernel(status) && !is_of_interrupt(status))
      return false; /* a fault; all other signals are blocked */
  } while (!is_at_kernel(status));
  return true;
}

static struct error *broken(const struct attach_thread *thread)
{
  return error_format(thread->has_ended ? "process %ld ended meanwhile"
                                        : "process %ld: a thread could not call its functions; it goes on as it was",
                      thread->target->pid);
}

/* A call of the kernel. */
static bool call_kernel(struct attach_thread *thread, uint64_t number, const uint64_t arguments[6], uint64_t *ret)
{
  struct user_regs_struct registers = thread->registers;
  registers.rip = thread->target->syscall;
  registers.rax = number;
  registers.orig_rax = (uint64_t)-1;
  registers.rdi = arguments[0];
  registers.rsi = arguments[1];
  registers.rdx = arguments[2];
  registers.r10 = arguments[3];
  registers.r8 = arguments[4];
  registers.r9 = arguments[5];
  if (!set_registers(thread, &registers) || !go_to_kernel(thread) || !go_to_kernel(thread) ||
      !get_registers(thread, &registers))
    return false;
  *ret = registers.rax;
  return true;
}

static bool map_scratch(struct attach_thread *thread)
{
  const uint64_t arguments[6] = {0, SCRATCH_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, (uint64_t)-1,
                                 0};
  uint64_t address;
  if (!call_kernel(thread, SYS_mmap, arguments, &address) || address > (uint64_t)-4096)
    return false;
  thread->scratch = address;
  return true;
}

static bool write_memory(const struct attach_thread *thread, uint64_t address, const void *data, size_t bytes)
{
  const struct iovec here = {(void *)data, bytes}, there = {(void *)address, bytes};
  return process_vm_writev((pid_t)thread->target->pid, &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

struct error *attach_thread_put(struct attach_thread *thread, const void *data, size_t bytes, uint64_t *ret_address)
{
  const size_t rounded = (bytes + 15) / 16 * 16;
  if (rounded > TEXTS_BYTES - thread->used)
    return error_format("the options are too long");
  *ret_address = thread->scratch + thread->used;
  thread->used += rounded;
  return write_memory(thread, *ret_address, data, bytes) ? NULL : broken(thread);
}

/* Runs until the function returns, to the instruction that calls the kernel: that call is made void. */
static bool run_function(struct attach_thread *thread, uint64_t sp, uint64_t *ret)
{
  struct user_regs_struct registers;
  do {
    if (!go_to_kernel(thread) || !get_registers(thread, &registers))
      return false;
  } while (registers.rip != thread->target->syscall + CALL_BYTES || registers.rsp != sp);
  *ret = registers.orig_rax;
  registers.orig_rax = (uint64_t)-1;
  return set_registers(thread, &registers) && go_to_kernel(thread);
}

struct error *attach_thread_call(struct attach_thread *thread, uint64_t function, uint64_t a, uint64_t b, uint64_t c,
                                 uint64_t *ret)
{
  const uint64_t sp = thread->scratch + SCRATCH_BYTES - REDZONE_BYTES;
  struct user_regs_struct registers = thread->registers;
  registers.rip = function;
  registers.rsp = sp - sizeof(uint64_t);
  registers.rdi = a;
  registers.rsi = b;
  registers.rdx = c;
  registers.rax = 0;
  registers.orig_rax = (uint64_t)-1;
  registers.eflags &= ~UINT64_C(0x400); /* the direction of string instructions */
  if (!write_memory(thread, registers.rsp, &thread->target->syscall, sizeof thread->target->syscall) ||
      !set_registers(thread, &registers) || !run_function(thread, sp, ret))
    return broken(thread);
  return NULL;
}

/* --- begin and end --- */

/* Functions that are called leave their own there. */
static struct error *keep_errno(struct attach_thread *thread)
{
  struct error *const error = attach_thread_call(thread, thread->target->errno_location, 0, 0, 0, &thread->errno_place);
  if (!error && !attach_target_read(thread->target->pid, thread->errno_place, &thread->errno_value, sizeof(int)))
    thread->errno_place = 0;
  return error;
}

static struct error *why_none(const struct attach_target *target, int errno_value)
{
  if (errno_value == EPERM)
    return attach_target_forbidden(target->pid);
  struct error *const error = attach_target_check_state(target->pid);
  if (error)
    return error;
  return error_format("process %ld: none of its threads was where it can be used for some seconds; try again",
                      target->pid);
}

struct error *attach_thread_stop(const struct attach_target *target, struct attach_thread **ret)
{
  struct attach_thread *const thread = memory_zeroed(1, sizeof *thread);
  const struct timespec between = {0, BETWEEN_TRIES_NS};
  int errno_value = 0;
  bool is_found = false;
  thread->target = target;
  for (unsigned i = 0; i < TRIES && !is_found && errno_value == 0; i++) {
    if (i > 0)
      nanosleep(&between, NULL);
    is_found = try_threads(thread, &errno_value);
  }
  if (!is_found) {
    free(thread);
    return why_none(target, errno_value);
  }
  struct error *const error = save(thread) && map_scratch(thread) ? keep_errno(thread) : broken(thread);
  if (error)
    attach_thread_release(thread);
  else
    *ret = thread;
  return error;
}

/* The interrupt waits for the thread to leave the kernel. */
static void leave_kernel(struct attach_thread *thread)
{
  int status;
  if (ptrace(PTRACE_INTERRUPT, thread->id, 0, 0) == 0 && ptrace(PTRACE_CONT, thread->id, 0, 0) == 0)
    while (wait_for_stop(thread, &status) && !is_of_interrupt(status) &&
           ptrace(PTRACE_CONT, thread->id, 0, is_at_kernel(status) ? 0 : WSTOPSIG(status)) == 0)
      continue;
}

/* From a stop at the kernel's door the thread goes on to one where it can be released. */
void attach_thread_release(struct attach_thread *thread)
{
  const uint64_t arguments[6] = {thread ? thread->scratch : 0, SCRATCH_BYTES};
  uint64_t ignored;
  if (!thread)
    return;
  if (thread->errno_place != 0)
    (void)write_memory(thread, thread->errno_place, &thread->errno_value, sizeof thread->errno_value);
  if (thread->scratch != 0 && !thread->has_ended)
    (void)call_kernel(thread, SYS_munmap, arguments, &ignored);
  if (!thread->has_ended && thread->is_at_call)
    leave_kernel(thread);
  struct iovec state = {thread->state, thread->state_bytes};
  if (!thread->has_ended && thread->state_bytes > 0) {
    (void)ptrace(PTRACE_SETREGSET, thread->id, NT_X86_XSTATE, &state);
    (void)ptrace(PTRACE_SETSIGMASK, thread->id, sizeof thread->mask, &thread->mask);
  }
  let_go(thread);
  free(thread);
}
