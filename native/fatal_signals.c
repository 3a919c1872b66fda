/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread in the checker's own code may hold its locks. A signal that was sent then waits until it has left that;
 * a fault there ends the process without a check, as it would in the program's code.
 *
 * All that the C library does with signals goes through sigaction(), which is replaced here. */
#include "native/fatal_signals.h"

#include <errno.h>
#include <string.h>

#include "native/jumps.h"
#include "native/kernel_actions.h"
#include "native/next_functions.h"
#include "native/process_private.h"
#include "native/signal_stacks.h"
#include "native/watched_thread.h"

enum { LAST_SIGNAL = 64, FIRST_OF_LIBC = 32, LAST_OF_LIBC = 33, INIT = 1 };

static bool is_on;
static void (*restorer)(void);                      /* the C library's end of a handler */
static struct kernel_action asked[LAST_SIGNAL + 1]; /* by the program, where ours stands in */
static struct {
  int signal;
  siginfo_t info;
} postponed;

static uint64_t bit(int signal)
{
  return UINT64_C(1) << (signal - 1);
}

static bool is_of_libc(int signal)
{
  return signal >= FIRST_OF_LIBC && signal <= LAST_OF_LIBC;
}

static bool ends_by_default(int signal)
{
  const uint64_t others = bit(SIGKILL) | bit(SIGSTOP) | bit(SIGCHLD) | bit(SIGCONT) | bit(SIGURG) | bit(SIGWINCH) |
                          bit(SIGTSTP) | bit(SIGTTIN) | bit(SIGTTOU);
  return (others & bit(signal)) == 0 && !is_of_libc(signal);
}

static bool is_fault(int signal, const siginfo_t *info)
{
  const uint64_t faults = bit(SIGSEGV) | bit(SIGBUS) | bit(SIGILL) | bit(SIGFPE) | bit(SIGTRAP) | bit(SIGSYS);
  return info->si_code > 0 && (faults & bit(signal)) != 0;
}

/* --- the end --- */

/* As soon as it is not blocked: when its handler returns. */
static void die(int signal, const siginfo_t *info)
{
  const struct kernel_action by_default = {NULL, 0, NULL, 0};
  const long thread = raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
  (void)kernel_action_change(signal, &by_default, NULL);
  if (raw_syscall(SYS_rt_tgsigqueueinfo, process_pid(), thread, signal, (long)info, 0, 0) != 0)
    (void)raw_syscall(SYS_tgkill, process_pid(), thread, signal, 0, 0, 0);
}

static void end_late(struct watched_thread *thread)
{
  const uint64_t this = bit(postponed.signal);
  ends_by_signal(thread, &postponed.info);
  die(postponed.signal, &postponed.info);
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&this, 0, sizeof this, 0, 0);
}

static void postpone(struct watched_thread *thread, int signal, const siginfo_t *info)
{
  postponed.signal = signal;
  postponed.info = *info;
  watched_thread_call_when_out(thread, end_late);
}

static void on_fatal(int signal, siginfo_t *info, void *context)
{
  struct watched_thread *const thread = process_is_this() ? watched_thread_at(context) : NULL;
  if (thread && thread->is_inside && !is_fault(signal, info)) {
    postpone(thread, signal, info);
    return;
  }
  if (thread && !thread->is_inside && !watched_threads_are_claimed_here())
    ends_by_signal(thread, info);
  die(signal, info);
}

/* --- what the program does about signals --- */

static void stand_in(int signal)
{
  const uint64_t mask = ~(bit(FIRST_OF_LIBC) | bit(LAST_OF_LIBC)); /* by which others stop this thread */
  const struct kernel_action ours = {on_fatal, SA_SIGINFO | SA_ONSTACK | KERNEL_ACTION_HAS_RESTORER, restorer, mask};
  (void)kernel_action_change(signal, &ours, NULL);
}

static bool is_default(const struct kernel_action *action)
{
  return action->handler == NULL; /* SIG_DFL */
}

static long change(int signal, const struct kernel_action *to, struct kernel_action *before)
{
  const bool is_watched = is_on && process_is_this(); /* and no child in this memory */
  const struct kernel_action kept = asked[signal];
  const bool is_handled = to && (unsigned long)to->handler > 1;
  if (is_watched && is_handled && (to->flags & SA_ONSTACK))
    signal_stacks_end();
  const long result = kernel_action_change(signal, to, before);
  if (result == 0 && before->handler == on_fatal)
    *before = kept;
  if (result == 0 && is_watched && to && is_default(to) && ends_by_default(signal)) {
    asked[signal] = *to;
    asked[signal].mask &= ~(bit(SIGKILL) | bit(SIGSTOP));
    stand_in(signal);
  }
  return result;
}

static __attribute__((noinline, force_align_arg_pointer)) int native_sigaction(int signal, const struct sigaction *to,
                                                                               struct sigaction *ret_before)
{
  struct kernel_action new = {NULL, 0, restorer, 0}, before = {NULL, 0, NULL, 0};
  long result = -EINVAL;
  if (to) {
    new.handler = to->sa_sigaction;
    new.flags = (unsigned long)to->sa_flags | KERNEL_ACTION_HAS_RESTORER;
    memcpy(&new.mask, &to->sa_mask, sizeof new.mask);
  }
  if (signal > 0 && signal <= LAST_SIGNAL && !is_of_libc(signal))
    result = change(signal, to ? &new : NULL, &before);
  if (result < 0) {
    errno = (int)-result;
    return -1;
  }
  if (ret_before) {
    memset(ret_before, 0, sizeof *ret_before);
    ret_before->sa_sigaction = before.handler;
    ret_before->sa_flags = (int)before.flags;
    ret_before->sa_restorer = before.restorer;
    memcpy(&ret_before->sa_mask, &before.mask, sizeof before.mask);
  }
  return 0;
}

/* --- beginning and end --- */

/* A handler that the C library sets has its own end. */
static void find_restorer(int (*of_libc)(int, const struct sigaction *, struct sigaction *))
{
  struct kernel_action before, set = {NULL, 0, NULL, 0};
  const struct sigaction handled = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO};
  if (kernel_action_change(LAST_SIGNAL, NULL, &before) != 0 || of_libc(LAST_SIGNAL, &handled, NULL) != 0)
    return;
  (void)kernel_action_change(LAST_SIGNAL, &before, &set);
  restorer = set.restorer;
}

/* The kernel spares the first process of a namespace what others are ended by. */
bool fatal_signals_begin(void)
{
  struct kernel_action now;
  if (!process.settings.checks_killed || process_pid() == INIT)
    return true;
  void *const of_libc = next_functions_get("sigaction");
  find_restorer((int (*)(int, const struct sigaction *, struct sigaction *))of_libc);
  if (!restorer || !jumps_put(of_libc, native_sigaction))
    return false;
  is_on = true;
  signal_stacks_begin();
  for (int signal = 1; signal <= LAST_SIGNAL; signal++)
    if (ends_by_default(signal) && kernel_action_change(signal, NULL, &now) == 0 && is_default(&now))
      stand_in(signal);
  return true;
}

void fatal_signals_end(void)
{
  const struct kernel_action by_default = {NULL, 0, NULL, 0};
  struct kernel_action now;
  if (!is_on)
    return;
  is_on = false;
  signal_stacks_end();
  for (int signal = 1; signal <= LAST_SIGNAL; signal++)
    if (kernel_action_change(signal, NULL, &now) == 0 && now.handler == on_fatal)
      (void)kernel_action_change(signal, &by_default, NULL);
}
