/* SPDX-License-Identifier: GPL-2.0-or-later */
/* After a handler the kernel continues some calls by itself (SA_RESTART). The others have returned EINTR:
 *
 * - for those that it can continue for the time that is left, the handler asks it to (restart_syscall()). What has to
 * be continued is forgotten when a handler returns, the program's as well: so if one of the program's runs in between,
 *   the call returns EINTR, as it has to;
 * - those that take a mask of signals, or have a sister that does, are made again with the program's mask, so that no
 *   signal is missed between the two;
 * - others are made again by the program's own instruction, unless a signal is waiting that would have interrupted
 * them.
 *
 * The number of a call is not kept by the kernel, so it is what /proc said before, or what the instructions in front of
 * the call load.
 *
 * While the call goes on the thread is in the handler still, and may be interrupted again. If that is in wait(), the
 * handler above begins it anew, on the same stack. */
#include "native/interrupted_calls.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "shared/base/raw_syscalls.h"

enum {
  SYSCALL_BYTES = 2,
  PAGE_BYTES = 4096,
  LOOKED_AT_BYTES = 48,
  NUMBERS_MAX = 512,
  SIGNAL_SET_BYTES = 8,
  ABSOLUTE = 1, /* TIMER_ABSTIME */
  NS_OF_MS = 1000000,
  NS_OF_S = 1000000000,
  EPOLL_PWAIT2 = 441,
  INTERRUPTED_AGAIN = -600, /* no number of an error */
  SIGNALS = 64,
};

/* --- waiting in a handler --- */

struct wait {
  long number;
  const uint64_t *mask; /* to have before; NULL: the call has one */
  long arguments[6];
};

long native_wait(const struct wait *wait);
extern const char native_wait_begin[], native_wait_end[];

/* All signals are blocked; they are again when it returns. */
__asm__(".text\n"
        ".local native_wait\n"
        ".type native_wait, @function\n"
        "native_wait:\n\t"
        ".cfi_startproc\n\t"
        "pushq %rbx\n\t"
        ".cfi_adjust_cfa_offset 8\n\t"
        ".cfi_rel_offset %rbx, 0\n\t"
        "movq %rdi, %rbx\n"
        ".local native_wait_begin\n"
        "native_wait_begin:\n\t"
        "movq 8(%rbx), %rsi\n\t"
        "testq %rsi, %rsi\n\t"
        "jz 1f\n\t"
        "movl $2, %edi\n\t" /* SIG_SETMASK */
        "xorl %edx, %edx\n\t"
        "movl $8, %r10d\n\t"
        "movl $14, %eax\n\t" /* rt_sigprocmask */
        "syscall\n"
        "1:\tmovq 16(%rbx), %rdi\n\t"
        "movq 24(%rbx), %rsi\n\t"
        "movq 32(%rbx), %rdx\n\t"
        "movq 40(%rbx), %r10\n\t"
        "movq 48(%rbx), %r8\n\t"
        "movq 56(%rbx), %r9\n\t"
        "movq (%rbx), %rax\n\t"
        "syscall\n"
        ".local native_wait_end\n"
        "native_wait_end:\n\t"
        "movq %rax, %rbx\n\t"
        "pushq $-1\n\t"
        ".cfi_adjust_cfa_offset 8\n\t"
        "movq %rsp, %rsi\n\t"
        "movl $2, %edi\n\t"
        "xorl %edx, %edx\n\t"
        "movl $8, %r10d\n\t"
        "movl $14, %eax\n\t"
        "syscall\n\t"
        "addq $8, %rsp\n\t"
        ".cfi_adjust_cfa_offset -8\n\t"
        "movq %rbx, %rax\n\t"
        "popq %rbx\n\t"
        ".cfi_adjust_cfa_offset -8\n\t"
        "ret\n\t"
        ".cfi_endproc\n\t"
        ".size native_wait, . - native_wait\n");

/* In a handler above that waits: not by returning from this one, as the kernel would forget what it can continue. */
static __attribute__((noreturn)) void wait_anew(const ucontext_t *context)
{
  const greg_t *const registers = context->uc_mcontext.gregs;
  const uint64_t to[] = {(uint64_t)registers[REG_RBP], (uint64_t)registers[REG_R12], (uint64_t)registers[REG_R13],
                         (uint64_t)registers[REG_R14], (uint64_t)registers[REG_R15], (uint64_t)registers[REG_RBX],
                         (uint64_t)registers[REG_RSP]};
  __asm__ volatile("movq 0(%0), %%rbp; movq 8(%0), %%r12; movq 16(%0), %%r13; movq 24(%0), %%r14;"
                   "movq 32(%0), %%r15; movq 40(%0), %%rbx; movq 48(%0), %%rsp; jmp native_wait_begin"
                   :
                   : "a"(to)
                   : "memory");
  __builtin_unreachable();
}

/* Was a wait() interrupted before its call had a result? */
static bool is_waiting(const ucontext_t *context)
{
  const char *const pc = (const char *)context->uc_mcontext.gregs[REG_RIP];
  return (pc >= native_wait_begin && pc < native_wait_end) ||
         (pc == native_wait_end && context->uc_mcontext.gregs[REG_RAX] == -EINTR);
}

static void go_on_waiting(ucontext_t *context)
{
  const struct wait *const wait = (const struct wait *)context->uc_mcontext.gregs[REG_RBX];
  if (wait->number == SYS_restart_syscall)
    wait_anew(context);
  context->uc_mcontext.gregs[REG_RIP] = (greg_t)native_wait_end;
  context->uc_mcontext.gregs[REG_RAX] = INTERRUPTED_AGAIN;
}

/* --- how each call goes on --- */

enum way { LEAVE, CONTINUE, AGAIN, MASKED };

/* Where a call has its timeout, if that has to be counted here: which argument, and whether it is a number of
 * milliseconds. Of some the kernel stores what is left. */
enum timeout { NO_TIMEOUT, MILLISECONDS, POINTER, POINTER_TO_LEFT };
static const struct {
  short number;
  unsigned char way, timeout, argument;
} calls[] = {
  {SYS_nanosleep, CONTINUE, NO_TIMEOUT, 0},  {SYS_clock_nanosleep, CONTINUE, NO_TIMEOUT, 0},
  {SYS_poll, CONTINUE, NO_TIMEOUT, 0},       {SYS_futex, CONTINUE, NO_TIMEOUT, 0},
  {SYS_restart_syscall, CONTINUE, NO_TIMEOUT, 0}, /* one of these, which the kernel has continued before */
  {SYS_pause, MASKED, NO_TIMEOUT, 0},        {SYS_rt_sigsuspend, MASKED, NO_TIMEOUT, 0},
  {SYS_ppoll, MASKED, POINTER_TO_LEFT, 2},   {SYS_pselect6, MASKED, POINTER_TO_LEFT, 4},
  {SYS_epoll_wait, MASKED, MILLISECONDS, 3}, {SYS_epoll_pwait, MASKED, MILLISECONDS, 3},
  {EPOLL_PWAIT2, MASKED, POINTER, 3},        {SYS_select, AGAIN, NO_TIMEOUT, 0},
  {SYS_rt_sigtimedwait, AGAIN, POINTER, 2},  {SYS_semop, AGAIN, NO_TIMEOUT, 0},
  {SYS_semtimedop, AGAIN, NO_TIMEOUT, 0},    {SYS_msgrcv, AGAIN, NO_TIMEOUT, 0},
  {SYS_msgsnd, AGAIN, NO_TIMEOUT, 0},        {SYS_io_getevents, AGAIN, NO_TIMEOUT, 0},
  {SYS_read, AGAIN, NO_TIMEOUT, 0}, /* from here on with timeouts of sockets (SO_RCVTIMEO) */
  {SYS_recvfrom, AGAIN, NO_TIMEOUT, 0},      {SYS_recvmsg, AGAIN, NO_TIMEOUT, 0},
  {SYS_accept, AGAIN, NO_TIMEOUT, 0},        {SYS_accept4, AGAIN, NO_TIMEOUT, 0},
};
enum { CALLS = sizeof calls / sizeof *calls };

/* CALLS: it is left as it is. */
static unsigned find_call(long number)
{
  unsigned i = 0;
  while (i < CALLS && calls[i].number != number)
    i++;
  return i;
}

/* How many bytes in front of code may be read: in its page; or in the one before, if there is one. */
static unsigned bytes_in_front(uint64_t code)
{
  const uint64_t in_page = code & (PAGE_BYTES - 1);
  unsigned char is_in_memory;
  return in_page >= LOOKED_AT_BYTES ||
             raw_syscall(SYS_mincore, (long)(code - in_page - PAGE_BYTES), 1, (long)&is_in_memory, 0, 0, 0) == 0
           ? LOOKED_AT_BYTES
           : (unsigned)in_page;
}

/* What the instructions in front of a call load into %eax, if one of them loads a number; -1: not known. */
static long number_in_code(const unsigned char *call)
{
  enum { LOAD_EAX = 0xb8, LOAD_BYTES = 5 };
  const unsigned last = bytes_in_front((uint64_t)call);
  for (unsigned back = LOAD_BYTES; back < last; back++) {
    int32_t number;
    if (call[-(int)back] != LOAD_EAX)
      continue;
    memcpy(&number, call - back + 1, sizeof number);
    if (number >= 0 && number < NUMBERS_MAX)
      return number;
  }
  return -1;
}

/* --- until when the program waits --- */

static __thread struct {
  uint64_t deadline_ns; /* 0: not known */
  struct timespec left; /* what a call that is made again has for its timeout */
} waiting __attribute__((tls_model("initial-exec")));

uint64_t interrupted_calls_now_ns(void)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now); /* which makes no system call */
  return (uint64_t)now.tv_sec * NS_OF_S + (uint64_t)now.tv_nsec;
}

void interrupted_calls_begin_wait(int64_t timeout_ns)
{
  waiting.deadline_ns = timeout_ns > 0 ? interrupted_calls_now_ns() + (uint64_t)timeout_ns : 0;
}

void interrupted_calls_end_wait(void)
{
  waiting.deadline_ns = 0;
}

/* 0: it waits for ever. Where the beginning is not known, that of the interruption counts. */
static uint64_t deadline_of(const struct wait *call, unsigned which, uint64_t since_ns)
{
  const long argument = call->arguments[calls[which].argument];
  const struct timespec *const span = (const struct timespec *)argument;
  switch (calls[which].timeout) {
  case MILLISECONDS:
    if ((int)argument < 0)
      return 0;
    return waiting.deadline_ns ? waiting.deadline_ns : since_ns + (uint64_t)(int)argument * NS_OF_MS;
  case POINTER:
  case POINTER_TO_LEFT:
    if (!span)
      return 0;
    if (calls[which].timeout == POINTER && waiting.deadline_ns)
      return waiting.deadline_ns;
    return since_ns + (uint64_t)span->tv_sec * NS_OF_S + (uint64_t)span->tv_nsec;
  default:
    return 0;
  }
}

static void set_timeout(struct wait *call, unsigned which, uint64_t deadline_ns)
{
  const uint64_t now_ns = interrupted_calls_now_ns(), left_ns = deadline_ns > now_ns ? deadline_ns - now_ns : 0;
  if (deadline_ns == 0)
    return;
  waiting.left = (struct timespec){(time_t)(left_ns / NS_OF_S), (long)(left_ns % NS_OF_S)};
  call->arguments[calls[which].argument] =
    calls[which].timeout == MILLISECONDS ? (long)((left_ns + NS_OF_MS - 1) / NS_OF_MS) : (long)&waiting.left;
}

/* --- again, with a mask --- */

struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

struct set_of_signals { /* as pselect6() has it */
  const uint64_t *set;
  size_t bytes;
};

/* The arguments of the call that the program has made, with the program's mask if it has none. */
static void prepare(struct wait *wait, const uint64_t *mask, struct set_of_signals *set)
{
  static const struct {
    short number, with_mask;
    unsigned char at; /* where it has its mask, and behind that, its size */
  } sisters[] = {
    {SYS_pause, SYS_rt_sigsuspend, 0},    {SYS_rt_sigsuspend, SYS_rt_sigsuspend, 0}, {SYS_ppoll, SYS_ppoll, 3},
    {SYS_epoll_wait, SYS_epoll_pwait, 4}, {SYS_epoll_pwait, SYS_epoll_pwait, 4},     {EPOLL_PWAIT2, EPOLL_PWAIT2, 4}};
  unsigned i = 0;
  if (wait->number == SYS_pselect6) {
    const struct set_of_signals *const given = (const struct set_of_signals *)wait->arguments[5];
    *set = (struct set_of_signals){mask, SIGNAL_SET_BYTES};
    if (!given || !given->set)
      wait->arguments[5] = (long)set;
    return;
  }
  while (sisters[i].number != wait->number)
    i++;
  const bool has_own = sisters[i].number == sisters[i].with_mask && wait->arguments[sisters[i].at] != 0;
  wait->number = sisters[i].with_mask;
  if (has_own)
    return;
  wait->arguments[sisters[i].at] = (long)mask;
  wait->arguments[sisters[i].at + 1] = SIGNAL_SET_BYTES;
}

static bool is_ignored(int number)
{
  struct kernel_action action = {.flags = 0};
  if (raw_syscall(SYS_rt_sigaction, number, 0, (long)&action, SIGNAL_SET_BYTES, 0, 0) < 0)
    return false;
  return (unsigned long)action.handler == 1 /* SIG_IGN */ ||
         (!action.handler && (number == SIGCHLD || number == SIGURG || number == SIGWINCH));
}

/* Signals that are ignored wait as well while all are blocked, and some calls would return for them. */
static void discard_ignored(const uint64_t *mask)
{
  uint64_t pending = 0, all = ~UINT64_C(0), others = all;
  (void)raw_syscall(SYS_rt_sigpending, (long)&pending, SIGNAL_SET_BYTES, 0, 0, 0, 0);
  for (int number = 1; number <= SIGNALS; number++)
    if (((pending & ~*mask) >> (number - 1) & 1) != 0 && is_ignored(number))
      others &= ~(UINT64_C(1) << (number - 1));
  if (others == all)
    return;
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&others, 0, SIGNAL_SET_BYTES, 0, 0);
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, 0, SIGNAL_SET_BYTES, 0, 0);
}

static long wait_masked(const struct wait *call, unsigned which, uint64_t since_ns, const uint64_t *mask)
{
  const uint64_t deadline_ns = deadline_of(call, which, since_ns);
  long result;
  do {
    struct wait wait = *call;
    struct set_of_signals set;
    discard_ignored(mask);
    set_timeout(&wait, which, deadline_ns);
    prepare(&wait, mask, &set);
    result = native_wait(&wait);
  } while (result == INTERRUPTED_AGAIN);
  if (calls[which].timeout == POINTER_TO_LEFT && deadline_ns != 0)
    *(struct timespec *)call->arguments[calls[which].argument] = waiting.left;
  return result;
}

/* --- again, by the program --- */

/* Would a signal that waits for this thread have interrupted a call of it? `even_restarting`: also one whose handler
 * has such calls restarted. */
static bool is_signal_waiting(const uint64_t *mask, bool even_restarting)
{
  uint64_t pending = 0;
  (void)raw_syscall(SYS_rt_sigpending, (long)&pending, SIGNAL_SET_BYTES, 0, 0, 0, 0);
  pending &= ~*mask;
  for (int number = 1; number <= SIGNALS; number++) {
    struct kernel_action action = {.flags = 0};
    if ((pending >> (number - 1) & 1) == 0 ||
        raw_syscall(SYS_rt_sigaction, number, 0, (long)&action, SIGNAL_SET_BYTES, 0, 0) < 0)
      continue;
    if ((unsigned long)action.handler > 1 && (even_restarting || (action.flags & SA_RESTART) == 0))
      return true;
  }
  return false;
}

/* --- all of it --- */

static bool is_call(uint64_t pc)
{
  static const unsigned char code[SYSCALL_BYTES] = {0x0f, 0x05};
  return (pc & (PAGE_BYTES - 1)) <= PAGE_BYTES - sizeof code && memcmp((const void *)pc, code, sizeof code) == 0;
}

static struct wait call_of(const greg_t *registers, long number)
{
  return (struct wait){.number = number,
                       .arguments = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10],
                                     registers[REG_R8], registers[REG_R9]}};
}

/* Its time is a moment, and no span. */
static bool is_absolute(const struct wait *call)
{
  return call->number == SYS_clock_nanosleep && (call->arguments[1] & ABSOLUTE) != 0;
}

/* By its own instruction. */
static void make_again(greg_t *registers, struct wait *call, unsigned which, uint64_t since_ns)
{
  set_timeout(call, which, deadline_of(call, which, since_ns));
  registers[REG_RDX] = call->arguments[2]; /* where those that have a timeout have it */
  registers[REG_RIP] -= SYSCALL_BYTES;
  registers[REG_RAX] = call->number;
}

static long continue_call(const uint64_t *mask)
{
  return native_wait(&(struct wait){.number = SYS_restart_syscall, .mask = mask});
}

static void go_on(ucontext_t *context, uint64_t since_ns, long number)
{
  greg_t *const registers = context->uc_mcontext.gregs;
  const uint64_t mask = *(const uint64_t *)&context->uc_sigmask;
  struct wait call = call_of(registers, number);
  const unsigned which = find_call(number);
  enum way way = which < CALLS ? calls[which].way : LEAVE;
  if (way == CONTINUE && is_absolute(&call))
    way = AGAIN;
  if (way == CONTINUE)
    registers[REG_RAX] = continue_call(&mask);
  else if (way == MASKED)
    registers[REG_RAX] = wait_masked(&call, which, since_ns, &mask);
  else if (way == AGAIN && !is_signal_waiting(&mask, true))
    make_again(registers, &call, which, since_ns);
}

/* The kernel was about to continue a call by itself, or to begin it. */
static void go_on_before(ucontext_t *context, const struct waiting_call *call)
{
  greg_t *const registers = context->uc_mcontext.gregs;
  const uint64_t mask = *(const uint64_t *)&context->uc_sigmask;
  if (registers[REG_RAX] == SYS_restart_syscall)
    registers[REG_RAX] = continue_call(&mask);
  else if (call && registers[REG_RAX] == call->number && is_signal_waiting(&mask, false))
    registers[REG_RAX] = -EINTR; /* the kernel would continue it, but not for that signal's handler */
  else
    return;
  registers[REG_RIP] += SYSCALL_BYTES;
}

void interrupted_calls_go_on(ucontext_t *context, uint64_t since_ns, const struct waiting_call *call)
{
  const greg_t *const registers = context->uc_mcontext.gregs;
  const uint64_t pc = (uint64_t)registers[REG_RIP], sp = (uint64_t)registers[REG_RSP];
  const bool is_known = call && call->number >= 0 && call->sp == sp;
  if (is_waiting(context)) {
    go_on_waiting(context);
  } else if (registers[REG_RAX] == -EINTR && (pc & (PAGE_BYTES - 1)) >= SYSCALL_BYTES && is_call(pc - SYSCALL_BYTES)) {
    const bool is_that = is_known && call->pc == pc;
    go_on(context, since_ns, is_that ? call->number : number_in_code((const unsigned char *)pc - SYSCALL_BYTES));
  } else if (registers[REG_RAX] >= 0 && registers[REG_RAX] < NUMBERS_MAX && is_call(pc)) {
    go_on_before(context, is_known && call->pc == pc + SYSCALL_BYTES ? call : NULL);
  }
}
