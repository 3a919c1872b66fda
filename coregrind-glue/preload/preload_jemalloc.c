/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jemalloc's functions with flags, of which tcmalloc has nallocx() too. Blocks are as large as was asked for, so that
 * is what nallocx() says. Arenas and thread caches in the flags make no difference. */
#include "coregrind-glue/preload/preload_allocators.h"

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
