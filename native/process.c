/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library begins when the loader runs its constructor: it takes its options, removes its traces from the
 * environment, and puts a jump to its own code at the beginning of the C library's _exit(), by which every orderly end
 * goes: after all destructors, whatever the order of libraries is. A process that ends in any other way leaves a record
 * that breaks off. */
#include "native/process.h"

#include <sys/syscall.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "config.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/lock.h"
#include "native/check.h"
#include "native/code.h"
#include "native/live_blocks.h"
#include "native/mappings.h"
#include "native/output.h"
#include "native/own_memory.h"
#include "native/say.h"
#include "native/settings.h"
#include "native/walks.h"
#include "native/watched_thread.h"
#include "shared/base/raw_syscalls.h"

enum { ARENAS_MAX = 4096, PAGE_BYTES = 4096, PATH_BYTES = 4096 };

extern void __libc_freeres(void);
extern FILE *_IO_list_all;
extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *handle);


static struct native_settings settings;
static struct output output;
static struct lock output_lock;
static int watched_pid; /* 0: nothing is watched */
static bool has_stopped_watching;
static uint64_t pid_before_fork, forked_from, began_ns;
static unsigned generation;
static _Atomic uint64_t unseen;
static __thread volatile bool is_own_call __attribute__((tls_model("initial-exec"))); /* of a function that may allocate */

static struct memory_range heap[ARENAS_MAX + 2]; /* in the order they came */
static unsigned heap_count;
static struct lock heap_lock;

static int own_pid(void)
{
  return (int)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

static uint64_t now_ns(int clock)
{
  struct timespec time = {0, 0};
  (void)raw_syscall(SYS_clock_gettime, clock, (long)&time, 0, 0, 0, 0);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void begin(void);

/* Blocks that constructors make before this library's come first. */
bool process_is_watched(void)
{
  if (__builtin_expect(watched_pid == 0 && !has_stopped_watching, false))
    begin();
  return watched_pid != 0;
}

/* Of the first process 0, then of each that a fork made: how many allocations there had been. */
enum { GENERATIONS_MAX = 1 << 12 };
static uint64_t births_before[GENERATIONS_MAX];
static _Atomic uint64_t births;

uint64_t process_take_births(unsigned count)
{
  return atomic_fetch_add_explicit(&births, count, memory_order_relaxed);
}

unsigned process_generation_at(uint64_t birth)
{
  unsigned at = generation < GENERATIONS_MAX ? generation : GENERATIONS_MAX - 1;
  while (at > 0 && birth <= births_before[at])
    at--;
  return at;
}

void process_note_unseen(void)
{
  if (watched_pid != 0 && !is_own_call)
    unseen++;
}

void process_note_arena(uint64_t start, uint64_t bytes)
{
  bool is_known = false;
  lock_take(&heap_lock);
  for (unsigned i = 0; i < heap_count; i++)
    is_known |= heap[i].start == start;
  if (!is_known && heap_count < ARENAS_MAX)
    heap[heap_count++] = (struct memory_range){start, start + bytes};
  lock_release(&heap_lock);
}

void process_look_at_code(void)
{
  lock_take(&output_lock);
  code_look(&output);
  lock_release(&output_lock);
}

void process_find_mapping(uint64_t address, uint64_t *ret_start, uint64_t *ret_end)
{
  static struct mappings mappings;
  static struct lock lock;
  lock_take(&lock);
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));)
    if (address >= mapping->start && address < mapping->end) {
      *ret_start = mapping->start;
      *ret_end = mapping->end;
      break;
    }
  mappings_end(&mappings);
  lock_release(&lock);
}

static void *find_function(void *where, const char *name)
{
  struct watched_thread *const thread = watched_thread_current();
  const bool was_inside = thread && thread->is_inside;
  if (thread)
    thread->is_inside = true;
  is_own_call = true;
  void *const found = dlsym(where, name);
  is_own_call = false;
  if (thread)
    thread->is_inside = was_inside;
  return found;
}

void *process_next_function(const char *name)
{
  void *const found = find_function(RTLD_NEXT, name);
  if (!found)
    say_and_end("Seep: there is no function ", name);
  return found;
}

/* --- the stream --- */

static struct record_string string_of(const char *text)
{
  return (struct record_string){text, strlen(text)};
}

static void send_start(void)
{
  char exe[PATH_BYTES], cwd[PATH_BYTES];
  const long exe_bytes = raw_syscall(SYS_readlink, (long)"/proc/self/exe", (long)exe, sizeof exe, 0, 0, 0);
  const long cwd_bytes = raw_syscall(SYS_getcwd, (long)cwd, sizeof cwd, 0, 0, 0, 0);
  const struct record_start frame = {
    .pid = (uint64_t)own_pid(),
    .ppid = (uint64_t)raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0),
    .start_time_ns = now_ns(CLOCK_REALTIME),
    .generation = generation,
    .forked_from = forked_from,
    .exe = {exe, exe_bytes > 0 ? (size_t)exe_bytes : 0},
    .cwd = {cwd, cwd_bytes > 0 ? (size_t)cwd_bytes - 1 : 0},
    .options = settings.options,
    .argv = settings.program,
    .seep_version = string_of(PACKAGE_VERSION),
    .core_version = string_of(VALGRIND_VERSION),
    .launcher = string_of(settings.launcher ? settings.launcher : ""),
    .elapsed_ns = now_ns(CLOCK_MONOTONIC) - began_ns,
  };
  output_send(&output, RECORD_START, &frame);
}

bool process_has_descriptor(int fd)
{
  return watched_pid != 0 && output_has(&output, fd);
}

void process_leave_descriptor(int fd)
{
  lock_take(&output_lock);
  output_leave(&output, fd);
  lock_release(&output_lock);
}

unsigned process_descriptors_until(unsigned first, unsigned last)
{
  const int ours[] = {output.socket, output.of_child, output.file};
  for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++)
    if (ours[i] > (int)first && (unsigned)ours[i] <= last)
      last = (unsigned)ours[i] - 1;
  return last;
}

static void tell(const char *text)
{
  output_send(&output, RECORD_MESSAGE,
              &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = string_of(text)});
}

static bool is_this_process(void)
{
  return watched_pid != 0 && own_pid() == watched_pid;
}

void process_before_execution(const char *path)
{
  if (!is_this_process())
    return;
  lock_take(&output_lock);
  output_send(&output, RECORD_EXEC, &(struct record_exec){.path = string_of(path), .traced = 0});
  output_flush(&output);
  lock_release(&output_lock);
}

void process_after_execution(int error)
{
  if (!is_this_process())
    return;
  lock_take(&output_lock);
  output_send(&output, RECORD_EXEC_FAILED, &(struct record_exec_failed){.errno_value = (uint64_t)error});
  output_flush(&output);
  lock_release(&output_lock);
}

void process_stop_watching(const char *reason)
{
  struct record_reply reply;
  char text[200];
  if (!is_this_process())
    return;
  snprintf(text, sizeof text, "Seep: %s, so it is not watched any more: leaks are unknown\n", reason);
  lock_take(&output_lock);
  tell(text);
  output_ask(&output, RECORD_QUESTION_SYNC, &reply);
  has_stopped_watching = true;
  watched_pid = 0;
  lock_release(&output_lock);
}

/* --- fork --- */

static void before_fork(void)
{
  struct watched_thread *const thread = watched_thread_current();
  if (!is_this_process())
    return;
  if (thread)
    thread->is_inside = true;
  pid_before_fork = (uint64_t)own_pid();
  lock_take(&output_lock);
  output_before_fork(&output);
  walks_lock();
  own_memory_lock();
}

static void release_locks(void)
{
  struct watched_thread *const thread = watched_thread_current();
  own_memory_unlock();
  walks_unlock();
  lock_release(&output_lock);
  if (thread)
    watched_thread_end(thread);
}

static void after_fork(void)
{
  if (!is_this_process())
    return;
  output_after_fork(&output);
  release_locks();
}

static void in_child(void)
{
  if (!process_is_watched())
    return;
  release_locks();
  watched_threads_in_child();
  watched_pid = own_pid();
  generation++;
  if (generation < GENERATIONS_MAX)
    births_before[generation] = births;
  forked_from = pid_before_fork;
  stacks_forget_sent(walks_stacks());
  output_reopen(&output);
  send_start();
  code_send_all(&output);
  output_flush(&output);
}

/* --- the end --- */

static void add_live(void *context, uint64_t start, const struct live_block *block)
{
  struct record_heap *const frame = context;
  frame->live_bytes += block->size_bytes;
  frame->live_blocks++;
}

static void send_heap(void)
{
  struct record_heap frame = {.elapsed_ns = now_ns(CLOCK_MONOTONIC) - began_ns};
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    frame.allocations += thread->allocations;
    frame.frees += thread->frees;
    frame.allocated_bytes += thread->allocated_bytes;
  }
  live_blocks_visit(add_live, &frame);
  output_send(&output, RECORD_HEAP, &frame);
}

static void tell_gaps(unsigned moving)
{
  char text[160];
  if (moving > 0) {
    snprintf(text, sizeof text, "Seep: %u threads could not be stopped; their registers and stacks were not searched\n",
             moving);
    tell(text);
  }
  if (unseen > 0) {
    snprintf(text, sizeof text, "Seep: %lu blocks that signal handlers made were not seen\n", (unsigned long)unseen);
    tell(text);
  }
}

static void sort_heap(void)
{
  for (unsigned i = 1; i < heap_count; i++)
    for (unsigned at = i; at > 0 && heap[at].start < heap[at - 1].start; at--) {
      const struct memory_range moved = heap[at];
      heap[at] = heap[at - 1];
      heap[at - 1] = moved;
    }
}

/* False: something was not seen, so its result cannot be trusted. */
static bool check_leaks(struct watched_thread *thread, uint64_t sp)
{
  const unsigned moving = watched_threads_stop();
  watched_thread_ask_kernel(thread);
  sort_heap();
  code_look(&output);
  send_heap();
  tell_gaps(moving);
  memory_view_begin(heap, heap_count, thread, sp);
  check_run(&output, &settings, RECORD_LEAK_AT_EXIT, generation);
  memory_view_end();
  return moving == 0 && unseen == 0;
}

static uint64_t user_time_ns(void)
{
  struct timespec time = {0, 0};
  (void)raw_syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, (long)&time, 0, 0, 0, 0);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* What libraries keep for good, and can give back when nobody needs them any more. Files are closed by that, but what is
 * in their buffers after _exit() is nobody's to write. */
static void free_of_libraries(void)
{
  for (FILE *file = _IO_list_all; file; file = file->_chain)
    __fpurge(file);
  void (*const of_cxx)(void) = (void (*)(void))find_function(RTLD_DEFAULT, "_ZN9__gnu_cxx9__freeresEv");
  if (settings.frees_cxx_library && of_cxx)
    of_cxx();
  if (settings.frees_c_library)
    __libc_freeres();
}

/* Is malloc() another one than ours, which comes first wherever the program has none of its own? */
static bool has_own_malloc(void)
{
  return find_function(RTLD_DEFAULT, "malloc") != (void *)malloc ||
         find_function(RTLD_DEFAULT, "free") != (void *)free;
}

static void send_view(void)
{
  char exe[PATH_BYTES];
  const long bytes = raw_syscall(SYS_readlink, (long)"/proc/self/exe", (long)exe, sizeof exe, 0, 0, 0);
  struct record_heap_view view = {.view = RECORD_HEAP_SEEN};
  if (settings.unseen || has_own_malloc())
    view = (struct record_heap_view){.view = RECORD_HEAP_FOREIGN_ALLOCATOR,
                                     .allocator = string_of(settings.unseen ? settings.unseen : ""),
                                     .module = {exe, bytes > 0 ? (size_t)bytes : 0}};
  output_send(&output, RECORD_HEAP_VIEW, &view);
}

static int finish(int status, uint64_t sp)
{
  struct record_reply reply;
  struct watched_thread *thread = watched_thread_current();
  if (!(thread && thread->is_inside))
    free_of_libraries();
  thread = watched_thread_begin();
  if (!thread)
    thread = watched_thread_current();
  bool is_whole = true;
  send_view();
  if (settings.leak_mode != 0 && thread)
    is_whole = check_leaks(thread, sp);
  else
    send_heap();
  output_send(&output, RECORD_END_OF_RUN,
              &(struct record_end_of_run){.reason = is_whole ? RECORD_END_EXIT : RECORD_END_TOOL_FAILED, .exit_status = (uint64_t)status & 0xff,
                                          .user_time_ns = user_time_ns(),
                                          .elapsed_ns = now_ns(CLOCK_MONOTONIC) - began_ns});
  if (output_ask(&output, RECORD_QUESTION_EXIT, &reply) && (reply.flags & RECORD_REPLY_USE_STATUS))
    status = (int)reply.exit_status;
  return status;
}

/* In place of _exit(). What is called from here is no root, nor are its registers. */
static __attribute__((noreturn, optimize("no-omit-frame-pointer"))) void end_process(int status)
{
  enum { CALLED_WITH = 2 * sizeof(uint64_t) /* %rbp and the return address */ };
  if (is_this_process())
    status = finish(status, (uint64_t)__builtin_frame_address(0) + CALLED_WITH);
  for (;;)
    (void)raw_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

/* jmp *0(%rip), and the address. */
static bool put_jump(void *function, void (*to)(int))
{
  unsigned char code[14] = {0xff, 0x25};
  const uint64_t page = (uint64_t)function & ~(uint64_t)(PAGE_BYTES - 1);
  const size_t bytes = (uint64_t)function + sizeof code - page;
  memcpy(code + 6, &to, sizeof to);
  if (raw_syscall(SYS_mprotect, (long)page, (long)bytes, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0) != 0)
    return false;
  memcpy(function, code, sizeof code);
  (void)raw_syscall(SYS_mprotect, (long)page, (long)bytes, PROT_READ | PROT_EXEC, 0, 0, 0);
  return true;
}

/* --- the beginning --- */

/* glibc's table of its main arena holds pointers to where blocks end. A block that is freed into it shows where it
 * is. */
static void note_main_arena(void)
{
  enum { LARGE = 3000, HEAD_TO_TOP = 96, ARENA_TABLE_BYTES = 2200 };
  volatile uint64_t place;
  void *const block = malloc(LARGE), *const guard = malloc(LARGE);
  uint64_t start = 0, end = 0;
  if (!block || !guard)
    return;
  place = (uint64_t)block;
  free(block);
  const uint64_t at = place, top = *(const uint64_t *)at;
  free(guard);
  process_find_mapping(top, &start, &end);
  if (start != 0 && (at < start || at >= end))
    process_note_arena(top - HEAD_TO_TOP, ARENA_TABLE_BYTES);
}

/* As the program would have it without the checker. */
static void clean_environment(void)
{
  const char *const preload = getenv("LD_PRELOAD");
  const char *const rest = preload ? strpbrk(preload, ": ") : NULL;
  unsetenv("SEEP_NATIVE");
  if (!rest)
    unsetenv("LD_PRELOAD");
  else
    memmove((char *)preload, rest + 1, strlen(rest + 1) + 1);
}

static void begin_with(int arguments)
{
  const bool is_read = native_settings_read(arguments, &settings);
  clean_environment();
  if (!is_read)
    say_and_end("Seep: its options cannot be read", "");
  own_memory_begin();
  began_ns = now_ns(CLOCK_MONOTONIC);
  walks_begin(settings.callers);
  output_begin(&output, settings.channel, settings.run_dir);
  send_start();
  if (!put_jump(find_function(RTLD_DEFAULT, "_exit"), end_process))
    say_and_end("Seep: the end of the program cannot be watched: its code cannot be changed here", "");
  code_look(&output);
  output_flush(&output);
  note_main_arena();
  __register_atfork(before_fork, after_fork, in_child, NULL);
  watched_pid = own_pid();
}

/* With the program's first block, or as a constructor; threads come later. */
static __attribute__((constructor)) void begin(void)
{
  static bool has_begun;
  const char *const given = has_begun || !environ ? NULL : getenv("SEEP_NATIVE");
  has_begun |= environ != NULL;
  if (given)
    begin_with(atoi(given));
}
