/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page is closed by taking all rights to it from the processor. The kernel makes mappings of their own for pages of
 * other rights, and if it has too many to do so, all pages of the range are opened. */
#include "coregrind-glue/syscalls/userfault_pages.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum state { CLOSED, OPEN_TO_LOADS, OPEN };

static struct range {
  struct range *next;
  Addr start, end;
  UInt mode;
  UChar *state; /* by page */
} *ranges;

static SizeT page_of(const struct range *range, Addr address)
{
  return (address - range->start) / VKI_PAGE_SIZE;
}

static struct range *range_at(Addr address)
{
  struct range *range = ranges;
  while (range && (address < range->start || address >= range->end))
    range = range->next;
  return range;
}

static Addr page_start(Addr address)
{
  return address & ~(Addr)(VKI_PAGE_SIZE - 1);
}

Bool userfault_pages_are_there(void)
{
  return ranges != NULL;
}

/* --- rights --- */

/* As the guest has it. */
static UInt rights_at(Addr address)
{
  const NSegment *const segment = VG_(am_find_nsegment)(address);
  if (!segment)
    return 0;
  return (segment->hasR ? VKI_PROT_READ : 0) | (segment->hasW ? VKI_PROT_WRITE : 0) |
         (segment->hasX ? VKI_PROT_EXEC : 0);
}

static UInt rights_in(enum state state, Addr address)
{
  const UInt rights = state == CLOSED ? 0 : rights_at(address);
  return state == OPEN ? rights : rights & ~(UInt)VKI_PROT_WRITE;
}

static Bool set_rights(Addr start, SizeT bytes, UInt rights)
{
  return raw_syscall(__NR_mprotect, (long)start, (long)bytes, rights, 0, 0, 0) == 0;
}

/* By mappings of the guest, as these differ in their rights. */
static Bool apply(enum state state, Addr start, Addr end)
{
  Bool is_done = True;
  for (Addr next; start < end; start = next) {
    const NSegment *const segment = VG_(am_find_nsegment)(start);
    next = segment && segment->end < end ? segment->end + 1 : end;
    is_done &= set_rights(start, next - start, rights_in(state, start));
  }
  return is_done;
}

static void set_state(struct range *range, Addr start, Addr end, enum state state, Bool is_mapped)
{
  const Addr first = start > range->start ? start : range->start, last = end < range->end ? end : range->end;
  if (first >= last)
    return;
  VG_(memset)(range->state + page_of(range, first), state, page_of(range, last) - page_of(range, first));
  if (!is_mapped || apply(state, first, last))
    return;
  apply(OPEN, range->start, range->end);
  VG_(memset)(range->state, OPEN, page_of(range, range->end));
}

static void set_in_all(Addr start, Addr end, enum state state, Bool is_mapped)
{
  for (struct range *range = ranges; range; range = range->next)
    set_state(range, start, end, state, is_mapped);
}

/* --- ranges --- */

void userfault_pages_remove(Addr start, Addr end, Bool is_mapped)
{
  set_in_all(start, end, OPEN, is_mapped);
  for (struct range **at = &ranges; *at;) {
    struct range *const range = *at;
    if (start > range->start || end < range->end) {
      at = &range->next;
      continue;
    }
    *at = range->next;
    VG_(free)(range->state);
    VG_(free)(range);
  }
}

void userfault_pages_add(Addr start, Addr end, UInt mode)
{
  userfault_pages_remove(start, end, True);
  struct range *const range = VG_(malloc)("seep.userfaults", sizeof *range);
  *range = (struct range){.next = ranges, .start = start, .end = end, .mode = mode};
  range->state = VG_(calloc)("seep.userfaults", page_of(range, end) + 1, 1);
  ranges = range;
  set_state(range, start, end, CLOSED, True);
}

Bool userfault_pages_stop(Addr address, Bool is_write)
{
  const struct range *const range = range_at(address);
  const enum state state = range ? range->state[page_of(range, address)] : OPEN;
  return state == CLOSED || (state == OPEN_TO_LOADS && is_write);
}

Bool userfault_pages_overlap(Addr start, Addr end, UInt *ret_mode)
{
  const struct range *range = ranges;
  while (range && (start >= range->end || end <= range->start))
    range = range->next;
  if (range)
    *ret_mode = range->mode;
  return range != NULL;
}

static Bool find_closed_in(const struct range *range, Addr from, Addr *ret_page)
{
  for (Addr page = page_start(from); page < range->end; page += VKI_PAGE_SIZE)
    if (range->state[page_of(range, page)] != OPEN) {
      *ret_page = page;
      return True;
    }
  return False;
}

Bool userfault_pages_find_closed(Addr from, Addr *ret_page)
{
  const struct range *const range = range_at(from);
  return range && find_closed_in(range, from, ret_page);
}

Bool userfault_pages_are_closed(void)
{
  Addr page;
  const struct range *range = ranges;
  while (range && !find_closed_in(range, range->start, &page))
    range = range->next;
  return range != NULL;
}

/* Of a page that is there. */
static enum state opened_state(const struct range *range)
{
  return (range->mode & USERFAULT_PROTECTED) ? OPEN_TO_LOADS : OPEN;
}

void userfault_pages_open(Addr page, Bool is_write)
{
  struct range *const range = range_at(page);
  if (range)
    set_state(range, page_start(page), page_start(page) + VKI_PAGE_SIZE, is_write ? OPEN : opened_state(range), True);
}

void userfault_pages_open_range(Addr start, Addr end)
{
  set_in_all(start, end, OPEN, True);
}

void userfault_pages_open_all(void)
{
  for (struct range *range = ranges; range; range = range->next)
    set_state(range, range->start, range->end, OPEN, True);
}

void userfault_pages_open_run(Addr address, Addr *ret_start, Addr *ret_end)
{
  struct range *const range = range_at(address);
  Addr start = page_start(address), end = start + VKI_PAGE_SIZE;
  while (range && start > range->start && range->state[page_of(range, start) - 1] == CLOSED)
    start -= VKI_PAGE_SIZE;
  while (range && end < range->end && range->state[page_of(range, end)] == CLOSED)
    end += VKI_PAGE_SIZE;
  if (range)
    set_state(range, start, end, OPEN, True);
  *ret_start = start;
  *ret_end = end;
}

void userfault_pages_close(Addr start, Addr end)
{
  set_in_all(start, end, CLOSED, True);
}

void userfault_pages_close_all(void)
{
  for (struct range *range = ranges; range; range = range->next)
    set_state(range, range->start, range->end, CLOSED, True);
}

void userfault_pages_protect_again(Addr start, Addr end)
{
  for (struct range *range = ranges; range; range = range->next)
    for (Addr page = range->start; page < range->end; page += VKI_PAGE_SIZE)
      if (page >= start && page < end)
        apply(range->state[page_of(range, page)], page, page + VKI_PAGE_SIZE);
}

/* --- what is there --- */

/* Of an entry of /proc/self/pagemap. */
#define PRESENT_OR_SWAPPED (3ULL << 62)

struct pagemap {
  Int file; /* negative: nothing is known to be there */
  Addr start, end; /* of the pages whose entries are below */
  ULong entries[512];
};

static Bool is_there(struct pagemap *pagemap, Addr page)
{
  if (page < pagemap->start || page >= pagemap->end) {
    const long offset = (long)(page / VKI_PAGE_SIZE * sizeof(ULong));
    VG_(memset)(pagemap->entries, 0, sizeof pagemap->entries);
    raw_syscall(__NR_pread64, pagemap->file, (long)pagemap->entries, sizeof pagemap->entries, offset, 0, 0);
    pagemap->start = page;
    pagemap->end = page + sizeof pagemap->entries / sizeof(ULong) * VKI_PAGE_SIZE;
  }
  return (pagemap->entries[(page - pagemap->start) / VKI_PAGE_SIZE] & PRESENT_OR_SWAPPED) != 0;
}

/* Pages are opened in runs, so that there are few mappings. */
static SizeT close_missing_in(struct range *range, struct pagemap *pagemap)
{
  SizeT missing = 0;
  set_state(range, range->start, range->end, CLOSED, True);
  for (Addr page = range->start, first; page < range->end; page += VKI_PAGE_SIZE) {
    for (first = page; page < range->end && is_there(pagemap, page);)
      page += VKI_PAGE_SIZE;
    set_state(range, first, page, opened_state(range), True);
    missing += page < range->end;
  }
  return missing;
}

static struct pagemap pagemap;

static void begin_pagemap(void)
{
  pagemap.file = (Int)raw_syscall(__NR_open, (long)"/proc/self/pagemap", VKI_O_RDONLY, 0, 0, 0, 0);
  pagemap.start = pagemap.end = 0;
}

static void end_pagemap(void)
{
  if (pagemap.file >= 0)
    raw_syscall(__NR_close, pagemap.file, 0, 0, 0, 0, 0);
}

SizeT userfault_pages_close_missing(void)
{
  SizeT missing = 0;
  if (!ranges)
    return 0;
  begin_pagemap();
  for (struct range *range = ranges; range; range = range->next)
    missing += close_missing_in(range, &pagemap);
  end_pagemap();
  return missing;
}

void userfault_pages_open_present(Addr address, Bool is_write)
{
  struct range *const range = range_at(address);
  const Addr page = page_start(address);
  Addr end = page;
  if (!range)
    return;
  begin_pagemap();
  while (end < range->end && (end == page || end < pagemap.end) && is_there(&pagemap, end))
    end += VKI_PAGE_SIZE;
  end_pagemap();
  set_state(range, page, end, opened_state(range), True);
  if (page < end)
    userfault_pages_open(page, is_write);
}
