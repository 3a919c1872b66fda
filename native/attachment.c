/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks there are already, the C library's notes tell as far as they are certain (native/old_blocks.h). All
 * other memory in which it may have blocks counts as in use, but for the blocks that come from now on: whatever it
 * holds keeps them reachable. A block that is freed and not known is from before.
 *
 * Such a program must stay as it is: nothing is put behind its blocks, none is kept back, its end status is its own,
 * and nothing is written to its standard error. */
#include "native/attachment.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "memcheck/pure/base/env.h"
#include "native/call_stacks.h"
#include "native/check.h"
#include "native/code_files.h"
#include "native/detours.h"
#include "native/ended_blocks.h"
#include "native/ended_threads.h"
#include "native/errors.h"
#include "native/executions.h"
#include "native/forks.h"
#include "native/growth.h"
#include "native/libc_chunks.h"
#include "native/libc_heap.h"
#include "native/live_blocks.h"
#include "native/live_census.h"
#include "native/memory_view.h"
#include "native/next_functions.h"
#include "native/old_blocks.h"
#include "native/own_allocators.h"
#include "native/own_memory.h"
#include "native/process_private.h"
#include "native/requests.h"
#include "native/say.h"
#include "native/snapshots.h"
#include "native/standstill.h"
#include "native/thread_storage.h"
#include "shared/base/native_requests.h"
#include "shared/base/raw_syscalls.h"

enum { REASON_BYTES = 256, TRIES = 200, PATIENT_TRIES = 20, BETWEEN_TRIES_NS = 2000000 };

static char reason[REASON_BYTES];

static const char *refuse(const char *format, const char *word)
{
  snprintf(reason, sizeof reason, format, word);
  return reason;
}

/* --- the functions --- */

/* Those that are missing in the C library are of later ones. */
static const struct {
  const char *name;
  void *ours;
  void **old;
} functions[] = {
  {"malloc", (void *)malloc, (void **)&libc_heap.malloc},
  {"calloc", (void *)calloc, (void **)&libc_heap.calloc},
  {"realloc", (void *)realloc, (void **)&libc_heap.realloc},
  {"free", (void *)free, (void **)&libc_heap.free},
  {"memalign", (void *)memalign, (void **)&libc_heap.memalign},
  {"aligned_alloc", (void *)aligned_alloc, NULL},
  {"posix_memalign", (void *)posix_memalign, NULL},
  {"valloc", (void *)valloc, NULL},
  {"pvalloc", (void *)pvalloc, NULL},
  {"malloc_usable_size", (void *)malloc_usable_size, NULL},
  {"free_sized", (void *)free, NULL},
  {"free_aligned_sized", (void *)free, NULL},
  {"pthread_create", (void *)pthread_create, NULL},
  {"prctl", (void *)prctl, NULL},
  {"syscall", (void *)syscall, NULL},
};

static bool add_detour(void *function, void *to)
{
  void *old;
  return detours_add(function, to, &old);
}

static const char *add_detours(void)
{
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *const function = libc_heap_function(functions[i].name);
    void *old = NULL;
    if (function && !detours_add(function, functions[i].ours, &old))
      return refuse("its C library's %s() begins in a way that Seep does not know", functions[i].name);
    if (functions[i].old && old)
      *functions[i].old = old;
    else if (old)
      next_functions_set(functions[i].name, old);
  }
  if (!add_detour(next_functions_get("_exit"), ends_function()) || !executions_visit(add_detour))
    return refuse("its C library's %s begins in a way that Seep does not know", "_exit() or execve()");
  return "";
}

/* --- what cannot be watched --- */

static const char *look_at_program(void)
{
  void *const own = libc_heap_function("malloc");
  if (!own)
    return refuse("its C library has no %s()", "malloc");
  if (next_functions_have_own("malloc", own) || next_functions_have_own("free", libc_heap_function("free")))
    return refuse("it has %s of its own, which Seep cannot see", "a malloc()");
  process.own_allocator = own_allocator_find();
  if (process.own_allocator)
    return refuse("it has an allocator of its own (%s), which Seep cannot see", process.own_allocator);
  return "";
}

/* --- the beginning --- */

static void begin_once(void)
{
  static bool has_begun;
  if (has_begun)
    return;
  has_begun = true;
  walks_begin(process.settings.callers);
  thread_storage_begin();
  errors_begin();
  ended_threads_begin();
  forks_begin();
}

static void forget_block(void *context, uint64_t start, const struct live_block *block)
{
  struct live_block known;
  (void)context;
  (void)block;
  (void)live_blocks_remove(start, 0, &known);
}

/* What an earlier stream had. */
static void forget(void)
{
  live_blocks_visit(forget_block, NULL);
  stacks_forget_sent(walks_stacks());
  check_forget();
  errors_begin();
  growth_forget();
  live_census_forget();
  ended_blocks_forget();
  snapshots_in_child();
  for (struct watched_thread *thread = watched_threads(); thread; thread = thread->next)
    thread->allocations = thread->frees = thread->allocated_bytes = 0;
}

struct beginning {
  uint64_t pause_ns, unknown_bytes;
};

static void tell_what_is_not_known(uint64_t unknown_bytes)
{
  char text[160];
  if (process.settings.is_quiet)
    return;
  if (unknown_bytes == 0)
    snprintf(text, sizeof text,
             "Seep: of what the program had allocated before Seep came sizes and contents are known\n");
  else
    snprintf(text, sizeof text,
             "Seep: of %lu KiB that the program had on its heap before Seep came nothing is told; they count as used\n",
             (unsigned long)(unknown_bytes / 1024));
  process_send(RECORD_MESSAGE, &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
}

static int connection = -1; /* to the reporter, until the stream has it */

static void begin_stream(void)
{
  const int socket = connection;
  forget();
  connection = -1;
  output_begin(&process.output, socket, -1, process.settings.run_dir);
  growth_begin();
  process_begin_stream();
  code_send_all(&process.output);
  process_look_at_code();
}

/* Would one of the others go on within what the detours change, now or when its signal handlers return? */
static bool is_one_in_the_way(const struct watched_thread *own)
{
  static uint64_t ips[WATCHED_FRAMES_MAX], sps[WATCHED_FRAMES_MAX];
  bool is_one = false;
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    struct unwind_registers start;
    if (thread == own || !memory_view_thread(thread, &start))
      continue;
    const size_t count = walks_of_stopped(&start, ips, sps, WATCHED_FRAMES_MAX);
    for (size_t i = 0; i < count; i++)
      is_one |= detours_hold(ips[i]) || (i > 0 && detours_hold(ips[i] + 1));
  }
  return is_one;
}

enum outcome { DONE, IN_THE_WAY, NOT_STILL, FORBIDDEN };

/* `is_patient`: come again if some of the heap is just changing. */
static enum outcome try_to_put(struct watched_thread *own, bool is_patient, struct beginning *ret)
{
  struct standstill still;
  enum outcome outcome = DONE;
  standstill_begin(&still, own, 0);
  if (still.moving > 0 || !still.has_roots)
    outcome = NOT_STILL;
  else if (is_one_in_the_way(own))
    outcome = IN_THE_WAY;
  else if ((ret->unknown_bytes = old_blocks_take()) > 0 && is_patient)
    outcome = IN_THE_WAY;
  else if (!detours_put())
    outcome = FORBIDDEN;
  standstill_end(&still);
  watched_threads_go_on();
  ret->pause_ns = process_now_ns(CLOCK_MONOTONIC) - still.began_ns;
  return outcome;
}

static const char *put_detours(struct watched_thread *own, struct beginning *ret)
{
  enum outcome outcome = IN_THE_WAY;
  for (unsigned i = 0; i < TRIES && outcome == IN_THE_WAY; i++) {
    const struct timespec between = {0, BETWEEN_TRIES_NS};
    if (i > 0)
      (void)raw_syscall(SYS_pselect6, 0, 0, 0, 0, (long)&between, 0);
    outcome = try_to_put(own, i < PATIENT_TRIES, ret);
  }
  return outcome == DONE         ? ""
         : outcome == NOT_STILL  ? refuse("%s of its threads could not be stopped", "some")
         : outcome == IN_THE_WAY ? refuse("its threads never leave the %s that Seep has to change", "code")
                                 : refuse("the system forbids to change its %s (SELinux's execmod?)", "code");
}

static void end_stream(void)
{
  process_leave_alone();
  requests_end();
  output_end(&process.output);
}

static const char *begin(uint64_t *ret_pause_ns)
{
  struct watched_thread *const thread = watched_thread_begin();
  struct beginning beginning = {.pause_ns = 0};
  const char *why = "";
  if (!thread)
    return refuse("%s", NATIVE_REQUESTS_BUSY);
  begin_stream();
  why = put_detours(thread, &beginning);
  *ret_pause_ns = beginning.pause_ns;
  if (*why) {
    end_stream();
  } else {
    own_memory_escape_to(NULL);
    tell_what_is_not_known(beginning.unknown_bytes);
    requests_begin();
  }
  watched_thread_end(thread);
  return why;
}

static const char *attach(const char *options, size_t bytes, uint64_t *ret_pause_ns)
{
  static bool is_prepared;
  if (process.watched_pid != 0)
    return refuse("%s", NATIVE_REQUESTS_WATCHED);
  if (!is_prepared)
    process_prepare();
  is_prepared = true;
  native_settings_take(options, bytes, &process.settings);
  say_nothing();
  process.is_attached = true;
  process.began_ns = process_now_ns(CLOCK_MONOTONIC);
  env_is_thorough = process.settings.is_thorough;
  const char *why = look_at_program();
  if (!*why)
    libc_chunks_begin();
  if (!*why)
    why = add_detours();
  if (*why)
    return why;
  connection = output_connect(process.settings.socket_name);
  if (connection < 0)
    return refuse("%s", "it cannot connect to Seep");
  begin_once();
  return begin(ret_pause_ns);
}

/* There was no memory for that. */
static const char *give_up(void)
{
  struct watched_thread *const thread = watched_thread_current();
  detours_take_back();
  watched_threads_go_on();
  process_leave_alone();
  if (thread)
    thread->is_inside = false;
  if (connection >= 0)
    (void)raw_syscall(SYS_close, connection, 0, 0, 0, 0, 0);
  connection = -1;
  output_end(&process.output);
  return refuse("there is no memory left for %s (a limit?)", "its checker");
}

static const char *attach_or_give_up(const char *options, size_t bytes, uint64_t *ret_pause_ns)
{
  jmp_buf place;
  if (_setjmp(place) != 0)
    return give_up();
  own_memory_escape_to(&place);
  const char *const why = attach(options, bytes, ret_pause_ns);
  own_memory_escape_to(NULL);
  return why;
}

/* Another thread may be about the same still, if who asked for it was killed. */
__attribute__((visibility("default"))) const char *seep_native_attach(const char *options, size_t bytes,
                                                                      uint64_t *ret_pause_ns)
{
  if (!watched_threads_claim())
    return NATIVE_REQUESTS_BUSY;
  const char *const why = attach_or_give_up(options, bytes, ret_pause_ns);
  watched_threads_give_back();
  return why;
}

/* --- the end --- */

uint64_t attachment_end(struct watched_thread *thread)
{
  const uint64_t since_ns = process_now_ns(CLOCK_MONOTONIC);
  ends_check(thread);
  detours_take_back();
  process_leave_alone();
  watched_threads_go_on();
  const uint64_t pause_ns = process_now_ns(CLOCK_MONOTONIC) - since_ns;
  end_stream();
  return pause_ns;
}
