/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc/self/pagemap tells of each page whether it is present or swapped out. Shared memory may also have been
 * populated by another process. If mincore() says so, or a page that is present is marked as shared, all of the piece
 * counts as populated. */
#include "coregrind-glue/memory/populated_pages.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#define SHARED (1ULL << 61)

void populated_begin(struct populated *populated)
{
  SysRes result = VG_(open)("/proc/self/pagemap", VKI_O_RDONLY, 0);
  populated->pagemap = sr_isError(result) ? -1 : (Int)sr_Res(result);
}

void populated_end(struct populated *populated)
{
  if (populated->pagemap >= 0)
    VG_(close)(populated->pagemap);
}

/* False: the kernel does not say. */
static Bool read_piece(struct populated *populated, Addr start, SizeT pages)
{
  const long bytes = (long)(pages * sizeof(ULong)), offset = (long)(start / VKI_PAGE_SIZE * sizeof(ULong));
  return raw_syscall(__NR_pread64, populated->pagemap, (long)populated->entries, bytes, offset, 0, 0) == bytes &&
         raw_syscall(__NR_mincore, (long)start, (long)(pages * VKI_PAGE_SIZE), (long)populated->residence, 0, 0, 0) ==
           0;
}

static Bool is_shared(const struct populated *populated, SizeT pages)
{
  for (SizeT i = 0; i < pages; i++)
    if ((populated->entries[i] & SHARED) || (populated->entries[i] == 0 && (populated->residence[i] & 1)))
      return True;
  return False;
}

/* From the first populated page of a piece to its last. */
static Bool find_in_piece(struct populated *populated, Addr start, SizeT pages, Addr *ret_start, Addr *ret_end)
{
  SizeT first = 0, last = pages;
  if (read_piece(populated, start, pages) && !is_shared(populated, pages)) {
    while (first < pages && populated->entries[first] == 0)
      first++;
    while (last > first && populated->entries[last - 1] == 0)
      last--;
  }
  *ret_start = start + first * VKI_PAGE_SIZE;
  *ret_end = start + last * VKI_PAGE_SIZE;
  return first < last;
}

Bool populated_next(struct populated *populated, Addr start, Addr end, Addr *ret_start, Addr *ret_end)
{
  for (SizeT pages; start < end; start += pages * VKI_PAGE_SIZE) {
    pages = (end - start) / VKI_PAGE_SIZE;
    if (pages > POPULATED_PIECE_PAGES)
      pages = POPULATED_PIECE_PAGES;
    if (find_in_piece(populated, start, pages, ret_start, ret_end))
      return True;
  }
  return False;
}
