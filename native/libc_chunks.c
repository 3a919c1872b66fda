/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunks lie one behind the other. One that is not in use has its size at its end, too, and the next one's head says
 * so; the last one of an arena, its top, is never in use. What is kept for soon looks used: in a fastbin it is on a
 * list of its arena's, and in the tcache its second word is a number that is the same for all. A heap is walked twice:
 * only if the first walk came to its end, without a head that cannot be one, the second shows anything.
 *
 * The table of the main arena is known by its pointer to the next one, which is itself or a thread's, and by its
 * pointer into the data segment. The others are in a ring with it; they stand at the beginning of their first heap. */
#include "native/libc_chunks.h"

#include <string.h>

#include "memcheck/pure/base/heapsort.h"
#include "native/libc_blocks.h"
#include "native/libc_heap.h"
#include "native/mappings.h"
#include "native/page_runs.h"
#include "native/process.h"

/* Of struct malloc_state and struct heap_info of glibc. */
enum {
  WORD = 8,
  ARENA_FASTBINS = 16,
  FASTBINS = 10,
  FAST_BYTES_MAX = 0xb0, /* of a chunk */
  ARENA_TOP = 96,
  ARENA_NEXT = 2160,
  ARENA_BYTES = 2200,
  HEAP_BYTES = 1 << 26,
  HEAP_PREVIOUS_WORD = 1,
  HEAP_SIZE_WORD = 2,
  HEAP_HEAD_LEAST = 32,
  HEAP_HEAD_MOST = 64,
  FENCE_BYTES = 16,
  PAGE_BYTES = 4096,
};

enum {
  HEAPS_MAX = 4096,
  FAST_CHUNKS_MAX = 1 << 16,
  MAPPED_BYTES_LEAST = 1 << 16, /* a smaller one is not told from what the program has mapped by itself */
  MAPPED_PAGES_LOOKED_AT = 1 << 12,
};

/* The main arena's, or one of a thread's. */
struct heap {
  uint64_t first, end; /* of its chunks */
  uint64_t start;
  uint64_t table;
  bool is_of_thread, is_known; /* its arena is in the ring */
};

static struct {
  struct heap heaps[HEAPS_MAX];
  unsigned count;
  struct mapping data; /* of the C library; end 0: not known */
  uint64_t break_start, break_end;
  bool has_broken_break;
  uint64_t fast[FAST_CHUNKS_MAX]; /* chunks of fastbins, ascending */
  unsigned fast_count;
  libc_chunk_visitor *visit;
  void *context;
} seen;

static uint64_t tcache_key; /* 0: there is no tcache */

/* Wherever it is: the program may have closed what it has from malloc(). */
static uint64_t word_at(uint64_t address)
{
  return page_runs_word(address);
}

static uint64_t chunk_bytes(uint64_t chunk)
{
  return word_at(chunk + WORD) & ~(uint64_t)LIBC_FLAGS;
}

void libc_chunks_begin(void)
{
  enum { SMALL = 24, PATTERN = 0x5365 };
  void *(*const allocate)(size_t) = (void *(*)(size_t))libc_heap_function("malloc");
  void (*const release)(void *) = (void (*)(void *))libc_heap_function("free");
  volatile uint64_t *const block = allocate ? allocate(SMALL) : NULL;
  if (!block || !release)
    return;
  volatile uint64_t place = (uint64_t)block; /* which is looked at once more */
  block[1] = PATTERN;
  release((void *)(uint64_t)block);
  const uint64_t key = *(const volatile uint64_t *)(place + WORD);
  tcache_key = key != PATTERN ? key : 0;
}

/* --- one heap --- */

static bool is_fast(uint64_t chunk)
{
  unsigned low = 0, high = seen.fast_count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (seen.fast[middle] < chunk)
      low = middle + 1;
    else
      high = middle;
  }
  return low < seen.fast_count && seen.fast[low] == chunk;
}

/* In front of a fence there may be a rest that says it is in use. */
static bool is_block(uint64_t chunk, uint64_t next)
{
  return chunk_bytes(next) >= LIBC_CHUNK_MIN && !is_fast(chunk) &&
         (tcache_key == 0 || word_at(chunk + LIBC_HEAD_BYTES + WORD) != tcache_key);
}

static void show(bool is_shown, uint64_t start, uint64_t end, enum libc_chunk kind)
{
  if (is_shown)
    seen.visit(seen.context, start, end, kind);
}

/* To its end, or to where the C library could not get more memory behind it. False: it is damaged, or just changing. */
static bool walk(const struct heap *heap, bool is_shown)
{
  const uint64_t top = word_at(heap->table + ARENA_TOP);
  uint64_t chunk = heap->first;
  while (heap->end - chunk >= LIBC_CHUNK_MIN) {
    const uint64_t head = word_at(chunk + WORD), bytes = chunk_bytes(chunk), next = chunk + bytes;
    if (bytes == FENCE_BYTES)
      return true;
    if (bytes % LIBC_ALIGNMENT != 0 || bytes < LIBC_CHUNK_MIN || bytes > heap->end - chunk)
      return false;
    if (chunk == top) {
      show(is_shown, chunk + LIBC_HEAD_BYTES, next, LIBC_CHUNK_FREE);
      return next == heap->end;
    }
    if (heap->end - next < LIBC_HEAD_BYTES)
      return false;
    const bool is_used = (word_at(next + WORD) & LIBC_PREVIOUS_IN_USE) != 0;
    if (is_used ? (head & LIBC_HAS_PAGES) != 0 || ((head & LIBC_IN_OTHER_ARENA) != 0) != heap->is_of_thread
                : word_at(next) != bytes)
      return false;
    if (!is_used)
      show(is_shown, chunk + LIBC_HEAD_BYTES, next, LIBC_CHUNK_FREE);
    else if (is_shown && is_block(chunk, next))
      show(true, chunk + LIBC_HEAD_BYTES, next + WORD, LIBC_CHUNK_USED);
    chunk = next;
  }
  return chunk == heap->end || heap->end - chunk == FENCE_BYTES;
}

static bool is_address_before(const void *a, const void *b, const void *context)
{
  (void)context;
  return *(const uint64_t *)a < *(const uint64_t *)b;
}

/* Where a chunk of the arena may begin. */
static const struct heap *heap_of(uint64_t table, uint64_t chunk)
{
  for (unsigned i = 0; i < seen.count; i++) {
    const struct heap *const heap = &seen.heaps[i];
    if (heap->table == table && chunk >= heap->first && chunk < heap->end && heap->end - chunk >= LIBC_CHUNK_MIN)
      return heap;
  }
  return NULL;
}

/* False: a list is damaged, or too long. The pointers are mangled by their own addresses. */
static bool add_fastbin(uint64_t table, unsigned bin)
{
  uint64_t chunk = word_at(table + ARENA_FASTBINS + bin * WORD);
  while (chunk != 0) {
    const uint64_t next = chunk + LIBC_HEAD_BYTES;
    if (chunk % LIBC_ALIGNMENT != 0 || seen.fast_count == FAST_CHUNKS_MAX || !heap_of(table, chunk) ||
        chunk_bytes(chunk) != (uint64_t)(bin + 2) * LIBC_ALIGNMENT)
      return false;
    seen.fast[seen.fast_count++] = chunk;
    chunk = word_at(next) ^ next >> 12;
  }
  return true;
}

/* An arena that is locked is just changing. */
static bool is_readable(uint64_t table)
{
  bool is_whole = (uint32_t)word_at(table) == 0;
  seen.fast_count = 0;
  for (unsigned bin = 0; bin < FASTBINS && is_whole; bin++)
    is_whole = add_fastbin(table, bin);
  if (is_whole)
    heapsort_items(seen.fast, seen.fast_count, sizeof *seen.fast, is_address_before, NULL);
  return is_whole;
}

/* Returns how many bytes of it are not shown. */
static uint64_t show_heap(const struct heap *heap)
{
  if (!heap->is_known || !is_readable(heap->table) || !walk(heap, false))
    return heap->end - heap->first;
  (void)walk(heap, true);
  if (heap->is_of_thread)
    show(true, heap->start, heap->first, LIBC_CHUNK_FREE);
  return 0;
}

/* --- all of them --- */

/* Is that where the table of a thread's arena lies? */
static bool is_thread_arena(uint64_t table)
{
  const uint64_t into = table % HEAP_BYTES;
  return into >= HEAP_HEAD_LEAST && into <= HEAP_HEAD_MOST && into % LIBC_ALIGNMENT == 0;
}

static void add_heap(uint64_t first, uint64_t end, uint64_t start, uint64_t table, bool is_of_thread)
{
  if (seen.count < HEAPS_MAX && end > first)
    seen.heaps[seen.count++] =
      (struct heap){.first = first, .end = end, .start = start, .table = table, .is_of_thread = is_of_thread};
}

/* What may be a thread's heap, and is one if its arena is in the ring. The first one of an arena has its table. */
static void look_for_thread_heap(uint64_t start, uint64_t end)
{
  const uint64_t table = word_at(start), previous = word_at(start + HEAP_PREVIOUS_WORD * WORD),
                 bytes = word_at(start + HEAP_SIZE_WORD * WORD);
  const bool is_first = table - start <= HEAP_HEAD_MOST;
  if (!is_thread_arena(table) || previous % HEAP_BYTES != 0 || (previous == 0) != is_first || bytes % PAGE_BYTES != 0 ||
      bytes < PAGE_BYTES || bytes > end - start)
    return;
  const uint64_t behind = is_first ? table + ARENA_BYTES : start + table % HEAP_BYTES;
  add_heap((behind + LIBC_ALIGNMENT - 1) & ~(uint64_t)(LIBC_ALIGNMENT - 1), start + bytes, start, table, true);
}

static void look_for_mapped(uint64_t start, uint64_t end)
{
  for (unsigned i = 0; i < MAPPED_PAGES_LOOKED_AT && end - start >= MAPPED_BYTES_LEAST; i++) {
    const uint64_t head = word_at(start + WORD), bytes = head & ~(uint64_t)LIBC_FLAGS;
    const bool is_one = word_at(start) == 0 && (head & LIBC_FLAGS) == LIBC_HAS_PAGES && bytes % PAGE_BYTES == 0 &&
                        bytes >= MAPPED_BYTES_LEAST && bytes <= end - start;
    show(is_one, start + LIBC_HEAD_BYTES, start + bytes, LIBC_CHUNK_MAPPED);
    start += is_one ? bytes : PAGE_BYTES;
  }
}

static void look_at_mapping(const struct mapping *mapping)
{
  const bool is_used = mapping->is_readable && mapping->is_writable;
  if (strcmp(mapping->path, "[heap]") == 0) {
    seen.has_broken_break |= !is_used || (seen.break_end != 0 && seen.break_end != mapping->start);
    seen.break_start = seen.break_end != 0 ? seen.break_start : mapping->start;
    seen.break_end = mapping->end;
  } else if (is_used && mapping->inode == 0 && mapping->path[0] == '\0') {
    for (uint64_t at = (mapping->start + HEAP_BYTES - 1) & ~(uint64_t)(HEAP_BYTES - 1); at < mapping->end;
         at += HEAP_BYTES)
      look_for_thread_heap(at, mapping->end);
    look_for_mapped(mapping->start, mapping->end);
  } else if (is_used && strstr(mapping->path, "/libc.so.6")) {
    seen.data = *mapping;
  }
}

/* Before the program's first block of that kind, its top is in the table itself. */
static uint64_t find_main_arena(void)
{
  for (uint64_t table = seen.data.start; seen.data.end - table >= ARENA_BYTES; table += WORD) {
    const uint64_t next = word_at(table + ARENA_NEXT), top = word_at(table + ARENA_TOP);
    if ((next == table || is_thread_arena(next)) &&
        (top == table + ARENA_TOP || (top >= seen.break_start && top < seen.break_end)))
      return table;
  }
  return 0;
}

/* All heaps of an arena, if its table lies in one of them, where it can be read. */
static bool mark_known(uint64_t table)
{
  bool has_table = false;
  for (unsigned i = 0; i < seen.count; i++) {
    const struct heap *const heap = &seen.heaps[i];
    has_table |= heap->table == table && table >= heap->start && table + ARENA_BYTES <= heap->end;
  }
  for (unsigned i = 0; i < seen.count; i++)
    seen.heaps[i].is_known |= has_table && seen.heaps[i].table == table;
  return has_table;
}

static void follow_ring(uint64_t main_arena)
{
  uint64_t table = word_at(main_arena + ARENA_NEXT);
  for (unsigned i = 0; i < HEAPS_MAX && table != main_arena && mark_known(table); i++)
    table = word_at(table + ARENA_NEXT);
}

static void look_at_mappings(void)
{
  static struct mappings mappings;
  seen.count = 0;
  seen.break_start = seen.break_end = seen.data.start = seen.data.end = 0;
  seen.has_broken_break = false;
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));)
    look_at_mapping(mapping);
  mappings_end(&mappings);
}

uint64_t libc_chunks_visit(libc_chunk_visitor *visit, void *context)
{
  uint64_t unknown = 0;
  seen.visit = visit;
  seen.context = context;
  look_at_mappings();
  if (process_is_in_allocator()) { /* which has locked nothing if this is the only thread */
    for (unsigned i = 0; i < seen.count; i++)
      unknown += seen.heaps[i].end - seen.heaps[i].first;
    return unknown + seen.break_end - seen.break_start;
  }
  const uint64_t main_arena = find_main_arena();
  if (main_arena != 0) {
    show(true, main_arena, main_arena + ARENA_BYTES, LIBC_CHUNK_FREE);
    follow_ring(main_arena);
  }
  if (main_arena == 0 || seen.has_broken_break)
    unknown += seen.break_end - seen.break_start;
  else
    add_heap(seen.break_start, seen.break_end, seen.break_start, main_arena, false);
  for (unsigned i = 0; i < seen.count; i++) {
    seen.heaps[i].is_known |= !seen.heaps[i].is_of_thread;
    unknown += show_heap(&seen.heaps[i]);
  }
  return unknown;
}
