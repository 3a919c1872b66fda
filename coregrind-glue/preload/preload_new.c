/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operator new and delete of a program's own, which call malloc() and free(): they run, and what they return is noted
 * as what new made. redirections.c gives their modules a soname by which they are found here, and also the C++ library,
 * whose new[] calls the program's new. Priorities are above those of the replacements. */
#include "coregrind-glue/preload/preload_allocators.h"

#define MODULE seepZdnewZdfront

#define WRAP_NEW(class, symbol, parameters, call, allocator)                                                    \
  void *VG_WRAP_FUNCTION_EZU(class##8, MODULE, symbol) parameters;                                              \
  void *VG_WRAP_FUNCTION_EZU(class##8, MODULE, symbol) parameters                                               \
  {                                                                                                             \
    UWord block;                                                                                                \
    GET_ORIGINAL(original);                                                                                     \
    call;                                                                                                       \
    VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_NEW_RETURNS, block, allocator, 0, 0, 0);                            \
    return (void *)block;                                                                                       \
  }

#define WRAP_DELETE(symbol, parameters, call, allocator)                                                        \
  void VG_WRAP_FUNCTION_EZU(10058, MODULE, symbol) parameters;                                                  \
  void VG_WRAP_FUNCTION_EZU(10058, MODULE, symbol) parameters                                                   \
  {                                                                                                             \
    UWord nothing;                                                                                              \
    GET_ORIGINAL(original);                                                                                     \
    VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_DELETE_BEGINS, block, allocator, 0, 0, 0);                          \
    call;                                                                                                       \
    (void)nothing;                                                                                              \
  }

#define NEWS(letter, allocator)                                                                                 \
  WRAP_NEW(1003, _Zn##letter##m, (SizeT bytes), CALL_FN_W_W(block, original, bytes), allocator)                 \
  WRAP_NEW(1001, _Zn##letter##mRKSt9nothrow_t, (SizeT bytes, const void *how),                                  \
           CALL_FN_W_WW(block, original, bytes, how), allocator)                                                \
  WRAP_NEW(1003, _Zn##letter##mSt11align_val_t, (SizeT bytes, SizeT alignment),                                 \
           CALL_FN_W_WW(block, original, bytes, alignment), allocator)                                          \
  WRAP_NEW(1001, _Zn##letter##mSt11align_val_tRKSt9nothrow_t, (SizeT bytes, SizeT alignment, const void *how),  \
           CALL_FN_W_WWW(block, original, bytes, alignment, how), allocator)

#define DELETES(letter, allocator)                                                                              \
  WRAP_DELETE(_Zd##letter##Pv, (void *block), CALL_FN_W_W(nothing, original, block), allocator)                 \
  WRAP_DELETE(_Zd##letter##Pvm, (void *block, SizeT bytes), CALL_FN_W_WW(nothing, original, block, bytes), allocator) \
  WRAP_DELETE(_Zd##letter##PvRKSt9nothrow_t, (void *block, const void *how),                                    \
              CALL_FN_W_WW(nothing, original, block, how), allocator)                                           \
  WRAP_DELETE(_Zd##letter##PvSt11align_val_t, (void *block, SizeT alignment),                                   \
              CALL_FN_W_WW(nothing, original, block, alignment), allocator)                                     \
  WRAP_DELETE(_Zd##letter##PvmSt11align_val_t, (void *block, SizeT bytes, SizeT alignment),                     \
              CALL_FN_W_WWW(nothing, original, block, bytes, alignment), allocator)                             \
  WRAP_DELETE(_Zd##letter##PvSt11align_val_tRKSt9nothrow_t, (void *block, SizeT alignment, const void *how),    \
              CALL_FN_W_WWW(nothing, original, block, alignment, how), allocator)

NEWS(w, RECORD_ALLOCATOR_NEW)
NEWS(a, RECORD_ALLOCATOR_NEW_ARRAY)
DELETES(l, RECORD_ALLOCATOR_NEW)
DELETES(a, RECORD_ALLOCATOR_NEW_ARRAY)
