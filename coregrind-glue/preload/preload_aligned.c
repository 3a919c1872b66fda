/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of the guest that are told an alignment, or the size of what they free, in front of the core's own
 * replacements (same class, higher priority), which do not pass that on. When there is nothing to report, a quick
 * request does the work; otherwise a client request does, after undefined arguments have been reported. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"
#include "pub_tool_vki.h"

#include "coregrind-glue/preload/preload_blocks.h"
#include "coregrind-glue/preload/preload_errno.h"
#include "coregrind-glue/preload/preload_throw.h"
#include "shared/record/record.h"

#define LIBC VG_Z_LIBC_SONAME
#define LIBSTDCXX VG_Z_LIBSTDCXX_SONAME
#define LIBCXX VG_Z_LIBCXX_SONAME
#define SYNONYM SO_SYN_MALLOC

#define DEFINE(result, class, library, symbol, parameters, body)             \
  result VG_REPLACE_FUNCTION_EZU(class##1, library, symbol) parameters;      \
  result VG_REPLACE_FUNCTION_EZU(class##1, library, symbol) parameters body

#define DEFINE_FIRST(result, class, library, symbol, parameters, body)       \
  result VG_REPLACE_FUNCTION_EZU(class##9, library, symbol) parameters;      \
  result VG_REPLACE_FUNCTION_EZU(class##9, library, symbol) parameters body

/* --- blocks that are made --- */

INLINED bool is_valid(SizeT alignment)
{
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

#define MEMALIGN(library)                                                              \
  DEFINE(void *, 1011, library, memalign, (SizeT alignment, SizeT bytes), {            \
    void *block = ALLOCATE(PRELOAD_MEMALIGN, bytes, alignment, "memalign");            \
    if (!block)                                                                        \
      set_errno(VKI_ENOMEM);                                                           \
    return block;                                                                      \
  })

/* In glibc up to 2.37 this is memalign() by another name, and then memalign()'s replacement stands for both. */
#define ALIGNED_ALLOC(library)                                                         \
  DEFINE(void *, 1017, library, aligned_alloc, (SizeT alignment, SizeT bytes), {       \
    void *block = ALLOCATE(PRELOAD_ALIGNED_ALLOC, bytes, alignment, "aligned_alloc");  \
    if (!block)                                                                        \
      set_errno(is_valid(alignment) ? VKI_ENOMEM : VKI_EINVAL);                        \
    return block;                                                                      \
  })

#define POSIX_MEMALIGN(library)                                                                            \
  DEFINE(int, 1016, library, posix_memalign, (void **ret, SizeT alignment, SizeT bytes), {                 \
    void *block = ALLOCATE(PRELOAD_POSIX_MEMALIGN, bytes, alignment, "posix_memalign");                    \
    if (!block)                                                                                            \
      return is_valid(alignment) && alignment >= sizeof(void *) ? VKI_ENOMEM : VKI_EINVAL;                 \
    *ret = block;                                                                                          \
    return 0;                                                                                              \
  })

enum { PAGE_BYTES = 4096 };

#define VALLOC(library)                                                                \
  DEFINE(void *, 1012, library, valloc, (SizeT bytes), {                               \
    void *block = ALLOCATE(PRELOAD_VALLOC, bytes, PAGE_BYTES, "valloc");               \
    if (!block)                                                                        \
      set_errno(VKI_ENOMEM);                                                           \
    return block;                                                                      \
  })

/* The core's ends the program. */
#define PVALLOC(library)                                                               \
  DEFINE(void *, 1019, library, pvalloc, (SizeT bytes), {                              \
    const SizeT rounded = (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;          \
    void *block = rounded < bytes ? NULL : ALLOCATE(PRELOAD_VALLOC, rounded, PAGE_BYTES, "pvalloc"); \
    if (!block)                                                                        \
      set_errno(VKI_ENOMEM);                                                           \
    return block;                                                                      \
  })

VALLOC(LIBC)
VALLOC(SYNONYM)
PVALLOC(LIBC)
PVALLOC(SYNONYM)
MEMALIGN(LIBC)
MEMALIGN(SYNONYM)
ALIGNED_ALLOC(LIBC)
ALIGNED_ALLOC(SYNONYM)
POSIX_MEMALIGN(LIBC)
POSIX_MEMALIGN(SYNONYM)

#define NEW(library, symbol, rule)                                                     \
  DEFINE(void *, 1003, library, symbol, (SizeT bytes, SizeT alignment), {              \
    void *block;                                                                       \
    while ((block = ALLOCATE(rule, bytes, alignment, #symbol)) == NULL)                \
      new_failed(" aligned");                                                          \
    return block;                                                                      \
  })

#define NEW_NOTHROW(library, symbol, rule)                                             \
  DEFINE(void *, 1001, library, symbol, (SizeT bytes, SizeT alignment), {              \
    void *block = ALLOCATE(rule, bytes, alignment, #symbol);                           \
    if (!block && is_valid(alignment))                                                 \
      set_errno(VKI_ENOMEM);                                                           \
    return block;                                                                      \
  })

#define IN_ALL(macro, symbol, argument)   \
  macro(LIBSTDCXX, symbol, argument)      \
  macro(LIBCXX, symbol, argument)         \
  macro(LIBC, symbol, argument)           \
  macro(SYNONYM, symbol, argument)

IN_ALL(NEW, _ZnwmSt11align_val_t, PRELOAD_NEW_ALIGNED)
IN_ALL(NEW, _ZnamSt11align_val_t, PRELOAD_NEW_ARRAY_ALIGNED)
IN_ALL(NEW_NOTHROW, _ZnwmSt11align_val_tRKSt9nothrow_t, PRELOAD_NEW_ALIGNED)
IN_ALL(NEW_NOTHROW, _ZnamSt11align_val_tRKSt9nothrow_t, PRELOAD_NEW_ARRAY_ALIGNED)

/* --- blocks that are freed --- */

#define DELETE_SIZED(library, symbol, allocator) \
  DEFINE(void, 1005, library, symbol, (void *block, SizeT bytes), {                                          \
    RELEASE((allocator) | PRELOAD_HAS_SIZE, block, bytes, 0ul, #symbol);                                     \
  })

#define DELETE_ALIGNED(library, symbol, allocator)                                                           \
  DEFINE(void, 1005, library, symbol, (void *block, SizeT alignment), {                                      \
    RELEASE((allocator) | PRELOAD_HAS_ALIGNMENT, block, 0ul, alignment, #symbol);                            \
  })

#define DELETE_SIZED_ALIGNED(library, symbol, allocator)                                                     \
  DEFINE(void, 1005, library, symbol, (void *block, SizeT bytes, SizeT alignment), {                         \
    RELEASE((allocator) | PRELOAD_HAS_SIZE | PRELOAD_HAS_ALIGNMENT, block, bytes, alignment, #symbol);       \
  })

IN_ALL(DELETE_SIZED, _ZdlPvm, RECORD_ALLOCATOR_NEW)
IN_ALL(DELETE_SIZED, _ZdaPvm, RECORD_ALLOCATOR_NEW_ARRAY)
IN_ALL(DELETE_ALIGNED, _ZdlPvSt11align_val_t, RECORD_ALLOCATOR_NEW)
IN_ALL(DELETE_ALIGNED, _ZdaPvSt11align_val_t, RECORD_ALLOCATOR_NEW_ARRAY)
IN_ALL(DELETE_ALIGNED, _ZdlPvSt11align_val_tRKSt9nothrow_t, RECORD_ALLOCATOR_NEW)
IN_ALL(DELETE_ALIGNED, _ZdaPvSt11align_val_tRKSt9nothrow_t, RECORD_ALLOCATOR_NEW_ARRAY)
IN_ALL(DELETE_SIZED_ALIGNED, _ZdlPvmSt11align_val_t, RECORD_ALLOCATOR_NEW)
IN_ALL(DELETE_SIZED_ALIGNED, _ZdaPvmSt11align_val_t, RECORD_ALLOCATOR_NEW_ARRAY)

/* Of C23. Newer cores have some of their own, of the first priority. free_aligned_sized() tells the alignment first. */
#define FREE_SIZED(library)                                                                                  \
  DEFINE_FIRST(void, 1005, library, free_sized, (void *block, SizeT bytes), {                                \
    RELEASE(RECORD_ALLOCATOR_MALLOC | PRELOAD_HAS_SIZE, block, bytes, 0ul, "free_sized");                    \
  })                                                                                                         \
  DEFINE_FIRST(void, 1005, library, free_aligned_sized, (void *block, SizeT alignment, SizeT bytes), {       \
    RELEASE(RECORD_ALLOCATOR_MALLOC | PRELOAD_HAS_SIZE | PRELOAD_HAS_ALIGNMENT, block, bytes, alignment,     \
            "free_aligned_sized");                                                                           \
  })

FREE_SIZED(LIBC)
FREE_SIZED(SYNONYM)
