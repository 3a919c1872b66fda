/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program's malloc() is what is watched, so the checker must not use it: pages come straight from the kernel, and
 * small pieces are cut out of them, in sizes that are powers of two. */
#include "native/own_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <linux/futex.h>
#include <limits.h>

#include "memcheck/pure/base/env.h"
#include "native/locks.h"
#include "native/say.h"
#include "shared/base/raw_syscalls.h"

enum {
  PAGE_BYTES = 4096,
  SMALLEST_LOG = 5,
  CLASSES = 12, /* up to 64 KiB; what is larger has pages of its own */
  PIECES_BYTES = 1 << 18,
  HEAD_BYTES = 16,
  RANGES_MAX = 1 << 16,
};

struct range {
  uint64_t start, end;
};

/* In front of each piece. */
struct head {
  uint64_t bytes; /* of the piece with its head */
  struct head *next;
};

static struct range *ranges; /* ascending */
static unsigned range_count;
static struct head *unused[CLASSES];
static unsigned char *pieces, *pieces_end;

/* For when the system has no more: what is under way can be ended, but nothing new begun. */
enum { RESERVE_BYTES = 1 << 22 };
static unsigned char *reserve;
static size_t reserve_used;
static _Atomic bool is_short;

static bool failed(long result)
{
  return (unsigned long)result > -4096ul;
}

static size_t whole_pages(size_t bytes)
{
  return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

static void *map(size_t bytes)
{
  const long result =
    raw_syscall(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return failed(result) ? NULL : (void *)result;
}

/* --- ranges --- */

static unsigned first_behind(uint64_t address)
{
  unsigned low = 0, high = range_count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (ranges[middle].end > address)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void add_range(uint64_t start, uint64_t end)
{
  if (!ranges)
    ranges = map(RANGES_MAX * sizeof *ranges);
  if (!ranges || range_count == RANGES_MAX)
    env_out_of_memory("own memory", end - start);
  const unsigned at = first_behind(start);
  memmove(&ranges[at + 1], &ranges[at], (range_count - at) * sizeof *ranges);
  ranges[at] = (struct range){start, end};
  range_count++;
}

static void remove_range(uint64_t start, uint64_t end)
{
  const unsigned at = first_behind(start);
  if (at == range_count || ranges[at].start != start || ranges[at].end != end)
    return;
  range_count--;
  memmove(&ranges[at], &ranges[at + 1], (range_count - at) * sizeof *ranges);
}

static bool cut(const struct range *range, uint64_t *start, uint64_t *end, uint64_t *rest)
{
  if (range->start <= *start) {
    *start = range->end;
    return false;
  }
  *rest = *end;
  *end = range->start;
  return true;
}

bool own_memory_cut(uint64_t *start, uint64_t *end, uint64_t *ret_rest)
{
  *ret_rest = *end;
  const struct range table = {(uint64_t)ranges, (uint64_t)ranges + RANGES_MAX * sizeof *ranges};
  for (unsigned at = first_behind(*start); at < range_count && ranges[at].start < *end; at++)
    if (cut(&ranges[at], start, end, ret_rest))
      break;
  if (ranges && table.start < *end && table.end > *start && !cut(&table, start, end, ret_rest) && *start < *end)
    return own_memory_cut(start, end, ret_rest);
  return *start < *end;
}

void own_memory_begin(void)
{
  locks_take(LOCK_MEMORY);
  add_range((uint64_t)__ehdr_start, (uint64_t)_end);
  reserve = map(RESERVE_BYTES);
  if (reserve)
    add_range((uint64_t)reserve, (uint64_t)reserve + RESERVE_BYTES);
  locks_release(LOCK_MEMORY);
}

/* --- pages --- */

/* NULL: it is too small. */
static void *take_reserve(size_t bytes)
{
  if (!reserve || bytes > RESERVE_BYTES - reserve_used)
    return NULL;
  is_short = true;
  reserve_used += bytes;
  return reserve + reserve_used - bytes;
}

static void *map_noted(const char *what, size_t bytes)
{
  void *const memory = map(bytes);
  if (!memory) {
    void *const last = take_reserve(bytes);
    if (!last)
      env_out_of_memory(what, bytes);
    return last;
  }
  add_range((uint64_t)memory, (uint64_t)memory + bytes);
  return memory;
}

void *env_map_pages(size_t bytes)
{
  locks_take(LOCK_MEMORY);
  void *const memory = map_noted("pages", whole_pages(bytes));
  locks_release(LOCK_MEMORY);
  return memory;
}

bool own_memory_is_short(void)
{
  return is_short;
}

/* What is in the reserve stays there. */
void env_unmap_pages(void *memory, size_t bytes)
{
  const size_t size = whole_pages(bytes);
  if ((size_t)((unsigned char *)memory - reserve) < RESERVE_BYTES)
    return;
  locks_take(LOCK_MEMORY);
  remove_range((uint64_t)memory, (uint64_t)memory + size);
  raw_syscall(SYS_munmap, (long)memory, (long)size, 0, 0, 0, 0);
  locks_release(LOCK_MEMORY);
}

void *env_map_sparse(size_t bytes)
{
  return env_map_pages(bytes);
}

void env_unmap_sparse(void *memory, size_t bytes)
{
  env_unmap_pages(memory, bytes);
}

void env_prefer_large_pages(void *memory, size_t bytes)
{
  (void)raw_syscall(SYS_madvise, (long)memory, (long)bytes, 14 /* MADV_HUGEPAGE */, 0, 0, 0);
}

bool env_map_pages_at(uint64_t address, size_t bytes, bool populate)
{
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED | (populate ? MAP_POPULATE : 0);
  return !failed(raw_syscall(SYS_mmap, (long)address, (long)bytes, PROT_READ | PROT_WRITE, flags, -1, 0));
}

bool env_unmap_pages_at(uint64_t address, size_t bytes)
{
  return raw_syscall(SYS_munmap, (long)address, (long)bytes, 0, 0, 0, 0) == 0;
}

bool env_move_pages_at(uint64_t to, size_t to_bytes, uint64_t from, size_t bytes)
{
  if (!failed(
        raw_syscall(SYS_mremap, (long)from, (long)bytes, (long)to_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, (long)to, 0)))
    return true;
  env_unmap_pages_at(to, to_bytes);
  return false;
}

/* --- pieces --- */

static unsigned class_of(size_t bytes)
{
  unsigned log = SMALLEST_LOG;
  while (((size_t)1 << log) < bytes)
    log++;
  return log - SMALLEST_LOG;
}

static struct head *cut_piece(unsigned class)
{
  const size_t bytes = (size_t)1 << (class + SMALLEST_LOG);
  if ((size_t)(pieces_end - pieces) < bytes) {
    pieces = map_noted("pieces", PIECES_BYTES);
    pieces_end = pieces + PIECES_BYTES;
  }
  struct head *const head = (struct head *)pieces;
  pieces += bytes;
  head->bytes = bytes;
  return head;
}

static struct head *take_piece(unsigned class)
{
  struct head *const head = unused[class];
  if (!head)
    return cut_piece(class);
  unused[class] = head->next;
  return head;
}

void *env_allocate(const char *what, size_t bytes)
{
  locks_take(LOCK_MEMORY);
  const unsigned class = class_of(bytes + HEAD_BYTES);
  struct head *head;
  if (class < CLASSES) {
    head = take_piece(class);
  } else {
    const size_t size = whole_pages(bytes + HEAD_BYTES);
    head = map_noted(what, size);
    head->bytes = size;
  }
  locks_release(LOCK_MEMORY);
  return (unsigned char *)head + HEAD_BYTES;
}

void env_free(void *memory)
{
  if (!memory)
    return;
  struct head *const head = (struct head *)((unsigned char *)memory - HEAD_BYTES);
  const unsigned class = class_of(head->bytes);
  if (class >= CLASSES) {
    env_unmap_pages(head, head->bytes);
    return;
  }
  locks_take(LOCK_MEMORY);
  head->next = unused[class];
  unused[class] = head;
  locks_release(LOCK_MEMORY);
}

/* --- the rest of env.h --- */

/* The check is made while all other threads stand still; one thread does all of it. */
void env_run_workers(unsigned count, void (*work)(void *context, unsigned worker), void *context)
{
  (void)count;
  work(context, 0);
}

void env_sleep_while(_Atomic uint32_t *word, uint32_t value)
{
  (void)raw_syscall(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0);
}

void env_wake_all(_Atomic uint32_t *word)
{
  (void)raw_syscall(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
}

bool env_is_thorough; /* the settings tell */

static jmp_buf *escape;
static long escaping; /* which thread */
static bool escapes_alone; /* of the locks it has only that of the memory */

static long thread_here(void)
{
  return raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
}

void own_memory_escape_to(jmp_buf *place)
{
  escaping = thread_here();
  escapes_alone = false;
  escape = place;
}

void own_memory_escape_alone_to(jmp_buf *place)
{
  own_memory_escape_to(place);
  escapes_alone = true;
}

void env_out_of_memory(const char *what, size_t bytes)
{
  jmp_buf *const place = escape;
  (void)bytes;
  if (place && escaping == thread_here()) {
    escape = NULL;
    if (escapes_alone)
      locks_release(LOCK_MEMORY);
    else
      locks_release_all();
    longjmp(*place, 1);
  }
  say_and_end("Seep: no memory left to search for leaks: ", what);
}

void env_panic(const char *file, unsigned line, const char *condition)
{
  (void)line;
  say("Seep: broken invariant in ", file);
  say_and_end(": ", condition);
}
