/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that the C library does with signals goes through sigaction(), which is replaced here. */
#include "native/program_signals.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "native/jumps.h"
#include "native/next_functions.h"
#include "native/process_private.h"

enum { LAST_SIGNAL = 64, FIRST_OF_LIBC = 32, LAST_OF_LIBC = 33, RULES_MAX = 2 };

typedef void handler_fn(int, siginfo_t *, void *);
#define IGNORES ((handler_fn *)1) /* SIG_IGN */

static const struct signal_rule *rules[RULES_MAX];
static unsigned rule_count;
static bool is_on;
static void (*restorer)(void);                      /* the C library's end of a handler */
static struct kernel_action asked[LAST_SIGNAL + 1]; /* by the program, where a function stands in */

static bool is_of_libc(int signal)
{
  return signal >= FIRST_OF_LIBC && signal <= LAST_OF_LIBC;
}

static bool is_ours(const struct kernel_action *action)
{
  for (unsigned i = 0; i < rule_count; i++)
    if (action->handler == rules[i]->handler)
      return true;
  return false;
}

/* NULL: none; *ret is then as it was. */
static const struct signal_rule *rule_for(int signal, const struct kernel_action *action, struct kernel_action *ret)
{
  const struct signal_rule *found = NULL;
  for (unsigned i = 0; i < rule_count; i++) {
    struct kernel_action ours = {NULL, 0, NULL, 0};
    if (!rules[i]->stands_in(signal, action, &ours) || found)
      continue;
    found = rules[i];
    *ret = ours;
    ret->handler = found->handler;
    ret->flags |= KERNEL_ACTION_HAS_RESTORER;
    if (!ret->restorer)
      ret->restorer = restorer;
  }
  return found;
}

/* The kernel never blocks these two. */
static void note_asked(int signal, const struct kernel_action *action)
{
  asked[signal] = *action;
  asked[signal].mask &= ~(UINT64_C(1) << (SIGKILL - 1) | UINT64_C(1) << (SIGSTOP - 1));
}

/* --- what the program asks for --- */

static long change(int signal, const struct kernel_action *to, struct kernel_action *before)
{
  struct kernel_action ours;
  const struct kernel_action kept = asked[signal];
  const bool is_watched = is_on && process_is_this(); /* and no child in this memory */
  const bool stands_in = to && is_watched && rule_for(signal, to, &ours);
  if (stands_in)
    note_asked(signal, to);
  else if (to && is_watched)
    asked[signal] = (struct kernel_action){NULL, 0, NULL, 0};
  const long result = kernel_action_change(signal, stands_in ? &ours : to, before);
  if (result != 0)
    asked[signal] = kept;
  else if (is_ours(before))
    *before = kept;
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

/* --- what came of it --- */

/* Of several threads that get it at once, one has the handler. */
void program_signals_take(int signal, struct kernel_action *ret)
{
  struct kernel_action by_default, ours;
  *ret = asked[signal];
  if ((unsigned long)ret->handler <= 1 || (ret->flags & SA_RESETHAND) == 0)
    return;
  ret->handler = __atomic_exchange_n(&asked[signal].handler, NULL, __ATOMIC_SEQ_CST);
  by_default = asked[signal];
  by_default.handler = NULL;
  const bool stands_in = process_is_this() && rule_for(signal, &by_default, &ours);
  (void)kernel_action_change(signal, stands_in ? &ours : &by_default, NULL);
}

void program_signals_die(int signal, const siginfo_t *info)
{
  const struct kernel_action by_default = {NULL, 0, NULL, 0};
  const int process_id = process_pid();
  const long thread = raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
  (void)kernel_action_change(signal, &by_default, NULL);
  if (raw_syscall(SYS_rt_tgsigqueueinfo, process_id, thread, signal, (long)info, 0, 0) != 0)
    (void)raw_syscall(SYS_tgkill, process_id, thread, signal, 0, 0, 0);
}

/* --- beginning and end --- */

void program_signals_add(const struct signal_rule *rule)
{
  rules[rule_count++] = rule;
}

/* A handler that the C library sets has its own end. */
static void find_restorer(int (*of_libc)(int, const struct sigaction *, struct sigaction *))
{
  struct kernel_action before, set = {NULL, 0, NULL, 0};
  const struct sigaction handled = {.sa_sigaction = rules[0]->handler, .sa_flags = SA_SIGINFO};
  if (kernel_action_change(LAST_SIGNAL, NULL, &before) != 0 || of_libc(LAST_SIGNAL, &handled, NULL) != 0)
    return;
  (void)kernel_action_change(LAST_SIGNAL, &before, &set);
  restorer = set.restorer;
}

/* What the program has inherited. */
static void begin_signal(int signal)
{
  const struct kernel_action by_default = {NULL, 0, NULL, 0};
  struct kernel_action now, ours;
  if (is_of_libc(signal) || kernel_action_change(signal, NULL, &now) != 0)
    return;
  const struct signal_rule *const rule = rule_for(signal, &by_default, &ours);
  if (!rule || (unsigned long)now.handler > 1 || (now.handler && !rule->takes_ignored))
    return;
  note_asked(signal, &now);
  (void)kernel_action_change(signal, &ours, NULL);
}

bool program_signals_begin(void)
{
  if (rule_count == 0)
    return true;
  void *const of_libc = next_functions_get("sigaction");
  find_restorer((int (*)(int, const struct sigaction *, struct sigaction *))of_libc);
  if (!restorer || !jumps_put(of_libc, native_sigaction))
    return false;
  is_on = true;
  for (int signal = 1; signal <= LAST_SIGNAL; signal++)
    begin_signal(signal);
  return true;
}

/* Only ignored ones, or all. */
static void give_back(bool all)
{
  struct kernel_action now;
  for (int signal = 1; signal <= LAST_SIGNAL; signal++)
    if ((all || asked[signal].handler == IGNORES) && kernel_action_change(signal, NULL, &now) == 0 && is_ours(&now))
      (void)kernel_action_change(signal, &asked[signal], NULL);
}

void program_signals_end(void)
{
  if (!is_on)
    return;
  is_on = false;
  give_back(true);
}

void program_signals_before_exec(void)
{
  if (is_on)
    give_back(false);
}

void program_signals_after_exec(void)
{
  for (int signal = 1; is_on && signal <= LAST_SIGNAL; signal++)
    if (asked[signal].handler == IGNORES)
      begin_signal(signal);
}
