/* SPDX-License-Identifier: GPL-2.0-or-later */
/* malloc() and its like in the guest, in front of the core's own replacements (same class, higher priority). When there
 * is nothing to report, a quick request does the work, at a tenth of the cost of a client request. Otherwise the tool
 * declines, and the core's function is called: with it undefined arguments, wrong frees and failures are reported. But
 * a new that throws is done here entirely, as the core's would end the program. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"
#include "pub_tool_vki.h"

#include "coregrind-glue/preload/preload_errno.h"
#include "coregrind-glue/preload/preload_skip.h"
#include "coregrind-glue/preload/preload_throw.h"
#include "shared/record/record.h"

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

/* An undefined size is reported where it decides a jump. */
#define ALLOCATE_OR_THROW(library, symbol, allocator)                                                          \
  DEFINE(void *, 1003, library, symbol, (SizeT bytes), {                                                       \
    void *block = (void *)PRELOAD_QUICK_REQUEST_2(PRELOAD_ALLOCATE, bytes, allocator);                         \
    if (!block && bytes == 0)                                                                                  \
      __asm__ volatile("" ::: "memory");                                                                       \
    while (!block) {                                                                                           \
      block = (void *)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_NEW, bytes, allocator, 0, 0, 0);              \
      if ((uintptr_t)block == PRELOAD_NEW_DECLINED)                                                            \
        return NAME(10030, library, symbol)(bytes);                                                            \
      if (!block)                                                                                              \
        new_failed("");                                                                                        \
    }                                                                                                          \
    return block;                                                                                              \
  })

/* The core's says nothing of a product that overflows. */
#define CLEARED(library)                                                                                       \
  DEFINE(void *, 1007, library, calloc, (SizeT count, SizeT bytes), {                                          \
    void *block = (void *)PRELOAD_QUICK_REQUEST_2(PRELOAD_ALLOCATE_CLEARED, count, bytes);                     \
    if ((uintptr_t)block == PRELOAD_CLEARED_OVERFLOW) {                                                        \
      VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_CALLOC_OVERFLOW, count, bytes, 0, 0, 0);                         \
      set_errno(VKI_ENOMEM);                                                                                   \
      return NULL;                                                                                             \
    }                                                                                                          \
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
    if ((uintptr_t)block == PRELOAD_RESIZE_NULL)                                                               \
      return NAME(10011, library, malloc)(bytes);                                                              \
    if (block)                                                                                                 \
      return block;                                                                                            \
    if (bytes == 0 && old)                                                                                     \
      return (void *)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_REALLOC_ZERO, old, 0, 0, 0, 0);                \
    return NAME(10090, library, realloc)(old, bytes);                                                          \
  })

#define IN_EACH_LIBRARY(define, symbol, allocator) \
  define(LIBSTDCXX, symbol, allocator)             \
  define(LIBCXX, symbol, allocator)                \
  define(LIBC, symbol, allocator)                  \
  define(SYNONYM, symbol, allocator)
#define ALLOCATE_NOTHROW(library, symbol, allocator) ALLOCATE(1001, library, symbol, allocator)

ALLOCATE(1001, LIBSTDCXX, malloc, RECORD_ALLOCATOR_MALLOC)
ALLOCATE(1001, LIBC, malloc, RECORD_ALLOCATOR_MALLOC)
ALLOCATE(1001, SYNONYM, malloc, RECORD_ALLOCATOR_MALLOC)
IN_EACH_LIBRARY(ALLOCATE_OR_THROW, _Znwm, RECORD_ALLOCATOR_NEW)
IN_EACH_LIBRARY(ALLOCATE_OR_THROW, _Znam, RECORD_ALLOCATOR_NEW_ARRAY)
IN_EACH_LIBRARY(ALLOCATE_NOTHROW, _ZnwmRKSt9nothrow_t, RECORD_ALLOCATOR_NEW)
IN_EACH_LIBRARY(ALLOCATE_NOTHROW, _ZnamRKSt9nothrow_t, RECORD_ALLOCATOR_NEW_ARRAY)

CLEARED(LIBC)
CLEARED(SYNONYM)

FREE(LIBSTDCXX, free, RECORD_ALLOCATOR_MALLOC)
FREE(LIBC, free, RECORD_ALLOCATOR_MALLOC)
FREE(SYNONYM, free, RECORD_ALLOCATOR_MALLOC)
IN_EACH_LIBRARY(FREE, _ZdlPv, RECORD_ALLOCATOR_NEW)
IN_EACH_LIBRARY(FREE, _ZdaPv, RECORD_ALLOCATOR_NEW_ARRAY)

RESIZE(LIBC)
RESIZE(SYNONYM)
