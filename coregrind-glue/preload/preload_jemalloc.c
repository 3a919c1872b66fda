/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jemalloc's functions with flags, of which tcmalloc has nallocx() too. Blocks are as large as was asked for, so that
 * is what nallocx() says. Arenas and thread caches in the flags make no difference. */
#include "coregrind-glue/preload/preload_allocators.h"
#include "coregrind-glue/preload/preload_bytes.h"

enum { ALIGNMENT_LOG_MASK = 63, ZERO_FLAG = 64 };

INLINED SizeT alignment_of(int flags)
{
  return (SizeT)1 << (flags & ALIGNMENT_LOG_MASK);
}

REPLACE(void *, 1001, mallocx, (SizeT bytes, int flags),
        return allocate(bytes, alignment_of(flags), flags & ZERO_FLAG);)
REPLACE(void *, 1009, rallocx, (void *old, SizeT bytes, int flags),
        return reallocate(old, bytes, alignment_of(flags), flags & ZERO_FLAG);)
REPLACE(void, 1005, dallocx, (void *block, int flags), FREE(block);)
REPLACE(void, 1005, sdallocx, (void *block, SizeT bytes, int flags),
        RELEASE(RECORD_ALLOCATOR_MALLOC | PRELOAD_HAS_SIZE, block, bytes, 0ul, "sdallocx");)

/* In place, nothing can be changed. */
REPLACE(SizeT, 1018, xallocx, (void *block, SizeT bytes, SizeT extra, int flags), return USABLE_SIZE(block);)
REPLACE(SizeT, 1018, sallocx, (void *block, int flags), return USABLE_SIZE(block);)

REPLACE(SizeT, 0000, nallocx, (SizeT bytes, int flags), return (SSizeT)bytes < 0 ? 0 : bytes;)

/* What jemalloc itself has mapped, and the blocks. */
WRAP(int, mallctl, (const char *name, void *old, SizeT *old_bytes, void *new, SizeT new_bytes), {
  UWord result;
  CALL_FN_W_5W(result, original, name, old, old_bytes, new, new_bytes);
  const bool is_size = (int)result == 0 && old && old_bytes && *old_bytes == sizeof(SizeT);
  if (is_size && (bytes_compare(name, "stats.allocated") == 0 || bytes_compare(name, "stats.active") == 0
                  || bytes_compare(name, "stats.resident") == 0 || bytes_compare(name, "stats.mapped") == 0))
    *(SizeT *)old += VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_LIVE_BYTES, 0, 0, 0, 0, 0);
  return (int)result;
})
