/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The library begins with the program's first block, or when the loader runs its constructor: it takes its options,
 * removes its traces from the environment, and begins the stream of the process. */
#include <elf.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "config.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/heapsort.h"
#include "native/code_files.h"
#include "native/ended_threads.h"
#include "native/environment.h"
#include "native/errors.h"
#include "native/executions.h"
#include "native/fatal_signals.h"
#include "native/forks.h"
#include "native/growth.h"
#include "native/libc_blocks.h"
#include "native/library_names.h"
#include "native/live_blocks.h"
#include "native/loaded_symbols.h"
#include "native/locks.h"
#include "native/mappings.h"
#include "native/next_functions.h"
#include "native/old_blocks.h"
#include "native/own_allocators.h"
#include "native/own_memory.h"
#include "native/process_private.h"
#include "native/program_signals.h"
#include "native/requests.h"
#include "native/say.h"
#include "native/snapshot_signals.h"
#include "native/snapshots.h"
#include "native/thread_storage.h"
#include "native/call_stacks.h"
#include "native/client_requests.h"
#include "native/watched_thread.h"
#include "shared/base/native_variable.h"
#include "shared/base/raw_syscalls.h"

enum { ARENAS_MAX = 4096, PAGE_BYTES = 4096 };

struct process process;

static bool has_stopped_watching; /* for good */
static _Atomic uint64_t unseen;

int process_pid(void)
{
  return (int)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

uint64_t process_now_ns(int clock)
{
  struct timespec time = {0, 0};
  (void)raw_syscall(SYS_clock_gettime, clock, (long)&time, 0, 0, 0, 0);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t process_elapsed_ns(void)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now); /* which makes no system call */
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec - process.began_ns;
}

static void begin(void);

/* Blocks that constructors make before this library's come first. */
bool process_is_watched(void)
{
  if (__builtin_expect(process.watched_pid == 0 && !has_stopped_watching, false))
    begin();
  return process.watched_pid != 0;
}

bool process_is_this(void)
{
  return process.watched_pid != 0 && process_pid() == process.watched_pid;
}

void process_leave_alone(void)
{
  has_stopped_watching = true;
  process.watched_pid = 0;
}

void process_note_unseen(void)
{
  if (process.watched_pid != 0 && !next_functions_are_asked_for())
    unseen++;
}

uint64_t process_unseen(void)
{
  return unseen;
}

/* --- what lies where --- */

static struct memory_range arenas[ARENAS_MAX]; /* in the order they came */
static unsigned arena_count;

void process_note_arena(uint64_t start, uint64_t bytes)
{
  bool is_known = false;
  locks_take(LOCK_HEAP);
  for (unsigned i = 0; i < arena_count; i++)
    is_known |= arenas[i].start == start;
  if (!is_known && arena_count < ARENAS_MAX)
    arenas[arena_count++] = (struct memory_range){start, start + bytes};
  locks_release(LOCK_HEAP);
}

static struct {
  struct memory_range *ranges;
  unsigned count, capacity;
  uint64_t break_start, break_end; /* of the data segment */
} heap;

static void add_heap(struct memory_range range)
{
  if (heap.count == heap.capacity) {
    heap.capacity = heap.capacity ? 2 * heap.capacity : 2 * ARENAS_MAX;
    struct memory_range *const larger = env_allocate("heap", heap.capacity * sizeof *larger);
    if (heap.ranges)
      memcpy(larger, heap.ranges, heap.count * sizeof *larger);
    env_free(heap.ranges);
    heap.ranges = larger;
  }
  heap.ranges[heap.count++] = range;
}

/* Of a program that ran before, what lies between known blocks may be blocks as well, which may hold pointers. */
static bool is_in_arena(uint64_t start)
{
  if (process.is_attached)
    return false;
  for (unsigned i = 0; i < arena_count; i++)
    if (start >= arenas[i].start && start < arenas[i].end)
      return true;
  return false;
}

/* Blocks outside of arenas: glibc says in front of a block that it has pages of its own. */
static void add_outside(void *context, uint64_t start, const struct live_block *block)
{
  const uint64_t end = start + block->size_bytes, page = ~(uint64_t)(PAGE_BYTES - 1);
  (void)context;
  if ((start >= heap.break_start && start < heap.break_end) || is_in_arena(start))
    return;
  uint64_t head;
  if (!memory_view.read_word(NULL, start - sizeof head, &head))
    head = LIBC_HAS_PAGES; /* as they have been closed */
  const bool has_pages = (head & LIBC_HAS_PAGES) != 0;
  if (has_pages)
    add_heap((struct memory_range){(start - LIBC_HEAD_BYTES) & page, (end + PAGE_BYTES - 1) & page});
  else
    add_heap((struct memory_range){start - LIBC_HEAD_BYTES, end});
}

static void find_break(void)
{
  static struct mappings mappings;
  heap.break_start = heap.break_end = 0;
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));)
    if (strcmp(mapping->path, "[heap]") == 0) { /* one, or several where rights differ */
      if (heap.break_start == 0)
        heap.break_start = mapping->start;
      heap.break_end = mapping->end;
    }
  mappings_end(&mappings);
}

static bool starts_before(const void *a, const void *b, const void *context)
{
  (void)context;
  return ((const struct memory_range *)a)->start < ((const struct memory_range *)b)->start;
}

static void add_part(uint64_t start, uint64_t end)
{
  add_heap((struct memory_range){start, end});
}

/* Those that meet become one. */
static void merge_ranges(void)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < heap.count; i++) {
    struct memory_range *const last = &heap.ranges[kept];
    const struct memory_range range = heap.ranges[i];
    if (kept > 0 && range.start <= last[-1].end)
      last[-1].end = range.end > last[-1].end ? range.end : last[-1].end;
    else
      heap.ranges[kept++] = range;
  }
  heap.count = kept;
}

const struct memory_range *process_heap(unsigned *ret_count)
{
  heap.count = 0;
  if (process.is_attached) {
    old_blocks_visit_heap(add_part);
  } else {
    find_break();
    for (unsigned i = 0; i < arena_count; i++)
      add_heap(arenas[i]);
  }
  live_blocks_visit(add_outside, NULL);
  heapsort_items(heap.ranges, heap.count, sizeof *heap.ranges, starts_before, NULL);
  merge_ranges();
  *ret_count = heap.count;
  return heap.ranges;
}

void process_find_mapping(uint64_t address, uint64_t *ret_start, uint64_t *ret_end)
{
  static struct mappings mappings;
  struct watched_thread *const thread = watched_thread_begin();
  locks_take(LOCK_MAPPINGS);
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));)
    if (address >= mapping->start && address < mapping->end) {
      *ret_start = mapping->start;
      *ret_end = mapping->end;
      break;
    }
  mappings_end(&mappings);
  locks_release(LOCK_MAPPINGS);
  watched_thread_end(thread);
}

/* --- the stream --- */

struct record_string process_string(const char *text)
{
  return (struct record_string){text, strlen(text)};
}

struct record_string process_exe(char *buffer)
{
  const long bytes = raw_syscall(SYS_readlink, (long)"/proc/self/exe", (long)buffer, PROCESS_PATH_BYTES, 0, 0, 0);
  return (struct record_string){buffer, bytes > 0 ? (size_t)bytes : 0};
}

/* The one that has executed this program may have ended since. */
static uint64_t parent_pid(void)
{
  return process.settings.parent != 0 && forks_generation() == 0 ? (uint64_t)process.settings.parent
                                                                 : (uint64_t)raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0);
}

void process_begin_stream(void)
{
  static char exe[PROCESS_PATH_BYTES], cwd[PROCESS_PATH_BYTES]; /* stacks can be small */
  const long cwd_bytes = raw_syscall(SYS_getcwd, (long)cwd, sizeof cwd, 0, 0, 0, 0);
  process.stream_start_ns = process_now_ns(CLOCK_REALTIME);
  const struct record_start frame = {
    .pid = (uint64_t)process_pid(),
    .ppid = parent_pid(),
    .start_time_ns = process.stream_start_ns,
    .generation = forks_generation(),
    .forked_from = forks_parent(),
    .exe = process_exe(exe),
    .cwd = {cwd, cwd_bytes > 0 ? (size_t)cwd_bytes - 1 : 0},
    .options = process.settings.options,
    .argv = process.settings.program,
    .seep_version = process_string(PACKAGE_VERSION),
    .core_version = process_string(VALGRIND_VERSION),
    .launcher = process_string(process.settings.launcher ? process.settings.launcher : ""),
    .elapsed_ns = process_now_ns(CLOCK_MONOTONIC) - process.began_ns,
  };
  output_send(&process.output, RECORD_START, &frame);
  process.watched_pid = process_pid();
}

void process_send(enum record_kind kind, const void *frame)
{
  struct watched_thread *const thread = watched_thread_begin();
  locks_take(LOCK_OUTPUT);
  output_send(&process.output, kind, frame);
  output_flush(&process.output);
  locks_release(LOCK_OUTPUT);
  watched_thread_end(thread);
}

void process_look_at_code(void)
{
  struct watched_thread *const thread = watched_thread_begin();
  locks_take(LOCK_OUTPUT);
  code_look(&process.output);
  output_flush(&process.output); /* descriptors of files wait there */
  locks_release(LOCK_OUTPUT);
  watched_thread_end(thread);
}

void process_stop_watching(const char *reason)
{
  struct record_reply reply;
  char text[200];
  if (!process_is_this())
    return;
  snprintf(text, sizeof text, "Seep: %s, so it is not watched any more: leaks are unknown\n", reason);
  program_signals_end();
  fatal_signals_end();
  process_send(RECORD_MESSAGE, &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
  struct watched_thread *const thread = watched_thread_begin();
  locks_take(LOCK_OUTPUT);
  snapshots_finish();
  output_ask(&process.output, RECORD_QUESTION_SYNC, &reply);
  requests_send_away();
  requests_end();
  process_leave_alone();
  locks_release(LOCK_OUTPUT);
  watched_thread_end(thread);
}

/* --- its descriptors --- */

bool process_has_descriptor(int fd)
{
  return process.watched_pid != 0 && output_has(&process.output, fd);
}

void process_leave_descriptor(int fd)
{
  struct watched_thread *const thread = watched_thread_begin();
  locks_take(LOCK_OUTPUT);
  output_leave(&process.output, fd);
  locks_release(LOCK_OUTPUT);
  watched_thread_end(thread);
}

unsigned process_descriptors_until(unsigned first, unsigned last)
{
  const unsigned own = first < INT_MAX ? output_first_above(&process.output, (int)first) : UINT_MAX;
  return own < UINT_MAX && own <= last ? own - 1 : last;
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

/* As the program would have it without this library. */
static void clean_environment(void)
{
  static const char preload[] = "LD_PRELOAD";
  environment_remove(NATIVE_VARIABLE);
  char *const list = environment_find(preload), *own = list ? strstr(list, NATIVE_LIBRARY) : NULL;
  if (!own)
    return;
  const char *const behind = own + strlen(NATIVE_LIBRARY);
  while (own > list && own[-1] != ':' && own[-1] != ' ')
    own--;
  if (*behind != '\0')
    memmove(own, behind + 1, strlen(behind + 1) + 1);
  else if (own > list)
    own[-1] = '\0';
  else
    environment_remove(preload);
}

static void find_library(void)
{
  const struct link_map *const own = loaded_symbols_of_this();
  process.library = own ? own->l_name : "";
}

void process_prepare(void)
{
  own_memory_begin();
  next_functions_begin();
  find_library();
}

static void begin_with(int arguments)
{
  process_prepare();
  const bool leads_here = library_names_begin();
  const bool is_read = native_settings_read(arguments, &process.settings);
  clean_environment();
  if (!is_read) {
    say("Seep: its options cannot be read, so this program is not checked", "\n");
    process_leave_alone();
    return;
  }
  process.began_ns = process_now_ns(CLOCK_MONOTONIC);
  env_is_thorough = process.settings.is_thorough;
  process.own_allocator = own_allocator_find();
  if (!next_functions_have_own_malloc()) /* such a program may know what else is on the heap */
    note_main_arena();
  walks_begin(process.settings.callers);
  thread_storage_begin();
  ended_threads_begin();
  errors_begin();
  output_begin(&process.output, process.settings.channel, process.settings.record, process.settings.run_dir);
  snapshot_signals_begin();
  fatal_signals_begin();
  if (!ends_begin() || !executions_begin() || !program_signals_begin())
    say_and_end("Seep: the end of the program cannot be watched: its code cannot be changed here", "");
  forks_begin();
  growth_begin();
  process_begin_stream();
  if (!leads_here)
    process_note_unseen();
  process_look_at_code();
  client_requests_begin();
  requests_begin(); /* one may come at once */
}

static int number_of(const char *digits)
{
  int number = 0;
  for (; *digits >= '0' && *digits <= '9' && number < 1 << 20; digits++)
    number = number * 10 + *digits - '0';
  return number;
}

/* With the program's first block, or as a constructor; threads come later. */
static __attribute__((constructor)) void begin(void)
{
  static bool has_begun;
  const char *const given = has_begun || !environ ? NULL : environment_find(NATIVE_VARIABLE);
  has_begun |= environ != NULL;
  if (given)
    begin_with(number_of(given));
}
