/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel moves only what is one mapping to it, so the pages that the block has grown by are moved into place along
 * with the others: they will move again with them. Each block that was moved is a mapping of its own to the kernel,
 * which allows some 65,000, and that is why only large ones are. */
#include "coregrind-glue/memory/moved_pages.h"

#include "coregrind-glue/core/guarded.h"
#include "memcheck/pure/base/env.h"

#include "shared/base/raw_syscalls.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { LARGE_BYTES = 4 << 20 };

/* As the core maps the guest's heap. */
static void map_empty(Addr start, SizeT bytes)
{
  const long protection = VKI_PROT_READ | VKI_PROT_WRITE | VKI_PROT_EXEC;
  const long flags = VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_FIXED;
  if (raw_syscall(__NR_mmap, (long)start, (long)bytes, protection, flags, -1, 0) != (long)start)
    env_out_of_memory("a block that was resized", bytes);
}

static SizeT whole_pages(SizeT bytes)
{
  return bytes / VKI_PAGE_SIZE * VKI_PAGE_SIZE;
}

Bool moved_pages(Addr to, SizeT to_bytes, Addr from, SizeT bytes, SizeT *ret_start, SizeT *ret_end)
{
  if (bytes < LARGE_BYTES || to % VKI_PAGE_SIZE != from % VKI_PAGE_SIZE)
    return False;
  const SizeT head = (0 - from) % VKI_PAGE_SIZE, middle = whole_pages(bytes - head),
              to_middle = whole_pages(to_bytes - head);
  if (!guarded_can_write(from + head, 1)) /* nor could it be where it moves to */
    return False;
  const Bool has_moved = env_move_pages_at(to + head, to_middle, from + head, middle);
  map_empty(has_moved ? from + head : to + head, has_moved ? middle : to_middle);
  *ret_start = head;
  *ret_end = head + middle;
  return has_moved;
}
