/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table of pages, by their numbers. Entries stay, as a page that is given up is likely to be used again; the
 * table is only changed in its size when a page is to be watched, never by the fault handler. */
#include "coregrind-glue/code/watched_pages.h"

#include "coregrind-glue/core/thread_slots.h"
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/code/changing_code.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

extern void VG_(am_set_segment_hasT)(Addr address); /* of libcoregrind: so that the core discards code that vanishes */

/* A change costs as much as a few hundred checks of all blocks of the page. */
enum {
  CHANGES_MAX = 64,
  FIRST_SIZE = 256,
  LATEST_MAX = 16,
  SANITY_LEVEL_MAX = 2 /* above, the core compares rights with the kernel's */
};

struct page {
  Addr number; /* 0: the entry is free */
  UInt changes;
  Bool is_watched, has_changed;
};

static struct {
  struct page *at;
  UInt size, count, changed;
  Addr latest[LATEST_MAX]; /* of those that have changed */
  UInt latest_count;
} pages;

/* --- the table --- */

static struct page *slot_of(Addr number)
{
  UInt i = (UInt)((number * 0x9e3779b97f4a7c15ULL) >> 32) & (pages.size - 1);
  while (pages.at[i].number != 0 && pages.at[i].number != number)
    i = (i + 1) & (pages.size - 1);
  return &pages.at[i];
}

static struct page *find(Addr number)
{
  if (pages.count == 0)
    return NULL;
  struct page *const page = slot_of(number);
  return page->number == 0 ? NULL : page;
}

static void grow(void)
{
  struct page *const before = pages.at;
  const UInt size = pages.size;
  pages.size = size == 0 ? FIRST_SIZE : 2 * size;
  pages.at = VG_(calloc)("seep.code", pages.size, sizeof *pages.at);
  for (UInt i = 0; i < size; i++)
    if (before[i].number != 0)
      *slot_of(before[i].number) = before[i];
  VG_(free)(before);
}

static struct page *get(Addr number)
{
  if (2 * (pages.count + 1) > pages.size)
    grow();
  struct page *const page = slot_of(number);
  pages.count += page->number == 0;
  page->number = number;
  return page;
}

/* Calls a function for the pages of a range that are in the table. */
static void each(Addr first, Addr end, void (*visit)(struct page *page))
{
  if (end - first > pages.size) {
    for (UInt i = 0; i < pages.size; i++)
      if (pages.at[i].number >= first && pages.at[i].number < end && pages.at[i].number != 0)
        visit(&pages.at[i]);
    return;
  }
  for (Addr number = first; number < end; number++) {
    struct page *const page = find(number);
    if (page)
      visit(page);
  }
}

/* --- rights --- */

static Bool set_rights(Addr number, Bool may_be_written)
{
  const NSegment *const segment = VG_(am_find_nsegment)(number * WATCHED_PAGE_BYTES);
  if (!segment || !(segment->kind & (SkAnonC | SkFileC)) || !segment->hasW)
    return False;
  const UInt rights =
    (segment->hasR ? VKI_PROT_READ : 0) | (segment->hasX ? VKI_PROT_EXEC : 0) | (may_be_written ? VKI_PROT_WRITE : 0);
  return raw_syscall(__NR_mprotect, (long)(number * WATCHED_PAGE_BYTES), WATCHED_PAGE_BYTES, (long)rights, 0, 0, 0) ==
         0;
}

static void open_page(struct page *page)
{
  if (!page->is_watched || !set_rights(page->number, True))
    return;
  page->is_watched = False;
  page->has_changed = True;
  page->changes++;
  pages.changed++;
  if (pages.latest_count < LATEST_MAX)
    pages.latest[pages.latest_count++] = page->number;
}

Bool watched_pages_settle_fault(Addr address)
{
  struct page *const page = find(address / WATCHED_PAGE_BYTES);
  if (!page || !page->is_watched)
    return False;
  open_page(page);
  return !page->is_watched;
}

/* --- what the kernel writes --- */

/* By threads. */
static struct range {
  Addr start, end; /* start 0: nothing */
} *written;
static UInt written_count;

static Bool is_written_by_kernel(Addr start, Addr end)
{
  for (UInt i = 0; written_count > 0 && i < VG_N_THREADS; i++)
    if (written[i].start != 0 && written[i].start < end && written[i].end > start)
      return True;
  return False;
}

static Addr end_of(Addr start, SizeT bytes)
{
  return start + bytes < start ? ~(Addr)0 : start + bytes;
}

void watched_pages_open(Addr start, SizeT bytes)
{
  if (pages.count > 0 && bytes > 0)
    each(start / WATCHED_PAGE_BYTES, (end_of(start, bytes) - 1) / WATCHED_PAGE_BYTES + 1, open_page);
}

void watched_pages_begin_call(ThreadId tid, Addr start, SizeT bytes)
{
  const Addr end = end_of(start, bytes);
  if (pages.count == 0 || bytes == 0 || start == 0)
    return;
  if (!written)
    written = VG_(calloc)("seep.code", thread_slots_max(), sizeof *written);
  struct range *const range = &written[tid];
  written_count += range->start == 0;
  range->end = range->start != 0 && range->end > end ? range->end : end;
  range->start = range->start != 0 && range->start < start ? range->start : start;
  watched_pages_open(start, bytes);
}

void watched_pages_end_call(ThreadId tid)
{
  if (written_count == 0 || written[tid].start == 0)
    return;
  written[tid].start = 0;
  written_count--;
}

/* --- watching --- */

static Bool watch(Addr number)
{
  struct page *const page = get(number);
  if (page->is_watched)
    return True;
  if (page->changes >= CHANGES_MAX || page->has_changed || !set_rights(number, False))
    return False;
  page->is_watched = True;
  VG_(am_set_segment_hasT)(number * WATCHED_PAGE_BYTES);
  return True;
}

Bool watched_pages_watch(Addr start, Addr end)
{
  if (VG_(clo_sanity_level) > SANITY_LEVEL_MAX || is_written_by_kernel(start, end))
    return False;
  for (Addr number = start / WATCHED_PAGE_BYTES; number <= (end - 1) / WATCHED_PAGE_BYTES; number++)
    if (!watch(number))
      return False;
  return True;
}

/* --- changes --- */

Bool watched_pages_have_changed(void)
{
  return pages.changed > 0;
}

/* A block may reach into the next page. */
Bool watched_pages_have_changed_near(Addr address)
{
  for (Addr number = address / WATCHED_PAGE_BYTES - 1; number <= address / WATCHED_PAGE_BYTES + 1; number++) {
    const struct page *const page = find(number);
    if (page && page->has_changed)
      return True;
  }
  return False;
}

static Bool is_losing;

static void lose(struct page *page)
{
  page->has_changed = False;
  pages.changed--;
  changing_code_has_changed(page->number * WATCHED_PAGE_BYTES, WATCHED_PAGE_BYTES);
}

void watched_pages_lose_changed(void)
{
  is_losing = True;
  while (pages.latest_count > 0)
    lose(find(pages.latest[--pages.latest_count]));
  for (UInt i = 0; pages.changed > 0 && i < pages.size; i++)
    if (pages.at[i].has_changed)
      lose(&pages.at[i]);
  is_losing = False;
}

static void forget(struct page *page)
{
  if (page->is_watched)
    (void)set_rights(page->number, True);
  page->is_watched = False;
  page->changes = 0;
}

void watched_pages_forget(Addr start, SizeT bytes)
{
  const Addr end = end_of(start, bytes), first = (start + WATCHED_PAGE_BYTES - 1) / WATCHED_PAGE_BYTES;
  if (!is_losing && pages.count > 0 && first < end / WATCHED_PAGE_BYTES)
    each(first, end / WATCHED_PAGE_BYTES, forget);
}
