/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/signal_stacks.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include "memcheck/pure/base/env.h"
#include "native/door.h"
#include "native/process.h"
#include "shared/base/raw_syscalls.h"

enum { WORK_BYTES = 1 << 14, LEAST_FRAME = 51 /* AT_MINSIGSTKSZ */, ALL_BUT_FLAGS = 3 };

static _Atomic bool are_given;
static size_t stack_bytes;
static const stack_t none = {.ss_flags = SS_DISABLE};

static long change(const stack_t *to, stack_t *before)
{
  return raw_syscall(SYS_sigaltstack, (long)to, (long)before, 0, 0, 0, 0);
}

static bool is_ours(const struct watched_thread *thread, const stack_t *stack)
{
  return thread && thread->own_signal_stack && stack->ss_sp == thread->own_signal_stack;
}

void signal_stacks_give(struct watched_thread *thread)
{
  stack_t there = none;
  if (!are_given || change(NULL, &there) != 0 || (there.ss_flags & SS_DISABLE) == 0)
    return;
  if (!thread->own_signal_stack)
    thread->own_signal_stack = env_map_pages(stack_bytes);
  (void)change(&(stack_t){.ss_sp = thread->own_signal_stack, .ss_size = stack_bytes}, NULL);
}

void signal_stacks_begin(void)
{
  struct watched_thread *const thread = watched_thread_current();
  stack_bytes = WORK_BYTES + getauxval(LEAST_FRAME);
  are_given = true;
  if (thread)
    signal_stacks_give(thread);
}

void signal_stacks_take_back(const struct watched_thread *thread, ucontext_t *context)
{
  stack_t there = none;
  if (are_given || !thread->own_signal_stack)
    return;
  if (context && is_ours(thread, &context->uc_stack))
    context->uc_stack = none;
  else if (!context && change(NULL, &there) == 0 && is_ours(thread, &there))
    (void)change(&none, NULL);
}

void signal_stacks_end(void)
{
  const uint64_t all = ~UINT64_C(0);
  const struct watched_thread *const thread = watched_thread_current();
  uint64_t before;
  if (!atomic_exchange(&are_given, false))
    return;
  if (thread)
    signal_stacks_take_back(thread, NULL);
  if (watched_threads_count() == 1 || (thread && thread->is_inside) || watched_threads_are_claimed_here())
    return;
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, sizeof all, 0, 0);
  watched_threads_wait_for_claim();
  (void)watched_threads_stop();
  watched_threads_go_on();
  watched_threads_give_back();
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before, 0, 0);
}

/* The kernel's own words, but for a stack of ours. */
DOOR int sigaltstack(const stack_t *to, stack_t *before)
{
  struct watched_thread *const thread = watched_thread_current();
  const long result = change(to, before);
  if (result < 0) {
    errno = (int)-result;
    return -1;
  }
  if (before && is_ours(thread, before))
    *before = none;
  if (to && thread && (to->ss_flags & ALL_BUT_FLAGS) == SS_DISABLE)
    signal_stacks_give(thread);
  return 0;
}
