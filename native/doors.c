/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions by which programs get memory, in front of the C library's: these do the work, and what they return is
 * noted with the stack of the call. Nothing of a block changes by that: not its address, its size or what is around it.
 * Here and in all that is called from here, errno stays as the C library leaves it. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native/forks.h"
#include "native/live_blocks.h"
#include "native/own_memory.h"
#include "native/process.h"
#include "native/walks.h"
#include "native/watched_thread.h"
#include "shared/record/record.h"

#define DOOR __attribute__((visibility("default"), noinline, optimize("no-omit-frame-pointer")))

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

/* A handler that ends the process must not wait for the locks of these. */
static __thread volatile unsigned in_allocator __attribute__((tls_model("initial-exec")));

bool process_is_in_allocator(void)
{
  return in_allocator != 0;
}

#define MAKE(call)                \
  ({                              \
    in_allocator++;               \
    void *const allocated = call; \
    in_allocator--;               \
    allocated;                    \
  })

enum { BIRTHS_AT_ONCE = 256, ARENA_BYTES = 1 << 26, IN_OTHER_ARENA = 4 };

static uint64_t next_birth(struct watched_thread *thread)
{
  if (thread->next_birth == thread->end_birth) {
    thread->next_birth = forks_take_births(BIRTHS_AT_ONCE);
    thread->end_birth = thread->next_birth + BIRTHS_AT_ONCE;
  }
  return ++thread->next_birth;
}

/* glibc says in front of a block whether it is from an arena of a thread's. */
static void note_arena(struct watched_thread *thread, uint64_t start)
{
  const uint64_t arena = start & ~(uint64_t)(ARENA_BYTES - 1);
  if ((*(const uint64_t *)(start - sizeof start) & IN_OTHER_ARENA) == 0 || arena == thread->last_arena)
    return;
  thread->last_arena = arena;
  process_note_arena(arena, ARENA_BYTES);
}

static void note_inside(struct watched_thread *thread, uint64_t start, size_t bytes, unsigned allocator, uint64_t door,
                        const void *frame)
{
  note_arena(thread, start);
  live_blocks_add(start, &(struct live_block){.stack_id = walks_take(thread, door, frame),
                                              .allocator = (uint8_t)allocator,
                                              .tid = thread->number,
                                              .size_bytes = bytes,
                                              .birth = next_birth(thread)});
  thread->allocations++;
  thread->allocated_bytes += bytes;
}

static inline void *note(void *made, size_t bytes, unsigned allocator, uint64_t door, const void *frame)
{
  struct watched_thread *const thread = made && process_is_watched() ? watched_thread_begin() : NULL;
  if (thread) {
    note_inside(thread, (uint64_t)made, bytes, allocator, door, frame);
    watched_thread_end(thread);
    if (__builtin_expect(own_memory_is_short(), false))
      process_stop_watching("there is no memory left for its checker");
  } else if (made) {
    process_note_unseen();
  }
  return made;
}

static inline bool forget(void *block, struct live_block *ret)
{
  struct watched_thread *const thread = block && process_is_watched() ? watched_thread_begin() : NULL;
  if (!thread) {
    if (block)
      process_note_unseen();
    return false;
  }
  const bool was_known = live_blocks_remove((uint64_t)block, ret);
  thread->frees += was_known;
  watched_thread_end(thread);
  return was_known;
}

/* Where this function is, and its frame. */
#define HERE(function) (uint64_t) & (function) + 1, __builtin_frame_address(0)

DOOR void *malloc(size_t bytes)
{
  return note(MAKE(__libc_malloc(bytes)), bytes, RECORD_ALLOCATOR_MALLOC, HERE(malloc));
}

DOOR void *calloc(size_t count, size_t bytes)
{
  return note(MAKE(__libc_calloc(count, bytes)), count * bytes, RECORD_ALLOCATOR_MALLOC, HERE(calloc));
}

DOOR void free(void *block)
{
  struct live_block known;
  (void)forget(block, &known);
  in_allocator++;
  __libc_free(block);
  in_allocator--;
}

DOOR void cfree(void *block)
{
  free(block);
}

/* What could not be resized is there still. */
static void keep(const void *block, const struct live_block *known)
{
  struct watched_thread *const thread = watched_thread_begin();
  if (!thread)
    return;
  live_blocks_add((uint64_t)block, known);
  thread->frees--;
  watched_thread_end(thread);
}

static inline void *resize(void *block, size_t bytes, uint64_t door, const void *frame)
{
  struct live_block known;
  const bool was_known = forget(block, &known);
  void *const made = MAKE(__libc_realloc(block, bytes));
  if (!made && was_known && bytes != 0)
    keep(block, &known);
  return note(made, bytes, RECORD_ALLOCATOR_MALLOC, door, frame);
}

DOOR void *realloc(void *block, size_t bytes)
{
  return resize(block, bytes, HERE(realloc));
}

DOOR void *reallocarray(void *block, size_t count, size_t bytes)
{
  size_t product;
  if (__builtin_mul_overflow(count, bytes, &product)) {
    errno = ENOMEM;
    return NULL;
  }
  return resize(block, product, HERE(reallocarray));
}

/* Who asks how large a block is in truth may use all of it, also for pointers. */
DOOR size_t malloc_usable_size(void *block)
{
  static size_t (*next)(void *);
  struct live_block known;
  if (!next)
    next = (size_t(*)(void *))process_next_function("malloc_usable_size");
  const size_t bytes = next(block);
  if (forget(block, &known)) {
    known.size_bytes = bytes;
    keep(block, &known);
  }
  return bytes;
}

/* --- with an alignment --- */

DOOR void *memalign(size_t alignment, size_t bytes)
{
  return note(MAKE(__libc_memalign(alignment, bytes)), bytes, RECORD_ALLOCATOR_MALLOC, HERE(memalign));
}

DOOR void *aligned_alloc(size_t alignment, size_t bytes)
{
  return note(MAKE(__libc_memalign(alignment, bytes)), bytes, RECORD_ALLOCATOR_MALLOC, HERE(aligned_alloc));
}

DOOR int posix_memalign(void **ret, size_t alignment, size_t bytes)
{
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *const made =
    note(MAKE(__libc_memalign(alignment, bytes)), bytes, RECORD_ALLOCATOR_MALLOC, HERE(posix_memalign));
  if (!made)
    return ENOMEM;
  *ret = made;
  return 0;
}

enum { PAGE_BYTES = 4096 };

DOOR void *valloc(size_t bytes)
{
  return note(MAKE(__libc_memalign(PAGE_BYTES, bytes)), bytes, RECORD_ALLOCATOR_MALLOC, HERE(valloc));
}

DOOR void *pvalloc(size_t bytes)
{
  const size_t whole = (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  if (whole < bytes) {
    errno = ENOMEM;
    return NULL;
  }
  return note(MAKE(__libc_memalign(PAGE_BYTES, whole)), bytes, RECORD_ALLOCATOR_MALLOC, HERE(pvalloc));
}

/* --- C++ --- */

/* Without memory the C++ library's function is called, which asks the program's handler and throws; what it gets in
 * the end, it gets from malloc(). Where a library brings an operator delete of its own, the new that belongs to it is
 * called. */
#define NEW(symbol, parameters, arguments, made, allocator)                \
  DOOR void *symbol parameters                                             \
  {                                                                        \
    if (!process_has_foreign_delete()) {                                   \
      void *const block = note(made, bytes, allocator, HERE(symbol));      \
      if (block)                                                           \
        return block;                                                      \
    }                                                                      \
    return ((void *(*)parameters)process_next_function(#symbol))arguments; \
  }

#define NEWS(letter, allocator)                                                                                \
  NEW(_Zn##letter##m, (size_t bytes), (bytes), MAKE(__libc_malloc(bytes)), allocator)                          \
  NEW(_Zn##letter##mRKSt9nothrow_t, (size_t bytes, const void *how), (bytes, how), MAKE(__libc_malloc(bytes)), \
      allocator)                                                                                               \
  NEW(_Zn##letter##mSt11align_val_t, (size_t bytes, size_t alignment), (bytes, alignment),                     \
      MAKE(__libc_memalign(alignment, bytes)), allocator)                                                      \
  NEW(_Zn##letter##mSt11align_val_tRKSt9nothrow_t, (size_t bytes, size_t alignment, const void *how),          \
      (bytes, alignment, how), MAKE(__libc_memalign(alignment, bytes)), allocator)

NEWS(w, RECORD_ALLOCATOR_NEW)
NEWS(a, RECORD_ALLOCATOR_NEW_ARRAY)
