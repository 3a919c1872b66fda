/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Roots are the writable mappings, but for the heap, the checker's own memory and what lies below stack pointers; and
 * registers. What may not be there any more (a file that was truncated), or is a guard, is read through the kernel; and
 * nothing is read of private memory that was never touched, which may wait for somebody to fill it (userfaultfd). */
#include "native/memory_view.h"

#include <string.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/redzone.h"
#include "native/awaited_memory.h"
#include "native/ended_threads.h"
#include "native/kernel_copy.h"
#include "native/languages.h"
#include "native/mappings.h"
#include "native/own_memory.h"
#include "native/page_runs.h"
#include "native/process_private.h"
#include "native/thread_storage.h"

enum {
  WORD = LEAK_WORD_BYTES,
  PIECE_BYTES = 1 << 16,
  PAGE_BYTES = 4096,
  ROOTS_FIRST = 1024,
  TCB_BYTES = 4096,
  TCB_DTV_WORD = 1,
  PAIR = 16,
  FP_NUMBER = 6, /* in DWARF */
  SP_NUMBER = 7,
};

/* One mapping, or a part of it. Of shared memory and files the pages are unknown. */
struct segment {
  uint64_t start, end;
  enum page_kind kind;
  bool is_readable, is_executable, is_file, may_hold_pointers, is_shared;
  bool is_continued; /* it is not the first part */
};

static struct {
  struct segment *segments;
  size_t segment_count, segment_capacity, last_segment;
  struct leak_root *roots;
  size_t root_count, root_capacity;
  uint64_t *words, *word_places;
  size_t word_count, word_capacity;
  const struct memory_range *heap;
  unsigned heap_count;
  struct watched_thread *own;
  uint64_t own_sp;
  uint64_t copy[PIECE_BYTES / WORD];
} view;

extern char *__libc_stack_end;

const struct leak_root *memory_view_roots;
size_t memory_view_root_count;

/* Room for one more item. */
static void *enlarged(void *items, size_t count, size_t *capacity, size_t item_bytes)
{
  if (count < *capacity)
    return items;
  const size_t more = *capacity ? 2 * *capacity : ROOTS_FIRST;
  void *const larger = env_allocate("roots", more * item_bytes);
  if (items)
    memcpy(larger, items, count * item_bytes);
  env_free(items);
  *capacity = more;
  return larger;
}

/* --- reading --- */

static const struct segment *segment_at(uint64_t address)
{
  const struct segment *const last = &view.segments[view.last_segment];
  if (view.segment_count > 0 && address >= last->start && address < last->end)
    return last;
  size_t low = 0, high = view.segment_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (view.segments[middle].end > address)
      high = middle;
    else
      low = middle + 1;
  }
  if (low == view.segment_count || view.segments[low].start > address)
    return NULL;
  view.last_segment = low;
  return &view.segments[low];
}

static bool is_untouched(const struct segment *segment)
{
  return segment->is_readable && segment->kind == PAGES_UNTOUCHED;
}

size_t memory_view_copy(void *to, uint64_t from, size_t bytes)
{
  for (size_t copied = 0, piece; copied < bytes; copied += piece) {
    const struct segment *const segment = segment_at(from + copied);
    piece = bytes - copied;
    if (segment && segment->end - (from + copied) < piece)
      piece = segment->end - (from + copied);
    if (segment && is_untouched(segment)) {
      memset((char *)to + copied, 0, piece);
      continue;
    }
    const size_t read = kernel_copy((char *)to + copied, from + copied, piece);
    if (read < piece)
      return copied + read;
  }
  return bytes;
}

static bool copy_piece(uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next)
{
  if (end - start > PIECE_BYTES)
    end = start + PIECE_BYTES;
  const size_t bytes = kernel_copy(view.copy, start, end - start);
  if (bytes < WORD) {
    const uint64_t page_end = (start | (PAGE_BYTES - 1)) + 1;
    *ret_next = page_end < end ? page_end : end;
    return false;
  }
  *ret_words = view.copy;
  *ret_next = start + bytes / WORD * WORD;
  return true;
}

static bool read_words(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next)
{
  (void)context;
  const struct segment *const segment = segment_at(start);
  if (!segment || !segment->is_readable || is_untouched(segment)) {
    const uint64_t page_end = (start | (PAGE_BYTES - 1)) + 1;
    *ret_next = segment ? segment->end : page_end;
    if (*ret_next > end)
      *ret_next = end;
    return false;
  }
  if (end > segment->end)
    end = segment->end;
  if (segment->kind != PAGES_PRESENT ||
      end - start >= PAGE_BYTES) /* it may be the checker's, which has given it back */
    return copy_piece(start, end, ret_words, ret_next);
  *ret_words = (const uint64_t *)start;
  *ret_next = end;
  return true;
}

static bool read_word(void *context, uint64_t address, uint64_t *ret)
{
  (void)context;
  const struct segment *const segment = segment_at(address);
  if (!segment || !segment->is_readable || address + WORD > segment->end)
    return false;
  if (__builtin_expect(segment->kind == PAGES_PRESENT, true)) {
    *ret = *(const uint64_t *)address;
    return true;
  }
  *ret = 0;
  return is_untouched(segment) || kernel_copy(ret, address, WORD) == WORD;
}

static unsigned file_permissions(void *context, uint64_t address)
{
  (void)context;
  const struct segment *const segment = segment_at(address);
  if (!segment || !segment->is_file)
    return 0;
  return (segment->is_readable ? LEAK_READABLE : 0) | (segment->is_executable ? LEAK_EXECUTABLE : 0);
}

static enum leak_layout layout_of(void *context, const struct block *block)
{
  (void)context;
  return languages_layout_of(block);
}

const struct leak_memory memory_view = {NULL, read_words, read_word, file_permissions, layout_of};

/* --- roots --- */

static void add_root(const struct leak_root *root)
{
  view.roots = enlarged(view.roots, view.root_count, &view.root_capacity, sizeof *view.roots);
  view.roots[view.root_count++] = *root;
}

static void add_word(uint64_t place, uint64_t word)
{
  const size_t capacity = view.word_capacity;
  view.words = enlarged(view.words, view.word_count, &view.word_capacity, sizeof *view.words);
  view.word_capacity = capacity;
  view.word_places = enlarged(view.word_places, view.word_count, &view.word_capacity, sizeof *view.word_places);
  view.words[view.word_count] = word;
  view.word_places[view.word_count++] = place;
}

/* Are its registers the checker's, and not the program's? */
static bool has_ended_here(const struct watched_thread *thread)
{
  return thread == view.own && view.own_sp != 0;
}

static uint64_t sp_of(const struct watched_thread *thread)
{
  return (has_ended_here(thread) ? view.own_sp : thread->registers[SP_NUMBER]) - REDZONE_BYTES;
}

static bool is_here(const struct watched_thread *thread)
{
  return thread == view.own || watched_thread_is_still(thread);
}

bool memory_view_thread(const struct watched_thread *thread, struct unwind_registers *ret)
{
  if (!is_here(thread))
    return false;
  *ret =
    (struct unwind_registers){.pc = thread->pc, .sp = thread->registers[SP_NUMBER], .fp = thread->registers[FP_NUMBER]};
  if (!has_ended_here(thread))
    return true;
  const uint64_t *const called_with = (const uint64_t *)view.own_sp; /* %rbp and the return address are in front */
  *ret = (struct unwind_registers){.pc = called_with[-1] - 1, .sp = view.own_sp, .fp = called_with[-2]};
  return true;
}

/* Where the stack begins that the thread is on; what lies from there up to its stack pointer is dead. */
static uint64_t stack_start_of(const struct watched_thread *thread, uint64_t mapping_start)
{
  if (sp_of(thread) - thread->signal_stack < thread->signal_stack_bytes)
    return thread->signal_stack;
  return thread->stack_start > mapping_start && thread->stack_start <= sp_of(thread) ? thread->stack_start
                                                                                     : mapping_start;
}

static void add_part(uint64_t start, uint64_t end, uint32_t tid, unsigned root_class)
{
  if (start < end)
    add_root(&(struct leak_root){.start = start, .end = end, .tid = tid, .root_class = (uint8_t)root_class});
}

/* The stack of the thread, with its thread-local storage at the end, in one mapping. */
static void add_stack(const struct watched_thread *thread, uint64_t start, uint64_t end, uint64_t mapping_start)
{
  const uint64_t dead = stack_start_of(thread, mapping_start), sp = sp_of(thread) & ~(uint64_t)(WORD - 1);
  const uint64_t tls = thread_storage_start(&memory_view, thread->thread_pointer) & ~(uint64_t)(WORD - 1);
  const uint64_t stack_end = tls > sp && tls < end ? tls : end;
  add_part(start, dead < end ? dead : end, 0, RECORD_ROOT_GLOBAL);
  add_part(start > sp ? start : sp, stack_end, thread->number, RECORD_ROOT_STACK);
  add_part(start > stack_end ? start : stack_end, end, thread->number, RECORD_ROOT_TLS);
}

/* No stack; there may be storage of threads. */
static void add_data(uint64_t start, uint64_t end)
{
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    const uint64_t tcb = thread->thread_pointer;
    if (!is_here(thread) || tcb < start || tcb >= end)
      continue;
    const uint64_t tls = thread_storage_start(&memory_view, tcb) & ~(uint64_t)(WORD - 1);
    const uint64_t tls_end = end - tcb > TCB_BYTES ? tcb + TCB_BYTES : end;
    add_part(start, tls, 0, RECORD_ROOT_GLOBAL);
    add_part(tls > start ? tls : start, tls_end, thread->number, RECORD_ROOT_TLS);
    start = tls_end;
  }
  add_part(start, end, 0, RECORD_ROOT_GLOBAL);
}

/* What lies below a stack pointer is known to be dead if nothing else is in the mapping than that stack: that of the
 * process, or one that the C library made for a thread, with the thread's control block in it. In other mappings there
 * may be stacks of coroutines, or of other threads. */
static bool is_stack_only(const struct watched_thread *thread, uint64_t start, uint64_t end)
{
  const uint64_t main_end = (uint64_t)__libc_stack_end;
  const bool is_of_signals = sp_of(thread) - thread->signal_stack < thread->signal_stack_bytes;
  return is_of_signals || (main_end >= start && main_end < end) ||
         (thread->thread_pointer >= start && thread->thread_pointer < end);
}

static void add_range(uint64_t start, uint64_t end, uint64_t mapping_start, uint64_t mapping_end)
{
  const struct watched_thread *only = NULL;
  unsigned count = 0;
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next)
    if (is_here(thread) && sp_of(thread) >= mapping_start && sp_of(thread) < mapping_end) {
      only = thread;
      count++;
    }
  if (count == 1 && is_stack_only(only, mapping_start, mapping_end))
    add_stack(only, start, end, mapping_start);
  else if (only)
    add_part(start, end, only->number, RECORD_ROOT_STACK);
  else
    add_data(start, end);
}

static void add_outside_own(uint64_t start, uint64_t end, uint64_t mapping_start, uint64_t mapping_end)
{
  for (uint64_t rest; own_memory_cut(&start, &end, &rest); start = end, end = rest)
    add_range(start, end, mapping_start, mapping_end);
}

/* The first part of the heap that ends behind the address; they do not overlap. */
static unsigned first_heap_behind(uint64_t address)
{
  unsigned low = 0, high = view.heap_count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (view.heap[middle].end > address)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void add_outside_heap(uint64_t start, uint64_t end)
{
  const uint64_t mapping_start = start;
  for (unsigned i = first_heap_behind(start); i < view.heap_count && view.heap[i].start < end && start < end; i++) {
    const struct memory_range *const heap = &view.heap[i];
    if (heap->start > start)
      add_outside_own(start, heap->start, mapping_start, end);
    start = heap->end;
  }
  if (start < end)
    add_outside_own(start, end, mapping_start, end);
}

/* Reading a device may have effects. Memory that processes share is called /dev/zero, or lies in /dev/shm. */
static bool may_be_device(const char *path)
{
  return strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/zero", 9) != 0 && strncmp(path, "/dev/shm/", 9) != 0;
}

static bool may_hold_pointers(const struct mapping *mapping)
{
  return mapping->is_readable && mapping->is_writable && !may_be_device(mapping->path) &&
         (process.is_attached || strcmp(mapping->path, "[heap]") != 0);
}

static void add_segment(const struct segment *segment)
{
  view.segments = enlarged(view.segments, view.segment_count, &view.segment_capacity, sizeof *view.segments);
  view.segments[view.segment_count++] = *segment;
}

/* In parts whose pages are of one kind. */
static void add_in_parts(struct segment segment)
{
  const uint64_t end = segment.end;
  for (; segment.start < end; segment.start = segment.end) {
    const struct page_run run = page_runs_at(segment.start, end);
    segment.end = run.end;
    segment.kind = run.kind == PAGES_PRESENT && segment.is_file ? PAGES_UNKNOWN : run.kind; /* of files, for now */
    add_segment(&segment);
    segment.is_continued = true;
  }
}

/* `is_awaited`: others may fill what the program shares with them, or the kernel keeps for it, so what it has never
 * touched must not be read. */
static void add_mapping(const struct mapping *mapping, bool is_awaited)
{
  const struct segment segment = {.start = mapping->start,
                                  .end = mapping->end,
                                  .is_readable = mapping->is_readable,
                                  .is_executable = mapping->is_executable,
                                  .is_file = mapping->inode != 0,
                                  .is_shared = mapping->is_shared,
                                  .may_hold_pointers = may_hold_pointers(mapping)};
  const bool is_in_memory = mapping->inode == 0 || mapping->is_shared || strncmp(mapping->path, "/memfd:", 7) == 0;
  if (mapping->is_readable && (mapping->inode == 0 || (is_in_memory && is_awaited)))
    add_in_parts(segment);
  else
    add_segment(&segment);
}

static void add_roots_of_mappings(void)
{
  for (size_t first = 0, i = 1; first < view.segment_count; first = i++) {
    while (i < view.segment_count && view.segments[i].is_continued)
      i++;
    if (view.segments[first].may_hold_pointers)
      add_outside_heap(view.segments[first].start, view.segments[i - 1].end);
  }
}

static void add_words(const struct watched_thread *thread, size_t first, unsigned root_class)
{
  if (view.word_count > first)
    add_root(&(struct leak_root){
      .word_count = view.word_count - first, .start = first, .tid = thread->number, .root_class = (uint8_t)root_class});
}

static void add_registers(const struct watched_thread *thread)
{
  const size_t first = view.word_count;
  const bool has_ended = has_ended_here(thread);
  if (has_ended)
    add_word(SP_NUMBER, view.own_sp);
  for (unsigned i = 0; i < REGISTERS && !has_ended; i++)
    add_word(i, thread->registers[i]);
  add_words(thread, first, RECORD_ROOT_REGISTER);
}

/* Where its vector of thread-local storage begins, to which the C library keeps a pointer two words into it only. */
static void add_vector(const struct watched_thread *thread)
{
  const size_t first = view.word_count;
  const uint64_t place = thread->thread_pointer + TCB_DTV_WORD * WORD;
  uint64_t dtv;
  if (thread->thread_pointer != 0 && read_word(NULL, place, &dtv))
    add_word(place, dtv - PAIR);
  add_words(thread, first, RECORD_ROOT_TLS);
}

/* The same of a thread that has ended, for a new one. */
static void keep_vector(uint64_t place, uint64_t start)
{
  add_word(place, start);
}

static void add_ended_threads(void)
{
  static const struct watched_thread nobody;
  const size_t first = view.word_count;
  ended_threads_look(&memory_view, keep_vector);
  add_words(&nobody, first, RECORD_ROOT_TLS);
}

/* The kernel alone has its stack for handlers. */
static void add_signal_stack(const struct watched_thread *thread)
{
  const size_t first = view.word_count;
  if (thread->signal_stack != 0)
    add_word(thread->signal_stack, thread->signal_stack);
  add_words(thread, first, RECORD_ROOT_STACK);
}

/* The words have moved while there came more of them. */
static void place_words(void)
{
  for (size_t i = 0; i < view.root_count; i++) {
    struct leak_root *const root = &view.roots[i];
    if (root->word_count == 0)
      continue;
    root->words = view.words + root->start;
    root->word_places = view.word_places + root->start;
    root->start = 0;
  }
}

static void add_all_words(void)
{
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    if (!is_here(thread))
      continue;
    add_registers(thread);
    add_vector(thread);
    add_signal_stack(thread);
  }
  add_ended_threads();
  place_words();
}

/* Some programs are told of another process's mappings, or of none. */
static bool has_this(void)
{
  const struct segment *const segment = view.segment_count > 0 ? segment_at((uint64_t)&view) : NULL;
  return segment && segment->may_hold_pointers;
}

bool memory_view_begin(void)
{
  static struct mappings mappings;
  const bool is_awaited = awaited_memory_is_possible();
  view.segment_count = view.last_segment = 0;
  page_runs_forget();
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));)
    add_mapping(mapping, is_awaited);
  mappings_end(&mappings);
  page_runs_forget();
  return has_this();
}

void memory_view_find_roots(const struct memory_range *heap, unsigned heap_count, struct watched_thread *own,
                            uint64_t own_sp)
{
  view.heap = heap;
  view.heap_count = heap_count;
  view.own = own;
  view.own_sp = own_sp;
  view.root_count = view.word_count = 0;
  add_roots_of_mappings();
  add_all_words();
  memory_view_roots = view.roots;
  memory_view_root_count = view.root_count;
}

/* Memory that is kept from children (madvise()) is missing there. */
bool memory_view_in_copy(void)
{
  static struct mappings mappings;
  size_t at = 0;
  uint64_t covered = view.segments[0].start;
  mappings_begin(&mappings);
  for (const struct mapping *mapping; at < view.segment_count && (mapping = mappings_next(&mappings));)
    while (at < view.segment_count && mapping->start <= covered && mapping->end > covered) {
      const struct segment *const segment = &view.segments[at];
      covered = mapping->end < segment->end ? mapping->end : segment->end;
      if (covered == segment->end && ++at < view.segment_count)
        covered = view.segments[at].start;
    }
  mappings_end(&mappings);
  return at == view.segment_count;
}

bool memory_view_is_shared(const void *except)
{
  bool is_one = false;
  for (size_t i = 0; i < view.segment_count; i++)
    is_one |=
      view.segments[i].is_shared && view.segments[i].may_hold_pointers && view.segments[i].start != (uint64_t)except;
  return is_one;
}

void memory_view_end(void)
{
  languages_forget();
  page_runs_forget();
  view.segment_count = 0;
}
