/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of a process: a jump at the beginning of the C library's _exit() leads here, after all destructors, whatever
 * the order of libraries is. A process that ends in any other way leaves a record that breaks off. */
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "native/check.h"
#include "native/errors.h"
#include "native/executions.h"
#include "native/forks.h"
#include "native/growth.h"
#include "native/jumps.h"
#include "native/late_errors.h"
#include "native/live_blocks.h"
#include "native/locks.h"
#include "native/mappings.h"
#include "native/next_functions.h"
#include "native/old_blocks.h"
#include "native/other_libc.h"
#include "native/own_stack.h"
#include "native/process_private.h"
#include "native/say.h"
#include "native/snapshot_peaks.h"
#include "native/snapshots.h"
#include "native/standstill.h"
#include "native/told_signal.h"
#include "native/watched_thread.h"
#include "shared/base/raw_syscalls.h"

extern void __libc_freeres(void);
extern FILE *_IO_list_all;

enum { PAGE_BYTES = 4096 };

/* --- what is said --- */

static void send(enum record_kind kind, const void *frame)
{
  output_send(&process.output, kind, frame);
}

static void add_live(void *context, uint64_t start, const struct live_block *block)
{
  struct record_heap *const frame = context;
  (void)start;
  frame->live_bytes += block->size_bytes;
  frame->live_blocks++;
}

static void send_heap(void)
{
  struct record_heap frame = {.elapsed_ns = process_now_ns(CLOCK_MONOTONIC) - process.began_ns};
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    frame.allocations += thread->allocations;
    frame.frees += thread->frees;
    frame.allocated_bytes += thread->allocated_bytes;
  }
  live_blocks_visit(add_live, &frame);
  if (process.is_attached) {
    frame.live_bytes += old_blocks_totals().bytes;
    frame.live_blocks += old_blocks_totals().blocks;
  }
  send(RECORD_HEAP, &frame);
}

static void tell(const char *text)
{
  send(RECORD_MESSAGE, &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
}

static void tell_gaps(const struct standstill *still)
{
  static char text[160 + MAPPINGS_PATH_BYTES];
  standstill_tell(still);
  if (process_unseen() > 0) {
    snprintf(text, sizeof text, "Seep: %lu blocks or child processes were not seen\n", (unsigned long)process_unseen());
    tell(text);
  }
  if (other_libc_path()) {
    snprintf(text, sizeof text, "Seep: there is a second %s (dlmopen()), the heap of which is not seen\n",
             other_libc_path());
    tell(text);
  }
}

static void send_view(void)
{
  char exe[PROCESS_PATH_BYTES];
  const char *const unseen = process.own_allocator;
  struct record_heap_view view = {.view = RECORD_HEAP_SEEN};
  if (unseen || (next_functions_have_own_malloc() && !process.is_attached))
    view = (struct record_heap_view){.view = RECORD_HEAP_FOREIGN_ALLOCATOR,
                                     .allocator = process_string(unseen ? unseen : ""),
                                     .module = process_exe(exe)};
  send(RECORD_HEAP_VIEW, &view);
}

/* While other threads go on, which may be telling something themselves. */
static void send_without_looking(void)
{
  locks_take(LOCK_OUTPUT);
  snapshots_finish();
  send_view();
  send_heap();
  locks_release(LOCK_OUTPUT);
}

/* --- the check --- */

static void (*free_of_cxx)(void); /* NULL: there is none */

/* What libraries keep for good, and can give back when nobody needs them any more. Files are closed by that, but what
 * is in their buffers after _exit() is nobody's to write. */
static void free_of_libraries(void)
{
  if (watched_threads_count() > 1) /* which may be using it */
    return;
  for (FILE *file = _IO_list_all; file; file = file->_chain)
    __fpurge(file);
  if (process.settings.frees_cxx_library && free_of_cxx)
    free_of_cxx();
  if (process.settings.frees_c_library)
    __libc_freeres();
}

/* The leak check, and the snapshot that goes with it. It is the last standstill, so what that needed is left to the
 * kernel. `signal`: by which the process ends; NULL: by none. False: something was not seen, so they cannot be trusted.
 */
static bool look_at_heap(struct watched_thread *thread, uint64_t sp, const siginfo_t *signal)
{
  struct standstill still;
  standstill_begin(&still, thread, sp);
  snapshots_finish();
  send_view();
  if (signal)
    told_signal_send(thread, signal);
  if (still.has_roots && still.moving == 0 && !process.is_attached)
    late_errors_at_end(thread);
  send_heap();
  tell_gaps(&still);
  snapshot_peaks_at_end(&still, thread);
  growth_end(standstill_blocks(&still));
  const bool is_checked = process.settings.leak_mode != 0;
  if (!still.has_roots)
    tell("Seep: /proc/self/maps cannot be read, so leaks were not searched\n");
  else if (is_checked)
    check_run(&process.output, &process.settings, standstill_blocks(&still),
              &(struct check_order){
                .mode = process.settings.leak_mode, .reason = RECORD_LEAK_AT_EXIT, .generation = forks_generation()});
  snapshot_peaks_tell();
  if (process.settings.snapshot_at_exit)
    snapshots_take(&still, &(struct snapshot_order){
                             .reason = RECORD_SNAPSHOT_AT_EXIT, .has_verdicts = is_checked, .is_whole = true});
  return still.has_roots && still.moving == 0 && process_unseen() == 0 && !other_libc_path();
}

static void send_end(int status, const siginfo_t *signal, bool is_whole)
{
  const enum record_end_reason reason = signal ? RECORD_END_SIGNAL : RECORD_END_EXIT;
  send(RECORD_END_OF_RUN,
       &(struct record_end_of_run){.reason = is_whole ? reason : RECORD_END_TOOL_FAILED,
                                   .exit_status = (uint64_t)status & 0xff,
                                   .signal = signal ? (uint64_t)signal->si_signo : 0,
                                   .user_time_ns = process_now_ns(CLOCK_PROCESS_CPUTIME_ID),
                                   .elapsed_ns = process_now_ns(CLOCK_MONOTONIC) - process.began_ns});
}

static int ask_for_status(int status)
{
  struct record_reply reply;
  if (output_ask(&process.output, RECORD_QUESTION_EXIT, &reply) && (reply.flags & RECORD_REPLY_USE_STATUS) &&
      !process.is_attached)
    return (int)reply.exit_status;
  return status;
}

static bool is_heap_wanted(void)
{
  const struct native_settings *const settings = &process.settings;
  return settings->leak_mode != 0 || settings->snapshot_at_exit || settings->growth || snapshot_peaks_are_watched();
}

/* False: something was not seen. */
static bool tell_all(struct watched_thread *thread, uint64_t sp)
{
  bool is_whole = true;
  if (is_heap_wanted() && thread)
    is_whole = look_at_heap(thread, sp, NULL);
  else
    send_without_looking();
  executions_tell_spawned();
  forks_tell_unwatched();
  errors_send_counts();
  return is_whole;
}

void ends_check(struct watched_thread *thread)
{
  send_end(0, NULL, tell_all(thread, 0));
}

/* While libraries still have what they have. */
static void take_last_peak(uint64_t sp)
{
  struct watched_thread *const thread = snapshot_peaks_are_due_at_end() ? watched_thread_begin() : NULL;
  struct standstill still;
  if (!thread)
    return;
  standstill_begin(&still, thread, sp);
  snapshot_peaks_at_end(&still, thread);
  standstill_end(&still);
  watched_threads_go_on();
  watched_thread_end(thread);
}

static int finish(int status, uint64_t sp)
{
  say_status_is(status);
  take_last_peak(sp);
  if (!process.is_attached)
    free_of_libraries();
  send_end(status, NULL, tell_all(watched_thread_begin(), sp));
  return ask_for_status(status);
}

/* By a signal: libraries keep what they have, as they may have been interrupted, and nobody asks for a status. */
static void finish_killed(struct watched_thread *thread, const siginfo_t *signal)
{
  struct record_reply reply;
  const bool is_whole = look_at_heap(thread, 0, signal);
  executions_tell_spawned();
  errors_send_counts();
  send_end(0, signal, is_whole);
  (void)output_ask(&process.output, RECORD_QUESTION_EXIT, &reply);
}

/* --- the way here --- */

/* A signal handler may end the process while the library, or the C library's malloc(), is at work and has locks. Then
 * there is no check, and the record breaks off. */
static bool can_finish(void)
{
  const struct watched_thread *const thread = watched_thread_current();
  return process_is_this() && !(thread && thread->is_inside) && !process_is_in_allocator();
}

static __attribute__((noreturn)) void exit_process(int status)
{
  for (;;)
    (void)raw_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

void ends_now(const struct record_reply *reply)
{
  static const char text[] = "\nExit program on first error (--exit-on-first-error=yes)\n";
  send(RECORD_MESSAGE, &(struct record_message){.class = RECORD_MESSAGE_CORE, .text = process_string(text)});
  send_view();
  errors_send_counts();
  send_end((int)reply->exit_status, NULL, true);
  exit_process(ask_for_status((int)reply->exit_status));
}

static struct {
  int status;
  uint64_t sp;
  struct watched_thread *thread;
  const siginfo_t *signal;
} ending;

static void finish_killed_on_own_stack(void *unused)
{
  (void)unused;
  finish_killed(ending.thread, ending.signal);
}

static void finish_on_own_stack(void *unused)
{
  (void)unused;
  exit_process(finish(ending.status, ending.sp));
}

/* Handlers of signals must not run in between, nor find the process half gone. */
static void block_signals(void)
{
  const uint64_t all = ~UINT64_C(0);
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, 0, sizeof all, 0, 0);
}

/* If several threads come here, the first one ends the process, and the others wait for that. */
static void begin_to_end(void)
{
  static _Atomic bool is_ending;
  while (atomic_exchange(&is_ending, true))
    (void)raw_syscall(SYS_pause, 0, 0, 0, 0, 0, 0);
  watched_threads_wait_for_claim();
  block_signals();
}

void ends_by_signal(struct watched_thread *thread, const siginfo_t *info)
{
  begin_to_end();
  thread->is_inside = true;
  ending.thread = thread;
  ending.signal = info;
  own_stack_run(finish_killed_on_own_stack, NULL);
}

/* In place of _exit(). What is called from here is no root, nor are its registers. */
static __attribute__((noreturn, optimize("no-omit-frame-pointer"))) void end_process(int status)
{
  enum { CALLED_WITH = 2 * sizeof(uint64_t) /* %rbp and the return address */ };
  if (!can_finish())
    exit_process(status);
  begin_to_end();
  ending.status = status;
  ending.sp = (uint64_t)__builtin_frame_address(0) + CALLED_WITH;
  own_stack_run(finish_on_own_stack, NULL);
  __builtin_unreachable();
}

void *ends_function(void)
{
  return end_process;
}

bool ends_begin(void)
{
  free_of_cxx = (void (*)(void))next_functions_first("_ZN9__gnu_cxx9__freeresEv");
  return jumps_put(next_functions_get("_exit"), end_process);
}
