/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the functions that only some allocators have are made of: the replacements of malloc() and its like. A function
 * that calls one of these as its last act is not in the stack, as with aliases of it.
 *
 * Classes are those of the functions with the same effect, as an allocator may have both names for one address; then
 * the one that is known to everybody wins, as its priority is higher.
 *
 * Names such as mallocx() are anybody's: modules/allocator_families.c sees to it that only an allocator's are
 * replaced. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_ALLOCATORS_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_ALLOCATORS_H

/* Without it, calls of wrapped functions leave %rbp alone, which the frames above may be unwound by. */
#undef __GCC_HAVE_DWARF2_CFI_ASM

#include "pub_tool_basics.h"
#include "pub_tool_redir.h"
#include "pub_tool_vki.h"

#include "coregrind-glue/preload/preload_blocks.h"
#include "coregrind-glue/preload/preload_memory.h"
#include "shared/record/record.h"

#define SYNONYM SO_SYN_MALLOC
#define OURS(class, symbol) VG_REPLACE_FUNCTION_EZU(class, SYNONYM, symbol)

extern void *OURS(10011, malloc)(SizeT bytes);
extern void *OURS(10071, calloc)(SizeT count, SizeT bytes);
extern void *OURS(10091, realloc)(void *old, SizeT bytes);
extern void OURS(10051, free)(void *block);
extern void *OURS(10111, memalign)(SizeT alignment, SizeT bytes);
extern int OURS(10161, posix_memalign)(void **ret, SizeT alignment, SizeT bytes);
extern void *OURS(10121, valloc)(SizeT bytes);
extern void *OURS(10191, pvalloc)(SizeT bytes);
extern SizeT OURS(10180, malloc_usable_size)(void *block);

#define MALLOC OURS(10011, malloc)
#define CALLOC OURS(10071, calloc)
#define REALLOC OURS(10091, realloc)
#define FREE OURS(10051, free)
#define MEMALIGN OURS(10111, memalign)
#define POSIX_MEMALIGN OURS(10161, posix_memalign)
#define VALLOC OURS(10121, valloc)
#define PVALLOC OURS(10191, pvalloc)
#define USABLE_SIZE OURS(10180, malloc_usable_size)

#define REPLACE(result, class, symbol, parameters, ...)  \
  result OURS(class##0, symbol) parameters;              \
  result OURS(class##0, symbol) parameters               \
  {                                                      \
    __VA_ARGS__                                          \
  }

/* The stack is aligned for the call, so it is found by the frame pointer. */
#define GET_ORIGINAL(original)                                        \
  OrigFn original;                                                    \
  __asm__ volatile("" : : "r"(__builtin_frame_address(0)));           \
  VALGRIND_GET_ORIG_FN(original)

/* The body runs in front of the program's function, of which `original` is the address. */
#define WRAP(result, symbol, parameters, ...)                  \
  result VG_WRAP_FUNCTION_ZU(SYNONYM, symbol) parameters;      \
  result VG_WRAP_FUNCTION_ZU(SYNONYM, symbol) parameters       \
  {                                                            \
    GET_ORIGINAL(original);                                    \
    __VA_ARGS__                                                \
  }

enum { NATURAL_ALIGNMENT = 16 };

/* Is the address in a live block? */
INLINED bool is_in_block(const void *address)
{
  return VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_IS_IN_BLOCK, address, 0, 0, 0, 0) != 0;
}

/* A block as malloc() gives it, but for alignment (0: the usual one) and contents. NULL: no memory. */
INLINED void *allocate(SizeT bytes, SizeT alignment, bool is_cleared)
{
  if (alignment <= NATURAL_ALIGNMENT)
    return is_cleared ? CALLOC(1, bytes) : MALLOC(bytes);
  void *block = MEMALIGN(alignment, bytes);
  if (block && is_cleared)
    memory_fill(block, 0, bytes);
  return block;
}

/* A block of `old`'s contents; with `is_cleared` what is beyond these is zero. */
INLINED void *reallocate(void *old, SizeT bytes, SizeT alignment, bool is_cleared)
{
  if (!old)
    return allocate(bytes, alignment, is_cleared);
  if (alignment <= NATURAL_ALIGNMENT && !is_cleared)
    return REALLOC(old, bytes);
  const SizeT old_bytes = USABLE_SIZE(old);
  void *block = alignment <= NATURAL_ALIGNMENT ? REALLOC(old, bytes) : MEMALIGN(alignment, bytes);
  if (!block)
    return NULL;
  if (is_cleared && bytes > old_bytes)
    memory_fill((char *)block + old_bytes, 0, bytes - old_bytes);
  if (alignment > NATURAL_ALIGNMENT) {
    memory_move(block, old, old_bytes < bytes ? old_bytes : bytes);
    FREE(old);
  }
  return block;
}

#endif
