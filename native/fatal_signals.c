/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread in the checker's own code may hold its locks. A signal that was sent then waits until it has left that;
 * a fault there ends the process without a check, as it would in the program's code. */
#include "native/fatal_signals.h"

#include <stddef.h>

#include "native/process_private.h"
#include "native/program_signals.h"
#include "native/signal_stacks.h"
#include "native/watched_thread.h"

enum { FIRST_OF_LIBC = 32, LAST_OF_LIBC = 33, INIT = 1 };

static struct {
  int signal;
  siginfo_t info;
} postponed;

static uint64_t bit(int signal)
{
  return UINT64_C(1) << (signal - 1);
}

static bool ends_by_default(int signal)
{
  const uint64_t others = bit(SIGKILL) | bit(SIGSTOP) | bit(SIGCHLD) | bit(SIGCONT) | bit(SIGURG) | bit(SIGWINCH) |
                          bit(SIGTSTP) | bit(SIGTTIN) | bit(SIGTTOU);
  return (others & bit(signal)) == 0;
}

static bool is_fault(int signal, const siginfo_t *info)
{
  const uint64_t faults = bit(SIGSEGV) | bit(SIGBUS) | bit(SIGILL) | bit(SIGFPE) | bit(SIGTRAP) | bit(SIGSYS);
  return info->si_code > 0 && (faults & bit(signal)) != 0;
}

/* --- the end --- */

static void end_late(struct watched_thread *thread)
{
  const uint64_t this = bit(postponed.signal);
  ends_by_signal(thread, &postponed.info);
  program_signals_die(postponed.signal, &postponed.info);
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
  program_signals_die(signal, info);
}

/* --- what the program does about signals --- */

static bool stands_in(int signal, const struct kernel_action *asked, struct kernel_action *ret)
{
  const bool is_handled = (unsigned long)asked->handler > 1;
  if (is_handled && (asked->flags & SA_ONSTACK))
    signal_stacks_end();
  if (asked->handler || !ends_by_default(signal))
    return false;
  ret->flags = SA_SIGINFO | SA_ONSTACK;
  ret->mask = ~(bit(FIRST_OF_LIBC) | bit(LAST_OF_LIBC)); /* by which others stop this thread */
  return true;
}

/* --- beginning and end --- */

/* The kernel spares the first process of a namespace what others are ended by. */
void fatal_signals_begin(void)
{
  static const struct signal_rule rule = {on_fatal, stands_in, false};
  if (!process.settings.checks_killed || process_pid() == INIT)
    return;
  program_signals_add(&rule);
  signal_stacks_begin();
}

void fatal_signals_end(void)
{
  signal_stacks_end();
}
