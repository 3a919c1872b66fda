/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A handler of ours stands in for the kernel's default and for each handler of the program's. It takes the snapshot
 * with the registers of the moment at which the signal came, and then jumps to the program's handler, which finds the
 * stack and the arguments that it would have found. Where the signal has interrupted the checker's own code, the
 * snapshot is taken when the thread leaves that. */
#include "native/snapshot_signals.h"

#include <errno.h>
#include <string.h>

#include "native/own_stack.h"
#include "native/process_private.h"
#include "native/program_signals.h"
#include "native/snapshots.h"

static uint64_t wanted; /* set of 1 << number */

static const struct {
  const char *name;
  int number;
} signals[] = {
#define SNAPSHOT_SIGNAL(name) {#name, name},
#include "shared/base/snapshot_signals.def"
};

void snapshot_signals_want_none(void)
{
  wanted = 0;
}

bool snapshot_signals_want(const char *name)
{
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    if (strcmp(name, signals[i].name) == 0) {
      wanted |= UINT64_C(1) << signals[i].number;
      return true;
    }
  return false;
}

/* --- one snapshot --- */

static void take(void *argument)
{
  struct watched_thread *const thread = argument;
  (void)snapshots_take_now(
    thread, &(struct snapshot_order){.reason = RECORD_SNAPSHOT_BY_SIGNAL, .tid = thread->number, .label = {"", 0}});
}

/* Inside, with all signals blocked. This thread may be about something that snapshots wait for; then it comes here
 * again when that is over. */
static void take_late(struct watched_thread *thread)
{
  if (watched_threads_are_claimed_here()) {
    watched_thread_call_when_out(thread, take_late);
    return;
  }
  thread->is_inside = false;
  const uint64_t mask = standstill_claim();
  thread->is_inside = true;
  own_stack_run(take, thread);
  standstill_give_back(mask);
}

/* Others may have had this thread stand still here before it has its turn. */
static void take_at(const void *context)
{
  const uint64_t mask = standstill_claim();
  struct watched_thread *const thread = watched_thread_at(context);
  if (watched_thread_begin()) {
    own_stack_run(take, thread);
    watched_thread_end(thread);
  }
  standstill_give_back(mask);
}

/* Returns the program's handler; NULL: it has none. */
__attribute__((used)) void *native_snapshot_signal(int signal, const siginfo_t *info, const void *context);
void *native_snapshot_signal(int signal, const siginfo_t *info, const void *context)
{
  struct kernel_action asked;
  const int error = errno;
  struct watched_thread *const thread = process_is_this() ? watched_thread_at(context) : NULL;
  program_signals_take(signal, &asked);
  if (thread && !thread->is_inside && !watched_threads_are_claimed_here())
    take_at(context);
  else if (thread && !thread->call_when_out)
    watched_thread_call_when_out(thread, take_late);
  else if (!process_is_this() && !asked.handler)
    program_signals_die(signal, info);
  errno = error;
  return (unsigned long)asked.handler > 1 ? (void *)asked.handler : NULL;
}

void native_snapshot_handler(int signal, siginfo_t *info, void *context);
__asm__(".text\n"
        ".local native_snapshot_handler\n"
        ".type native_snapshot_handler, @function\n"
        "native_snapshot_handler:\n\t"
        "pushq %rdi\n\tpushq %rsi\n\tpushq %rdx\n\t"
        "call native_snapshot_signal\n\t"
        "popq %rdx\n\tpopq %rsi\n\tpopq %rdi\n\t"
        "testq %rax, %rax\n\t"
        "jz 1f\n\t"
        "movq %rax, %r11\n\t"
        "xorl %eax, %eax\n\t"
        "jmpq *%r11\n"
        "1:\n\t"
        "ret\n\t"
        ".size native_snapshot_handler, . - native_snapshot_handler\n");

/* --- what the program does about it --- */

/* Calls that can be restarted are, if the program has no handler. SA_RESETHAND is program_signals_take()'s. */
static bool stands_in(int signal, const struct kernel_action *asked, struct kernel_action *ret)
{
  const bool is_ignored = (unsigned long)asked->handler == 1;
  if ((wanted >> signal & 1) == 0 || is_ignored)
    return false;
  if (!asked->handler) {
    ret->flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    return true;
  }
  *ret = *asked;
  ret->flags &= ~(unsigned long)SA_RESETHAND;
  return true;
}

void snapshot_signals_begin(void)
{
  static const struct signal_rule rule = {native_snapshot_handler, stands_in, true};
  if (wanted != 0)
    program_signals_add(&rule);
}
