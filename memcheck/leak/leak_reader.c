/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap's own memory is read in place, all else is copied piece by piece, as it may turn out to be unreadable while
 * it is scanned. Words that are not addressable, not wholly defined, or lie where errors are ignored, hold no pointers
 * and are left out. */
#include "memcheck/leak/leak_reader.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/lock.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

enum { WORD = LEAK_WORD_BYTES, COPY_BYTES = 1 << 16 };

/* How one worker reads the guest. */
static struct reader {
  /* The segment of the last read: the core's list is only asked when a read lies elsewhere. */
  struct {
    uint64_t start, end;
    bool readable, is_heap;
  } segment;
  /* Pages of the heap that were tried last, and found readable. */
  struct {
    uint64_t start, end;
  } tried;
  /* The wholly defined words found last; they may reach beyond the range that was asked for. */
  struct {
    uint64_t start, end;
  } values;
  uint64_t copy[COPY_BYTES / WORD];
} readers[ENV_WORKERS_MAX];

static struct lock core_lock; /* the core caches its last lookups, and knows nothing of workers */

/* Nobody may provide them any more. */
static void leave_out_missing_pages(void)
{
  const SizeT missing = userfaults_close_missing();
  if (missing > 0)
    VG_(message)
    (Vg_UserMsg, "%lu pages that the program would provide (userfaultfd) are not there, and are not searched.\n",
     missing);
}

void leak_reader_begin(void)
{
  leave_out_missing_pages();
  language_forget();
  for (unsigned i = 0; i < ENV_WORKERS_MAX; i++) {
    readers[i].segment.start = readers[i].segment.end = 0;
    readers[i].tried.start = readers[i].tried.end = 0;
    readers[i].values.start = readers[i].values.end = 0;
  }
}

static uint64_t page_end(uint64_t address)
{
  return (address | (VKI_PAGE_SIZE - 1)) + 1;
}

/* What the core holds to be readable need not be: a file may have been truncated, or permissions changed where the core
 * does not see it. A fault costs one page only. Returns the number of words copied. */
static size_t copy_words(uint64_t *to, const uint64_t *from, size_t count)
{
  return guarded_copy(to, from, count * WORD) / WORD;
}

static bool read_copied(struct reader *reader, uint64_t start, uint64_t end, const uint64_t **ret_words,
                        uint64_t *ret_next)
{
  if (end - start > COPY_BYTES)
    end = start + COPY_BYTES;
  size_t count = copy_words(reader->copy, (const uint64_t *)start, (size_t)((end - start) / WORD));
  if (count == 0) {
    *ret_next = page_end(start) < end ? page_end(start) : end;
    return false;
  }
  *ret_words = reader->copy;
  *ret_next = start + count * WORD;
  return true;
}

/* The heap is private and anonymous, and the program stands still, so no page of it is closed (by mprotect() or a guard
 * page) while it is scanned. So it need not be copied: to try each page once is enough. */
static bool read_in_place(struct reader *reader, uint64_t start, uint64_t end, const uint64_t **ret_words,
                          uint64_t *ret_next)
{
  uint64_t word, at = start;
  if (start < reader->tried.start || start >= reader->tried.end) {
    while (at < end && at - start < COPY_BYTES && guarded_load((const uint64_t *)at, &word))
      at = page_end(at);
    reader->tried.start = start;
    reader->tried.end = at;
  }
  const bool is_readable = start < reader->tried.end;
  const uint64_t limit = is_readable ? reader->tried.end : page_end(start);
  *ret_words = (const uint64_t *)start;
  *ret_next = limit < end ? limit : end;
  return is_readable;
}

static void enter_segment(struct reader *reader, uint64_t address)
{
  if (address >= reader->segment.start && address < reader->segment.end)
    return;
  lock_take(&core_lock);
  const NSegment *segment = VG_(am_find_nsegment)(address);
  lock_release(&core_lock);
  reader->segment.start = segment ? segment->start : address;
  reader->segment.end = segment ? (uint64_t)segment->end + 1 : address + VKI_PAGE_SIZE;
  reader->segment.readable = segment && segment->hasR && (segment->kind & (SkFileC | SkAnonC | SkShmC));
  reader->segment.is_heap = segment && segment->isCH;
}

/* The next words that count: addressable, wholly defined, and not where address errors are ignored. */
static bool next_values(uint64_t start, uint64_t end, uint64_t *ret_start, uint64_t *ret_end)
{
  for (; start < end; start = *ret_end) {
    if (!shadow_next_defined(guest.shadow, start, end, ret_start, ret_end))
      return false;
    if (checks_next_not_ignored(*ret_start, *ret_end, ret_start, ret_end))
      return true;
  }
  return false;
}

/* Makes the reader's values the next ones in [start, end), or leaves them empty at `end`. */
static void find_values(struct reader *reader, uint64_t start, uint64_t end)
{
  if (start >= reader->values.start && start < reader->values.end)
    return;
  if (!next_values(start, end, &reader->values.start, &reader->values.end))
    reader->values.start = reader->values.end = end;
}

static bool read_guest(void *context, uint64_t start, uint64_t end, const uint64_t **ret_words, uint64_t *ret_next)
{
  struct reader *reader = context;
  enter_segment(reader, start);
  *ret_next = end < reader->segment.end ? end : reader->segment.end;
  if (!reader->segment.readable)
    return false;
  find_values(reader, start, *ret_next);
  if (start < reader->values.start) {
    *ret_next = reader->values.start < *ret_next ? reader->values.start : *ret_next;
    return false;
  }
  if (reader->values.end < *ret_next)
    *ret_next = reader->values.end;
  return (reader->segment.is_heap ? read_in_place : read_copied)(reader, start, *ret_next, ret_words, ret_next);
}

static bool read_guest_word(void *context, uint64_t address, uint64_t *ret)
{
  struct reader *reader = context;
  enter_segment(reader, address);
  uint64_t found, found_end;
  if (!reader->segment.readable || !next_values(address, address + WORD, &found, &found_end) || found != address)
    return false;
  return guarded_load((const uint64_t *)address, ret);
}

static unsigned file_permissions(void *context, uint64_t address)
{
  const NSegment *segment = VG_(am_find_nsegment)(address);
  if (!segment || segment->kind != SkFileC)
    return 0;
  return (segment->hasR ? LEAK_READABLE : 0) | (segment->hasX ? LEAK_EXECUTABLE : 0);
}

/* Of an allocation's stack the first is in the allocator. */
static enum leak_layout layout_of(void *context, const struct block *block)
{
  size_t count;
  const uint64_t *ips = traces_get(block->alloc_stack_id, &count);
  if (count < 2)
    return LEAK_LAYOUT_OTHER;
  if (allocator_marks_are_of_front(ips[1]))
    return LEAK_LAYOUT_FRONT;
  const enum language language = language_of_call(ips[1]);
  return language == LANGUAGE_RUST     ? LEAK_LAYOUT_RUST
         : language == LANGUAGE_PYTHON ? LEAK_LAYOUT_PYTHON
                                       : LEAK_LAYOUT_OTHER;
}

#define MEMORY(i)                                                                                                      \
  {.context = &readers[i], .read = read_guest, .read_word = read_guest_word, .file_permissions = file_permissions,     \
   .layout_of = layout_of}
const struct leak_memory leak_reader_memories[ENV_WORKERS_MAX] = {
  MEMORY(0), MEMORY(1), MEMORY(2), MEMORY(3), MEMORY(4), MEMORY(5), MEMORY(6), MEMORY(7)};
_Static_assert(ENV_WORKERS_MAX == 8, "a worker has no memory");
