/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tcmalloc's own names for malloc() and its like, and MallocExtension, whose methods are asked about blocks that
 * tcmalloc has not made.
 *
 * tcmalloc sets itself up when it is first asked for memory, which it never is. Its extension then works on tables that
 * are not there, and from 2.16 on its start is a loop, which allocates until that has happened. So it is set up when
 * the extension is first asked for. */
#include "coregrind-glue/preload/preload_allocators.h"
#include "coregrind-glue/preload/preload_bytes.h"

REPLACE(void *, 1001, tc_malloc, (SizeT bytes), return MALLOC(bytes);)
REPLACE(void *, 1001, tc_malloc_skip_new_handler, (SizeT bytes), return MALLOC(bytes);)
REPLACE(void *, 1007, tc_calloc, (SizeT count, SizeT bytes), return CALLOC(count, bytes);)
REPLACE(void *, 1009, tc_realloc, (void *old, SizeT bytes), return REALLOC(old, bytes);)
REPLACE(void *, 1011, tc_memalign, (SizeT alignment, SizeT bytes), return MEMALIGN(alignment, bytes);)
REPLACE(int, 1016, tc_posix_memalign, (void **ret, SizeT alignment, SizeT bytes),
        return POSIX_MEMALIGN(ret, alignment, bytes);)
REPLACE(void *, 1012, tc_valloc, (SizeT bytes), return VALLOC(bytes);)
REPLACE(void *, 1019, tc_pvalloc, (SizeT bytes), return PVALLOC(bytes);)
REPLACE(void, 1005, tc_free, (void *block), FREE(block);)
REPLACE(void, 1005, tc_cfree, (void *block), FREE(block);)
REPLACE(void, 1005, tc_free_sized, (void *block, SizeT bytes),
        RELEASE(RECORD_ALLOCATOR_MALLOC | PRELOAD_HAS_SIZE, block, bytes, 0ul, "tc_free_sized");)
REPLACE(SizeT, 1018, tc_malloc_size, (void *block), return USABLE_SIZE(block);)
REPLACE(SizeT, 0000, tc_nallocx, (SizeT bytes, int flags), return bytes;)

#define CXX(result, class, symbol, name, parameters, arguments)               \
  extern result OURS(class##1, name) parameters;                              \
  REPLACE(result, class, symbol, parameters, return OURS(class##1, name) arguments;)
CXX(void *, 1003, tc_new, _Znwm, (SizeT bytes), (bytes))
CXX(void *, 1003, tc_newarray, _Znam, (SizeT bytes), (bytes))
CXX(void *, 1001, tc_new_nothrow, _ZnwmRKSt9nothrow_t, (SizeT bytes), (bytes))
CXX(void *, 1001, tc_newarray_nothrow, _ZnamRKSt9nothrow_t, (SizeT bytes), (bytes))
CXX(void *, 1003, tc_new_aligned, _ZnwmSt11align_val_t, (SizeT bytes, SizeT alignment), (bytes, alignment))
CXX(void *, 1003, tc_newarray_aligned, _ZnamSt11align_val_t, (SizeT bytes, SizeT alignment), (bytes, alignment))
CXX(void, 1005, tc_delete, _ZdlPv, (void *block), (block))
CXX(void, 1005, tc_deletearray, _ZdaPv, (void *block), (block))
CXX(void, 1005, tc_delete_sized, _ZdlPvm, (void *block, SizeT bytes), (block, bytes))
CXX(void, 1005, tc_deletearray_sized, _ZdaPvm, (void *block, SizeT bytes), (block, bytes))
CXX(void, 1005, tc_delete_aligned, _ZdlPvSt11align_val_t, (void *block, SizeT alignment), (block, alignment))
CXX(void, 1005, tc_deletearray_aligned, _ZdaPvSt11align_val_t, (void *block, SizeT alignment), (block, alignment))

/* --- the extension --- */

extern void initialize(void) __asm__("_ZN8tcmalloc11ThreadCache10InitModuleEv") __attribute__((weak));

WRAP(void *, _ZN15MallocExtension8instanceEv, (void), {
  static Bool is_set_up;
  UWord result;
  if (!is_set_up && initialize) {
    is_set_up = True;
    initialize();
  }
  CALL_FN_W_v(result, original);
  return (void *)result;
})

/* A block of the size that is asked for has that size. */
#define ESTIMATE(class) \
  REPLACE(SizeT, 0000, class##25GetEstimatedAllocatedSizeEm, (void *self, SizeT bytes), return bytes;)

#define KNOWS(class, method, result_type, answer)                      \
  WRAP(UWord, class##method, (void *self, const void *block), {        \
    UWord result;                                                      \
    if (is_in_block(block))                                            \
      return answer;                                                   \
    CALL_FN_W_WW(result, original, self, block);                       \
    return result;                                                     \
  })

enum { OWNED = 1 };

#define EXTENSION(class)                                                          \
  ESTIMATE(class)                                                                 \
  KNOWS(class, 12GetOwnershipEPKv, int, OWNED)                                    \
  KNOWS(class, 16GetAllocatedSizeEPKv, SizeT, USABLE_SIZE((void *)(Addr)block))
EXTENSION(_ZN22TCMallocImplementation)
EXTENSION(_ZN25DebugMallocImplementation)

/* A block that lives has been checked when it was written to. */
KNOWS(_ZN25DebugMallocImplementation, 15VerifyNewMemoryEPKv, bool, True)
KNOWS(_ZN25DebugMallocImplementation, 20VerifyArrayNewMemoryEPKv, bool, True)
KNOWS(_ZN25DebugMallocImplementation, 18VerifyMallocMemoryEPKv, bool, True)

/* The heap is as large as what the program has allocated and what tcmalloc has mapped. */
WRAP(Bool, _ZN22TCMallocImplementation18GetNumericPropertyEPKcPm, (void *self, const char *name, SizeT *value), {
  UWord result;
  CALL_FN_W_WWW(result, original, self, name, value);
  if ((Bool)result && (bytes_compare(name, "generic.current_allocated_bytes") == 0
                       || bytes_compare(name, "generic.heap_size") == 0))
    *value += VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_LIVE_BYTES, 0, 0, 0, 0, 0);
  return (Bool)result;
})
