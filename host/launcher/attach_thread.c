/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls are made on a stack of their own, with all signals blocked. A function returns to code that calls the kernel,
 * where the thread stops: so no signal is needed, whose handler the kernel might reset. The registers are put back in a
 * stop from which the kernel continues an interrupted system call by itself.
 *
 * This process may be killed at any time. So the thread never has other registers than such from which it gets its own
 * back without us (attach_return.h): what it is at, it does to the end, returns, and goes on as it was. */
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
#include "host/base/process_status.h"
#include "host/launcher/attach_loader.h"
#include "host/launcher/attach_place.h"
#include "host/launcher/attach_return.h"

enum {
  SCRATCH_BYTES = 3 << 20,
  TEXTS_BYTES = 5 << 19, /* of these, from the lower end on: the options, with the program's arguments */
  CODE_PAGE_BYTES = 1 << 12,
  STATE_BYTES = 1 << 14,
  TRIES = 1000,
  BETWEEN_TRIES_NS = 5000000,
  STOP_WAITS = 400,
  STOP_WAIT_NS = 50000, /* the first one; each is longer than the one before */
  INTERRUPT_AFTER_NS = 50000000,
  CALL_WAITS = 600, /* of these */
  REDZONE_BYTES = 128,
};

struct attach_thread {
  const struct attach_target *target;
  pid_t id;
  struct user_regs_struct registers; /* as they were */
  unsigned char state[STATE_BYTES];  /* likewise, of the processor's other registers */
  size_t state_bytes;
  uint64_t mask;
  uint64_t scratch, used; /* 0: there is none yet */
  uint64_t code_page;     /* likewise, */
  uint64_t code;          /* the place in it to which functions return, */
  uint64_t code_call;     /* and to which the kernel returns there */
  struct attach_notes notes;
  pid_t loading;   /* another one, for which the loader is at work; 0: none, when last looked */
  unsigned waits;  /* in the kernel, of one call */
  bool is_left;    /* it has not come back from there, and counts as ended */
  bool is_other;   /* the process has executed another program */
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

/* For some seconds. False: it has ended, or does not return from the kernel: then *ret_errno says so, it goes on as it
 * is, and must be left alone until this process ends. */
static bool wait_for_first_stop(struct attach_thread *thread, int *ret_status, int *ret_errno)
{
  pid_t stopped = 0;
  for (long i = 1; i <= STOP_WAITS && stopped == 0; i++) {
    const struct timespec time = {0, i * STOP_WAIT_NS};
    stopped = waitpid(thread->id, ret_status, __WALL | WNOHANG);
    if (stopped == 0)
      nanosleep(&time, NULL);
  }
  thread->has_ended = stopped < 0 || (stopped > 0 && !WIFSTOPPED(*ret_status));
  if (stopped == 0)
    *ret_errno = ETIMEDOUT;
  return stopped > 0 && !thread->has_ended;
}

static bool is_of_interrupt(int status)
{
  return status >> 16 == PTRACE_EVENT_STOP;
}

static bool is_at_kernel(int status)
{
  return WSTOPSIG(status) == (SIGTRAP | 0x80);
}

/* Signals of the program's that come first are for it. False: the whole process is being stopped, or as above. */
static bool stop(struct attach_thread *thread, int *ret_errno)
{
  int status;
  if (ptrace(PTRACE_INTERRUPT, thread->id, 0, 0) < 0)
    return false;
  while (wait_for_first_stop(thread, &status, ret_errno)) {
    if (is_of_interrupt(status))
      return WSTOPSIG(status) == SIGTRAP;
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

static void let_go(struct attach_thread *thread)
{
  if (thread->has_ended)
    return;
  (void)set_registers(thread, &thread->registers);
  (void)ptrace(PTRACE_DETACH, thread->id, 0, 0);
}

/* --- finding one --- */

/* Threads that wait in the kernel for what no signal interrupts, or have ended, cannot be stopped; or are already. */
static bool may_stop(pid_t id)
{
  const char state = process_status_state(id);
  return state == 'R' || state == 'S';
}

/* False: it cannot be stopped, or is not where it can be used; then it goes on. *ret_errno: why it cannot be traced. */
static bool try_thread(struct attach_thread *thread, pid_t id, int *ret_errno)
{
  thread->id = id;
  thread->has_ended = false;
  if (!may_stop(id))
    return false;
  if (ptrace(PTRACE_SEIZE, id, 0, PTRACE_O_TRACESYSGOOD) < 0) {
    if (errno != ESRCH && may_stop(id)) /* it may have ended just now */
      *ret_errno = errno;
    return false;
  }
  if (!stop(thread, ret_errno) || !get_registers(thread, &thread->registers)) {
    (void)ptrace(PTRACE_DETACH, id, 0, 0);
    return false;
  }
  const bool is_usable = attach_place_is_usable(thread->target, id, &thread->registers) &&
                         !(thread->is_other = !attach_target_is_same(thread->target)) &&
                         (thread->loading = attach_loader_owner(thread->target)) == 0;
  attach_place_repeat_call(id, &thread->registers);
  if (!is_usable)
    let_go(thread);
  return is_usable;
}

static bool try_threads(struct attach_thread *thread, int *ret_errno)
{
  char path[64];
  bool is_found = false;
  thread->loading = 0;
  snprintf(path, sizeof path, "/proc/%ld/task", thread->target->pid);
  DIR *const folder = opendir(path);
  for (struct dirent *entry; folder && !is_found && *ret_errno == 0 && (entry = readdir(folder));)
    if (atoi(entry->d_name) > 0)
      is_found = try_thread(thread, atoi(entry->d_name), ret_errno);
  if (folder)
    closedir(folder);
  return is_found;
}

static bool save(struct attach_thread *thread)
{
  struct iovec state = {thread->state, sizeof thread->state};
  if (ptrace(PTRACE_GETREGSET, thread->id, NT_X86_XSTATE, &state) < 0 ||
      ptrace(PTRACE_GETSIGMASK, thread->id, sizeof thread->mask, &thread->mask) < 0)
    return false;
  thread->state_bytes = state.iov_len;
  return true;
}

/* --- calls --- */

/* Whoever does not stop is interrupted, which shows where it is. After too long a time it is left alone until this
 * process ends: what it is at leads it back to its own registers. */
static bool wait_in_call(struct attach_thread *thread, int *ret_status)
{
  const struct timespec most = {0, INTERRUPT_AFTER_NS};
  sigset_t child;
  pid_t stopped;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  while ((stopped = waitpid(thread->id, ret_status, __WALL | WNOHANG)) == 0 && !thread->is_left) {
    if (sigtimedwait(&child, NULL, &most) >= 0 || errno != EAGAIN)
      continue;
    (void)ptrace(PTRACE_INTERRUPT, thread->id, 0, 0);
    thread->is_left = ++thread->waits > CALL_WAITS;
  }
  thread->has_ended = stopped <= 0 || !WIFSTOPPED(*ret_status);
  return !thread->has_ended;
}

/* On to where the thread enters the kernel or leaves it. */
static bool go_to_kernel(struct attach_thread *thread)
{
  int status, signal = 0;
  thread->is_at_call = true;
  do {
    if (ptrace(PTRACE_SYSCALL, thread->id, 0, signal) < 0 || !wait_in_call(thread, &status))
      return false;
    signal = WSTOPSIG(status) == SIGSTOP && !is_of_interrupt(status) ? SIGSTOP : 0;
    if (!is_at_kernel(status) && !is_of_interrupt(status) && signal == 0)
      return false; /* a fault; all other signals are blocked */
  } while (!is_at_kernel(status));
  return true;
}

static struct error *broken(const struct attach_thread *thread)
{
  return error_format(thread->is_left     ? "process %ld: a thread does not return from what Seep has it do; once it "
                                            "does, it goes on as it was"
                      : thread->has_ended ? "process %ld ended meanwhile"
                                          : "process %ld: a thread could not call its functions; it goes on as it was",
                      thread->target->pid);
}

static struct error *loader_is_busy(const struct attach_thread *thread)
{
  return error_format("process %ld: its thread %ld is within dlopen(), or has the dynamic linker locked otherwise, and "
                      "has not come to an end for some seconds; try again",
                      thread->target->pid, (long)thread->loading);
}

static bool write_memory(const struct attach_thread *thread, uint64_t address, const void *data, size_t bytes)
{
  const struct iovec here = {(void *)data, bytes}, there = {(void *)address, bytes};
  return process_vm_writev((pid_t)thread->target->pid, &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

/* Its own registers, below `top`, and in front of them where to return to. *ret_sp is where that stands. */
static bool put_frame(const struct attach_thread *thread, uint64_t top, uint64_t return_to, uint64_t *ret_sp)
{
  static unsigned char frame[ATTACH_FRAME_MAX];
  size_t bytes;
  const struct attach_state state = {&thread->registers, thread->state, thread->state_bytes, thread->mask};
  const uint64_t at = attach_return_frame(&state, top, frame, &bytes);
  *ret_sp = at - sizeof return_to;
  return write_memory(thread, at, frame, bytes) && write_memory(thread, *ret_sp, &return_to, sizeof return_to);
}

/* A call of the kernel, by the C library's code, on the thread's own stack. */
static bool call_kernel(struct attach_thread *thread, uint64_t number, const uint64_t arguments[6], uint64_t *ret)
{
  struct user_regs_struct registers = thread->registers;
  const uint64_t all = ~UINT64_C(0);
  registers.rip = thread->target->syscall;
  registers.rax = number;
  registers.orig_rax = (uint64_t)-1;
  registers.rdi = arguments[0];
  registers.rsi = arguments[1];
  registers.rdx = arguments[2];
  registers.r10 = arguments[3];
  registers.r8 = arguments[4];
  registers.r9 = arguments[5];
  uint64_t sp;
  if (!put_frame(thread, thread->registers.rsp - REDZONE_BYTES, thread->target->restorer, &sp))
    return false;
  registers.rsp = sp;
  if (!set_registers(thread, &registers) || ptrace(PTRACE_SETSIGMASK, thread->id, sizeof all, &all) < 0 ||
      !go_to_kernel(thread) || !go_to_kernel(thread) || !get_registers(thread, &registers))
    return false;
  *ret = registers.rax;
  return true;
}

static bool map(struct attach_thread *thread, uint64_t bytes, uint64_t rights, uint64_t *ret)
{
  const uint64_t arguments[6] = {0, bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS, (uint64_t)-1, 0};
  uint64_t address;
  if (!call_kernel(thread, SYS_mmap, arguments, &address) || address > (uint64_t)-4096)
    return false;
  *ret = address;
  return true;
}

static void unmap(struct attach_thread *thread, uint64_t address, uint64_t bytes)
{
  const uint64_t arguments[6] = {address, bytes};
  uint64_t ignored;
  if (address != 0 && !thread->has_ended)
    (void)call_kernel(thread, SYS_munmap, arguments, &ignored);
}

/* Where nobody may write; at another place each time, as the thread may be at an earlier one. */
static bool put_code(struct attach_thread *thread, uint64_t place, uint64_t errno_place, int errno_value)
{
  unsigned char code[ATTACH_CODE_BYTES];
  size_t call_at;
  attach_return_code(errno_place, errno_value, code, &call_at);
  for (size_t i = 0; i < sizeof code; i += sizeof(long)) {
    long word;
    memcpy(&word, code + i, sizeof word);
    if (ptrace(PTRACE_POKEDATA, thread->id, place + i, word) < 0)
      return false;
  }
  thread->code = place;
  thread->code_call = place + call_at;
  return true;
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

/* Who has the loader locked may wait for something that this thread is to do. While it waits itself it has none of the
 * loader's locks. */
static bool is_behind_loader(struct attach_thread *thread, const struct user_regs_struct *registers)
{
  if (!attach_loader_is_waiting(thread->target, registers))
    return false;
  thread->loading = attach_loader_owner(thread->target);
  return attach_loader_put_notes(thread->target, &thread->notes, thread->scratch, thread->scratch + SCRATCH_BYTES) &&
         thread->loading != 0;
}

/* Runs until the function has returned, and the code there calls the kernel: that call is made void. */
static bool run_function(struct attach_thread *thread, uint64_t sp, uint64_t *ret)
{
  struct user_regs_struct registers;
  do {
    if (!go_to_kernel(thread) || !get_registers(thread, &registers) || is_behind_loader(thread, &registers))
      return false;
  } while (registers.rip != thread->code_call || registers.rsp != sp);
  *ret = registers.rdi;
  registers.orig_rax = (uint64_t)-1;
  return set_registers(thread, &registers) && go_to_kernel(thread);
}

struct error *attach_thread_call(struct attach_thread *thread, uint64_t function, uint64_t a, uint64_t b, uint64_t c,
                                 uint64_t *ret)
{
  uint64_t sp;
  struct user_regs_struct registers = thread->registers;
  if (!put_frame(thread, thread->scratch + SCRATCH_BYTES, thread->code, &sp))
    return broken(thread);
  registers.rip = function;
  registers.rsp = sp;
  registers.rdi = a;
  registers.rsi = b;
  registers.rdx = c;
  registers.rax = 0;
  registers.orig_rax = (uint64_t)-1;
  registers.eflags &= ~UINT64_C(0x400); /* the direction of string instructions */
  thread->waits = 0;
  if (set_registers(thread, &registers) && run_function(thread, sp + sizeof sp, ret))
    return NULL;
  return thread->loading != 0 ? loader_is_busy(thread) : broken(thread);
}

bool attach_thread_is_behind_loader(const struct attach_thread *thread)
{
  return thread->loading != 0;
}

/* --- begin and end --- */

/* Functions that are called leave their own there; what they return to, puts it back. */
static struct error *keep_errno(struct attach_thread *thread)
{
  uint64_t place;
  int value;
  struct error *const error = attach_thread_call(thread, thread->target->errno_location, 0, 0, 0, &place);
  if (error)
    return error;
  return attach_target_read(thread->target->pid, place, &value, sizeof value) &&
             put_code(thread, thread->code_page + ATTACH_CODE_BYTES, place, value)
           ? NULL
           : broken(thread);
}

static struct error *make_ready(struct attach_thread *thread)
{
  if (!save(thread) || !map(thread, SCRATCH_BYTES, PROT_READ | PROT_WRITE, &thread->scratch) ||
      !map(thread, CODE_PAGE_BYTES, PROT_READ | PROT_EXEC, &thread->code_page))
    return thread->has_ended
             ? broken(thread)
             : error_format("process %ld has no room for the calls that Seep has it make (a limit of its memory, or of "
                            "its stack?)",
                            thread->target->pid);
  attach_loader_take_notes(thread->target, thread->registers.fs_base, &thread->notes);
  return put_code(thread, thread->code_page, 0, 0) ? keep_errno(thread) : broken(thread);
}

static struct error *why_none(const struct attach_thread *thread, int errno_value)
{
  const struct attach_target *const target = thread->target;
  struct error *const error = attach_target_check_state(target->pid);
  if (error)
    return error;
  if (errno_value == ETIMEDOUT)
    return error_format("process %ld: one of its threads does not return from the kernel (a file system that does not "
                        "answer?)",
                        target->pid);
  if (errno_value != 0)
    return attach_target_forbidden(target->pid);
  if (thread->loading != 0)
    return loader_is_busy(thread);
  if (thread->is_other)
    return error_format("process %ld has just executed another program; try again", target->pid);
  return error_format("process %ld: none of its threads was where it can be used for some seconds; try again",
                      target->pid);
}

static bool has_ended(long pid)
{
  const char state = process_status_state(pid);
  return state == 0 || state == 'Z' || state == 'X';
}

struct error *attach_thread_stop(const struct attach_target *target, struct attach_thread **ret)
{
  struct attach_thread *const thread = memory_zeroed(1, sizeof *thread);
  const struct timespec between = {0, BETWEEN_TRIES_NS};
  int errno_value = 0;
  bool is_found = false, is_over = false;
  thread->target = target;
  for (unsigned i = 0; i < TRIES && !is_found && !is_over && errno_value == 0; i++) {
    if (i > 0)
      nanosleep(&between, NULL);
    is_found = try_threads(thread, &errno_value);
    is_over = thread->is_other || has_ended(target->pid);
  }
  struct error *const error = is_found ? make_ready(thread) : why_none(thread, errno_value);
  if (!is_found) {
    free(thread);
    return error;
  }
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
  if (!thread)
    return;
  unmap(thread, thread->code_page, CODE_PAGE_BYTES);
  unmap(thread, thread->scratch, SCRATCH_BYTES);
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
