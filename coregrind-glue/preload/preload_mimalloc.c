/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mimalloc's functions. Its heaps stay what they are, without blocks: the tool knows which blocks were made for one, as
 * these are freed when it is destroyed. When it is deleted they live on.
 *
 * An alignment at an offset is left to mimalloc, and so are the few functions that return what they have allocated
 * themselves in the manner of Windows. */
#include "coregrind-glue/preload/preload_allocators.h"
#include "coregrind-glue/preload/preload_bytes.h"
#include "coregrind-glue/preload/preload_errno.h"
#include "coregrind-glue/preload/preload_throw.h"

/* Also returns the block. */
INLINED void *of_heap(void *heap, void *block)
{
  if (block)
    VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_HEAP_HAS_BLOCK, heap, block, 0, 0, 0);
  return block;
}

/* So many that there is no memory for them when the product overflows. */
INLINED SizeT product(SizeT count, SizeT bytes)
{
  SizeT total;
  return __builtin_mul_overflow(count, bytes, &total) ? SIZE_MAX / 2 : total;
}

INLINED void *copy_of(const void *start, SizeT bytes, SizeT zeros)
{
  void *block = start ? MALLOC(bytes + zeros) : NULL;
  if (block) {
    memory_move(block, start, bytes);
    memory_fill((char *)block + bytes, 0, zeros);
  }
  return block;
}

#define COPY_OF_TEXT(text, length) copy_of(text, (text) ? (length) : 0, 1)

/* As long as a path can be. */
enum { PATH_BYTES = 4096 };
extern char *realpath(const char *path, char *resolved) __attribute__((weak));

INLINED void *real_path(const char *path, char *resolved)
{
  char buffer[PATH_BYTES];
  if (resolved || !realpath)
    return realpath ? realpath(path, resolved) : NULL;
  const char *found = realpath(path, buffer);
  return COPY_OF_TEXT(found, bytes_length(found));
}

INLINED void *resized_or_freed(void *old, SizeT bytes)
{
  void *block = REALLOC(old, bytes);
  if (!block)
    FREE(old);
  return block;
}

#define OR_THROW(kind, value)                    \
  __extension__({                                \
    void *made;                                  \
    while ((made = (value)) == NULL)             \
      new_failed(kind);                          \
    made;                                        \
  })

/* --- blocks that are made --- */

#define FUNCTION(class, name, parameters, ...)                      \
  REPLACE(void *, class, mi_##name, (UNPACK parameters), return __VA_ARGS__;)
#define OF_HEAP(class, name, parameters, ...)                       \
  REPLACE(void *, class, mi_heap_##name, (void *heap, UNPACK parameters), return of_heap(heap, __VA_ARGS__);)
#define UNPACK(...) __VA_ARGS__

/* Functions that there are for the default heap and for any. */
#define BOTH(class, name, parameters, ...)        \
  FUNCTION(class, name, parameters, __VA_ARGS__)  \
  OF_HEAP(class, name, parameters, __VA_ARGS__)

BOTH(1001, malloc, (SizeT bytes), MALLOC(bytes))
BOTH(1001, malloc_small, (SizeT bytes), MALLOC(bytes))
BOTH(1001, mallocn, (SizeT count, SizeT bytes), MALLOC(product(count, bytes)))
BOTH(1001, malloc_aligned, (SizeT bytes, SizeT alignment), allocate(bytes, alignment, false))
BOTH(1001, zalloc, (SizeT bytes), CALLOC(1, bytes))
BOTH(1001, zalloc_small, (SizeT bytes), CALLOC(1, bytes))
BOTH(1001, zalloc_aligned, (SizeT bytes, SizeT alignment), allocate(bytes, alignment, true))
BOTH(1007, calloc, (SizeT count, SizeT bytes), CALLOC(count, bytes))
BOTH(1007, calloc_aligned, (SizeT count, SizeT bytes, SizeT alignment),
     allocate(product(count, bytes), alignment, true))
BOTH(1009, realloc, (void *old, SizeT bytes), REALLOC(old, bytes))
BOTH(1009, reallocn, (void *old, SizeT count, SizeT bytes), REALLOC(old, product(count, bytes)))
BOTH(1009, reallocf, (void *old, SizeT bytes), resized_or_freed(old, bytes))
BOTH(1009, realloc_aligned, (void *old, SizeT bytes, SizeT alignment), reallocate(old, bytes, alignment, false))
BOTH(1009, rezalloc, (void *old, SizeT bytes), reallocate(old, bytes, 1, true))
BOTH(1009, rezalloc_aligned, (void *old, SizeT bytes, SizeT alignment), reallocate(old, bytes, alignment, true))
BOTH(1009, recalloc, (void *old, SizeT count, SizeT bytes), reallocate(old, product(count, bytes), 1, true))
BOTH(1009, recalloc_aligned, (void *old, SizeT count, SizeT bytes, SizeT alignment),
     reallocate(old, product(count, bytes), alignment, true))
BOTH(1001, strdup, (const char *text), COPY_OF_TEXT(text, bytes_length(text)))
BOTH(1001, strndup, (const char *text, SizeT max), COPY_OF_TEXT(text, bytes_length_within(text, max)))
BOTH(1001, realpath, (const char *path, char *resolved), real_path(path, resolved))
OF_HEAP(1001, alloc_new, (SizeT bytes), OR_THROW("", MALLOC(bytes)))
OF_HEAP(1001, alloc_new_n, (SizeT count, SizeT bytes), OR_THROW("", MALLOC(product(count, bytes))))

FUNCTION(1003, new, (SizeT bytes), OR_THROW("", MALLOC(bytes)))
FUNCTION(1003, new_n, (SizeT count, SizeT bytes), OR_THROW("", MALLOC(product(count, bytes))))
FUNCTION(1003, new_aligned, (SizeT bytes, SizeT alignment), OR_THROW(" aligned", allocate(bytes, alignment, false)))
FUNCTION(1001, new_nothrow, (SizeT bytes), MALLOC(bytes))
FUNCTION(1001, new_aligned_nothrow, (SizeT bytes, SizeT alignment), allocate(bytes, alignment, false))
FUNCTION(1009, new_realloc, (void *old, SizeT bytes), OR_THROW("", REALLOC(old, bytes)))
FUNCTION(1009, new_reallocn, (void *old, SizeT count, SizeT bytes), OR_THROW("", REALLOC(old, product(count, bytes))))

FUNCTION(1011, memalign, (SizeT alignment, SizeT bytes), MEMALIGN(alignment, bytes))
FUNCTION(1011, aligned_alloc, (SizeT alignment, SizeT bytes), MEMALIGN(alignment, bytes))
FUNCTION(1012, valloc, (SizeT bytes), VALLOC(bytes))
FUNCTION(1019, pvalloc, (SizeT bytes), PVALLOC(bytes))
FUNCTION(1009, reallocarray, (void *old, SizeT count, SizeT bytes), REALLOC(old, product(count, bytes)))
FUNCTION(1009, aligned_recalloc, (void *old, SizeT count, SizeT bytes, SizeT alignment),
         reallocate(old, product(count, bytes), alignment, true))
REPLACE(int, 1016, mi_posix_memalign, (void **ret, SizeT alignment, SizeT bytes),
        return POSIX_MEMALIGN(ret, alignment, bytes);)
REPLACE(int, 1009, mi_reallocarr, (void **place, SizeT count, SizeT bytes), {
  void *block = REALLOC(*place, product(count, bytes));
  if (!block)
    return VKI_ENOMEM;
  *place = block;
  return 0;
})

/* In place, no block grows. */
REPLACE(void *, 1009, mi_expand, (void *block, SizeT bytes),
        return block && bytes <= USABLE_SIZE(block) ? block : NULL;)

/* --- blocks that are freed --- */

REPLACE(void, 1005, mi_free, (void *block), FREE(block);)
REPLACE(void, 1005, mi_cfree, (void *block), FREE(block);)
REPLACE(void, 1005, mi_free_size, (void *block, SizeT bytes), FREE(block);)
REPLACE(void, 1005, mi_free_aligned, (void *block, SizeT alignment), FREE(block);)
REPLACE(void, 1005, mi_free_size_aligned, (void *block, SizeT bytes, SizeT alignment), FREE(block);)

#define HEAP_ENDS(name, request)                                              \
  WRAP(void, name, (void *heap), {                                            \
    UWord ignored;                                                            \
    VALGRIND_DO_CLIENT_REQUEST_STMT(request, heap, 0, 0, 0, 0);               \
    CALL_FN_W_W(ignored, original, heap);                                     \
    (void)ignored;                                                            \
  })
HEAP_ENDS(mi_heap_destroy, PRELOAD_HEAP_DESTROYED)
HEAP_ENDS(mi_heap_delete, PRELOAD_HEAP_DELETED)

/* --- questions --- */

REPLACE(SizeT, 1018, mi_usable_size, (void *block), return USABLE_SIZE(block);)
REPLACE(SizeT, 1018, mi_malloc_size, (void *block), return USABLE_SIZE(block);)
REPLACE(SizeT, 1018, mi_malloc_usable_size, (void *block), return USABLE_SIZE(block);)
REPLACE(SizeT, 0000, mi_good_size, (SizeT bytes), return bytes;)
REPLACE(SizeT, 0000, mi_malloc_good_size, (SizeT bytes), return bytes;)

#define IS_OWN(name)                          \
  WRAP(Bool, name, (const void *block), {     \
    UWord result;                             \
    if (is_in_block(block))                   \
      return True;                            \
    CALL_FN_W_W(result, original, block);     \
    return (Bool)result;                      \
  })
#define IS_OF_HEAP(name)                                \
  WRAP(Bool, name, (void *heap, const void *block), {   \
    UWord result;                                       \
    if (is_in_block(block))                             \
      return True;                                      \
    CALL_FN_W_WW(result, original, heap, block);        \
    return (Bool)result;                                \
  })
IS_OWN(mi_is_in_heap_region)
IS_OWN(mi_check_owned)
IS_OF_HEAP(mi_heap_contains_block)
IS_OF_HEAP(mi_heap_check_owned)
