/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunks lie one behind the other. One that is not in use has its size at its end, too, and the next one's head says
 * so; the last one of a heap is never in use. What is kept for soon (tcache, fastbins) counts as used. A head that
 * cannot be one ends the walk: what follows may be anything.
 *
 * The C library's tables of arenas are such parts as well. That of the main arena is known by its pointer to the next
 * one, which is itself or a thread's, and by its pointer into the data segment; those of threads stand before their
 * heaps. */
#include "native/unused_heap.h"

#include <stdbool.h>
#include <string.h>

#include "native/libc_blocks.h"
#include "native/mappings.h"

/* Of struct malloc_state and struct heap_info of glibc. */
enum {
  WORD = 8,
  ARENA_TOP = 96,
  ARENA_NEXT = 2160,
  ARENA_BYTES = 2200,
  HEAP_BYTES = 1 << 26,
  HEAP_SIZE_WORD = 2,
  HEAP_HEAD_LEAST = 32,
  HEAP_HEAD_MOST = 64,
  FENCE_BYTES = 16,
  PAGE_BYTES = 4096,
};

typedef void visitor(uint64_t start, uint64_t end);

static uint64_t word_at(uint64_t address)
{
  return *(const uint64_t *)address;
}

/* From the chunk at `chunk` to the end of the heap. */
static void walk(uint64_t chunk, uint64_t end, visitor *visit)
{
  while (end - chunk >= LIBC_CHUNK_MIN) {
    const uint64_t bytes = word_at(chunk + WORD) & ~(uint64_t)LIBC_FLAGS, next = chunk + bytes;
    if (bytes % LIBC_ALIGNMENT != 0 || bytes < FENCE_BYTES || bytes > end - chunk)
      return;
    const bool is_last = next == end;
    if (is_last || (end - next >= LIBC_HEAD_BYTES && (word_at(next + WORD) & LIBC_PREVIOUS_IN_USE) == 0 &&
                    word_at(next) == bytes && bytes >= LIBC_CHUNK_MIN))
      visit(chunk + LIBC_HEAD_BYTES, next);
    chunk = next;
  }
}

/* Is that where the table of a thread's arena lies? */
static bool is_thread_arena(uint64_t table)
{
  const uint64_t into = table % HEAP_BYTES;
  return into >= HEAP_HEAD_LEAST && into <= HEAP_HEAD_MOST && into % LIBC_ALIGNMENT == 0;
}

/* A thread's first heap, at the beginning of a mapping; all others count as used. */
static void visit_thread_heap(const struct mapping *mapping, visitor *visit)
{
  const uint64_t start = mapping->start, table = word_at(start), bytes = word_at(start + HEAP_SIZE_WORD * WORD);
  if (start % HEAP_BYTES != 0 || table - start > HEAP_HEAD_MOST || !is_thread_arena(table) ||
      word_at(start + WORD) != 0 || bytes % PAGE_BYTES != 0 || bytes < PAGE_BYTES || bytes > mapping->end - start)
    return;
  const uint64_t first = (table + ARENA_BYTES + LIBC_ALIGNMENT - 1) & ~(uint64_t)(LIBC_ALIGNMENT - 1);
  visit(start, first);
  walk(first, start + bytes, visit);
}

static void visit_main_arena(const struct mapping *data, uint64_t heap_start, uint64_t heap_end, visitor *visit)
{
  for (uint64_t table = data->start; data->end - table >= ARENA_BYTES; table += WORD) {
    const uint64_t next = word_at(table + ARENA_NEXT), top = word_at(table + ARENA_TOP);
    if ((next != table && !is_thread_arena(next)) || top < heap_start || top >= heap_end)
      continue;
    visit(table, table + ARENA_BYTES);
    return;
  }
}

static bool is_data_of_libc(const struct mapping *mapping)
{
  return mapping->is_writable && mapping->is_readable && strstr(mapping->path, "/libc.so.6");
}

void unused_heap_visit(visitor *visit)
{
  static struct mappings mappings;
  static struct mapping data;
  uint64_t heap_start = 0, heap_end = 0;
  data.start = data.end = 0;
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));) {
    const bool is_used = mapping->is_readable && mapping->is_writable;
    if (is_used && strcmp(mapping->path, "[heap]") == 0) {
      heap_start = mapping->start;
      heap_end = mapping->end;
    } else if (is_used && mapping->inode == 0 && mapping->start % HEAP_BYTES == 0) {
      visit_thread_heap(mapping, visit);
    } else if (is_data_of_libc(mapping)) {
      data = *mapping;
    }
  }
  mappings_end(&mappings);
  if (heap_end == 0)
    return;
  walk(heap_start, heap_end, visit);
  if (data.end != 0)
    visit_main_arena(&data, heap_start, heap_end, visit);
}
