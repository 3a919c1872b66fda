/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C library calls the handlers below around fork(), also where it forks by itself. The pid of the child is known to
 * who has called fork(), for which there is a function in front of the C library's.
 *
 * A signal handler that interrupts the library's own code may fork as well. Locks may be held then, so its child is not
 * watched, and the parent's run is incomplete. */
#include "native/forks.h"

#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "native/code_files.h"
#include "native/door.h"
#include "native/ended_blocks.h"
#include "native/ended_threads.h"
#include "native/executions.h"
#include "native/errors.h"
#include "native/growth.h"
#include "native/late_errors.h"
#include "native/live_census.h"
#include "native/locks.h"
#include "native/next_functions.h"
#include "native/process_private.h"
#include "native/requests.h"
#include "native/snapshots.h"
#include "native/snapshot_triggers.h"
#include "native/call_stacks.h"
#include "native/watched_thread.h"

extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *handle);

enum { GENERATIONS_MAX = 1 << 12 };

static uint64_t pid_before, parent;
static unsigned generation;
static uint64_t births_before[GENERATIONS_MAX]; /* of the generation: how many allocations there had been */
static _Atomic uint64_t births;
static __thread volatile bool has_locks __attribute__((tls_model("initial-exec")));

uint64_t forks_take_births(unsigned count)
{
  return atomic_fetch_add_explicit(&births, count, memory_order_relaxed);
}

uint64_t forks_births(void)
{
  return births;
}

unsigned forks_generation(void)
{
  return generation;
}

unsigned forks_generation_at(uint64_t birth)
{
  unsigned at = generation < GENERATIONS_MAX ? generation : GENERATIONS_MAX - 1;
  while (at > 0 && birth <= births_before[at])
    at--;
  return at;
}

uint64_t forks_parent(void)
{
  return parent;
}

/* fork() waits for the C library's locks, which a thread that stands still may have. */
static bool begin_fork(void)
{
  const struct watched_thread *const thread = watched_thread_current();
  if (!process_is_this() || (thread && thread->is_inside))
    return false;
  watched_threads_wait_for_claim();
  if (watched_thread_begin())
    return true;
  watched_threads_give_back();
  return false;
}

static void before_fork(void)
{
  has_locks = begin_fork();
  if (!has_locks) {
    if (process_is_this())
      process_note_unseen();
    return;
  }
  pid_before = (uint64_t)process_pid();
  locks_take(LOCK_OUTPUT);
  if (!process.is_attached)
    output_before_fork(&process.output);
  locks_release(LOCK_OUTPUT);
  locks_take_all();
}

static void release_locks(void)
{
  struct watched_thread *const thread = watched_thread_current();
  has_locks = false;
  locks_release_all();
  watched_threads_give_back();
  watched_thread_end(thread);
}

/* Children of a program that ran before. */
static unsigned unwatched;

void forks_tell_unwatched(void)
{
  char text[100];
  if (unwatched == 0)
    return;
  snprintf(text, sizeof text, "Seep: %u child processes that were forked meanwhile are not checked\n", unwatched);
  unwatched = 0;
  output_send(&process.output, RECORD_MESSAGE,
              &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
}

static void after_fork(void)
{
  if (!has_locks)
    return;
  unwatched += process.is_attached;
  output_after_fork(&process.output);
  release_locks();
}

/* It goes on with detours that lead to nothing but the C library's own functions. */
static void leave_child(void)
{
  process_leave_alone();
  requests_end();
  process.output.encoder.size = 0; /* which the parent sends */
  output_end(&process.output);
}

static void in_child(void)
{
  if (!has_locks) {
    process_leave_alone();
    return;
  }
  watched_threads_in_child();
  late_errors_in_child();
  release_locks();
  if (process.is_attached) {
    leave_child();
    return;
  }
  ended_threads_in_child();
  executions_in_child();
  generation++;
  if (generation < GENERATIONS_MAX)
    births_before[generation] = births;
  parent = pid_before;
  ended_blocks_forget();
  stacks_forget_sent(walks_stacks());
  live_census_forget();
  snapshots_in_child();
  snapshot_triggers_in_child();
  output_reopen(&process.output);
  process_begin_stream();
  code_send_all(&process.output);
  errors_send_inherited();
  output_flush(&process.output);
  growth_begin();
  requests_begin();
}

void forks_begin(void)
{
  __register_atfork(before_fork, after_fork, in_child, NULL);
}

DOOR pid_t fork(void)
{
  const pid_t child = ((pid_t(*)(void))next_functions_get("fork"))();
  if (child > 0 && process_is_this())
    process_send(RECORD_FORK, &(struct record_fork){.child_pid = (uint64_t)child});
  return child;
}

/* Without handlers: the child has no stream, so what it loses is not seen. */
DOOR pid_t _Fork(void)
{
  pid_t (*const next)(void) = (pid_t(*)(void))next_functions_get("_Fork");
  if (process_is_this())
    process_note_unseen();
  return next();
}

/* Likewise, unless the child shares the memory. It has a stack of its own, and does not return here. */
DOOR int clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
  int (*const next)(int (*)(void *), void *, int, void *, long, long, long) =
    (int (*)(int (*)(void *), void *, int, void *, long, long, long))next_functions_get("clone");
  va_list list;
  va_start(list, argument);
  const long parent_id = va_arg(list, long), storage = va_arg(list, long), child_id = va_arg(list, long);
  va_end(list);
  if (process_is_this() && (flags & CLONE_VM) == 0)
    process_note_unseen();
  return next(function, stack, flags, argument, parent_id, storage, child_id);
}
