/* SPDX-License-Identifier: GPL-2.0-or-later */
/* malloc() and its like in the guest, in front of the core's own replacements (same class, higher priority): what there is nothing
 * to say about is done by a quick request, at a tenth of a client request's cost. The tool declines all else, and the core's
 * function begins again: it has undefined arguments reported, frees that are wrong, and memory that cannot be had. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"

#include "coregrind-glue/preload_skip.h"
#include "record/record.h"

#define LIBC VG_Z_LIBC_SONAME
#define LIBSTDCXX VG_Z_LIBSTDCXX_SONAME
#define LIBCXX VG_Z_LIBCXX_SONAME
#define SYNONYM SO_SYN_MALLOC

#define NAME(class, library, symbol) VG_REPLACE_FUNCTION_EZU(class, library, symbol)

/* The core's function, and ours. */
#define DEFINE(result, class, library, symbol, parameters, body)   \
  result NAME(class##0, library, symbol) parameters;               \
  result NAME(class##1, library, symbol) parameters;               \
  result NAME(class##1, library, symbol) parameters body

#define ALLOCATE(class, library, symbol, allocator)                                                            \
  DEFINE(void *, class, library, symbol, (SizeT bytes), {                                                      \
    void *block = (void *)PRELOAD_QUICK_REQUEST_2(PRELOAD_ALLOCATE, bytes, allocator);                         \
    return block ? block : NAME(class##0, library, symbol)(bytes);                                             \
  })

#define CLEARED(library)                                                                                       \
  DEFINE(void *, 1007, library, calloc, (SizeT count, SizeT bytes), {                                          \
    void *block = (void *)PRELOAD_QUICK_REQUEST_2(PRELOAD_ALLOCATE_CLEARED, count, bytes);                     \
    return block ? block : NAME(10070, library, calloc)(count, bytes);                                         \
  })

#define FREE(library, symbol, allocator)                                                                       \
  DEFINE(void, 1005, library, symbol, (void *block), {                                                         \
    if (!PRELOAD_QUICK_REQUEST_2(PRELOAD_FREE, block, allocator))                                              \
      NAME(10050, library, symbol)(block);                                                                     \
  })

/* The core's turns realloc(p, 0) into free(p) without a word, so the tool would never learn of it. */
#define RESIZE(library)                                                                                        \
  DEFINE(void *, 1009, library, realloc, (void *old, SizeT bytes), {                                           \
    void *block = (void *)PRELOAD_QUICK_REQUEST_2(PRELOAD_RESIZE, old, bytes);                                 \
    if (block)                                                                                                 \
      return block;                                                                                            \
    if (bytes == 0 && old)                                                                                     \
      return (void *)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_REALLOC_ZERO, old, 0, 0, 0, 0);                \
    return NAME(10090, library, realloc)(old, bytes);                                                          \
  })

#define ALLOCATE_CXX(class, symbol, allocator)      \
  ALLOCATE(class, LIBSTDCXX, symbol, allocator)     \
  ALLOCATE(class, LIBCXX, symbol, allocator)        \
  ALLOCATE(class, LIBC, symbol, allocator)          \
  ALLOCATE(class, SYNONYM, symbol, allocator)

#define FREE_CXX(symbol, allocator)     \
  FREE(LIBSTDCXX, symbol, allocator)    \
  FREE(LIBCXX, symbol, allocator)       \
  FREE(LIBC, symbol, allocator)         \
  FREE(SYNONYM, symbol, allocator)

ALLOCATE(1001, LIBSTDCXX, malloc, RECORD_ALLOCATOR_MALLOC)
ALLOCATE(1001, LIBC, malloc, RECORD_ALLOCATOR_MALLOC)
ALLOCATE(1001, SYNONYM, malloc, RECORD_ALLOCATOR_MALLOC)
ALLOCATE_CXX(1003, _Znwm, RECORD_ALLOCATOR_NEW)
ALLOCATE_CXX(1003, _Znam, RECORD_ALLOCATOR_NEW_ARRAY)
ALLOCATE_CXX(1001, _ZnwmRKSt9nothrow_t, RECORD_ALLOCATOR_NEW)
ALLOCATE_CXX(1001, _ZnamRKSt9nothrow_t, RECORD_ALLOCATOR_NEW_ARRAY)

CLEARED(LIBC)
CLEARED(SYNONYM)

FREE(LIBSTDCXX, free, RECORD_ALLOCATOR_MALLOC)
FREE(LIBC, free, RECORD_ALLOCATOR_MALLOC)
FREE(SYNONYM, free, RECORD_ALLOCATOR_MALLOC)
FREE_CXX(_ZdlPv, RECORD_ALLOCATOR_NEW)
FREE_CXX(_ZdlPvm, RECORD_ALLOCATOR_NEW)
FREE_CXX(_ZdaPv, RECORD_ALLOCATOR_NEW_ARRAY)
FREE_CXX(_ZdaPvm, RECORD_ALLOCATOR_NEW_ARRAY)

RESIZE(LIBC)
RESIZE(SYNONYM)
