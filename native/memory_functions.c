/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions by which programs get memory, in front of the C library's: these do the work, and what they return is
 * noted with the stack of the call. Nothing of a block changes by that: not its address, its size or what is around it.
 * Here and in all that is called from here, errno stays as the C library leaves it. */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "native/call_stacks.h"
#include "native/ended_blocks.h"
#include "native/forks.h"
#include "native/growth.h"
#include "native/libc_blocks.h"
#include "native/libc_heap.h"
#include "native/live_blocks.h"
#include "native/locks.h"
#include "native/misuse.h"
#include "native/next_functions.h"
#include "native/old_blocks.h"
#include "native/own_memory.h"
#include "native/process_private.h"
#include "native/red_zones.h"
#include "native/releases.h"
#include "native/snapshot_triggers.h"
#include "native/snapshots.h"
#include "native/watched_thread.h"
#include "shared/record/record.h"
#include "shared/record/told_sizes.h"

/* The debug information says of a door's first instructions that they are in the door, and in nothing inlined: so these
 * do nothing, as others may have come from inside. */
#define DOOR                                                                                      \
  __attribute__((visibility("default"), noinline, force_align_arg_pointer, section("seep_doors"), \
                 patchable_function_entry(2), optimize("no-omit-frame-pointer", "no-shrink-wrap")))

/* Where all of them are, from the linker. */
extern const char __start_seep_doors[] __attribute__((visibility("hidden")));
extern const char __stop_seep_doors[] __attribute__((visibility("hidden")));

/* A handler that ends the process must not wait for the locks of these. */
static __thread volatile unsigned in_allocator __attribute__((tls_model("initial-exec")));

bool process_is_in_allocator(void)
{
  return in_allocator != 0;
}

/* Detours lead here also where the C library's own functions call one another. */
static inline bool is_within(void)
{
  return __builtin_expect(process.is_attached, false) && in_allocator != 0;
}

#define MAKE(call)                \
  ({                              \
    in_allocator++;               \
    void *const allocated = call; \
    in_allocator--;               \
    allocated;                    \
  })

enum { BIRTHS_AT_ONCE = 256, ARENA_BYTES = 1 << 26 };

static __attribute__((noinline)) void look_at_snapshot(void)
{
  locks_take(LOCK_OUTPUT);
  snapshots_tick();
  locks_release(LOCK_OUTPUT);
}

static uint64_t next_birth(struct watched_thread *thread)
{
  if (thread->next_birth == thread->end_birth) {
    const bool is_counted = growth_is_counted || snapshot_triggers_are_set(); /* one by one */
    const unsigned count = is_counted ? 1 : BIRTHS_AT_ONCE;
    thread->next_birth = forks_take_births(count);
    thread->end_birth = thread->next_birth + count;
    if (is_counted && snapshot_triggers_are_set())
      snapshot_triggers_tick(thread);
    if (__builtin_expect(snapshots_are_being_written(), false))
      look_at_snapshot();
  }
  return ++thread->next_birth;
}

/* glibc says in front of a block whether it is from an arena of a thread's. */
static void note_arena(struct watched_thread *thread, uint64_t start)
{
  const uint64_t arena = start & ~(uint64_t)(ARENA_BYTES - 1);
  uint64_t *const known = &thread->arenas[arena / ARENA_BYTES % WATCHED_ARENAS];
  if ((libc_blocks_head(start) & LIBC_IN_OTHER_ARENA) == 0 || arena == *known)
    return;
  *known = arena;
  process_note_arena(arena, ARENA_BYTES);
}

/* `alignment`: that new was told; 0: none. */
static inline uint8_t log_of(size_t alignment)
{
  return alignment == 0 ? 0 : (uint8_t)(__builtin_ctzl(alignment) + 1);
}

static void note_inside(struct watched_thread *thread, uint64_t start, size_t bytes, unsigned allocator,
                        size_t alignment, stack_id stack)
{
  if (__builtin_expect(process.is_attached, false)) {
    old_blocks_forget(start);
  } else {
    note_arena(thread, start);
    red_zones_put(start, bytes);
  }
  const struct live_block block = {.stack_id = stack,
                                   .allocator = (uint8_t)allocator,
                                   .tid = thread->number,
                                   .alignment_log = log_of(alignment),
                                   .size_bytes = bytes,
                                   .birth = next_birth(thread)};
  live_blocks_add(start, &block);
  if (__builtin_expect(growth_is_counted, false))
    growth_add(&block);
  thread->allocations++;
  thread->allocated_bytes += bytes;
}

/* A new block shows what a freed one held, and what old pointers lead to would seem reachable: so the first bytes are
 * cleared, which is cheap, as the program is about to write them. */
enum { CLEARED_BYTES_MAX = 256 };

static inline void *cleared(void *made, size_t bytes)
{
  if (made)
    memset(made, 0, bytes < CLEARED_BYTES_MAX ? bytes : CLEARED_BYTES_MAX);
  return made;
}

static inline void *make(size_t bytes)
{
  return cleared(MAKE(libc_heap.malloc(bytes)), bytes);
}

static inline void *make_aligned(size_t alignment, size_t bytes)
{
  return cleared(MAKE(libc_heap.memalign(alignment, bytes)), bytes);
}

/* The C++ library's new asks malloc(), or another new, for what a new of ours could not get. */
static bool is_asked_again(const void *frame)
{
  const uint64_t caller = ((const uint64_t *)frame)[1];
  return next_functions_are_new(caller) ||
         (caller >= (uint64_t)__start_seep_doors && caller < (uint64_t)__stop_seep_doors);
}

/* There is no memory for so many bytes. */
static __attribute__((noinline)) void note_failure(const char *what, size_t bytes, uint64_t door, const void *frame)
{
  struct watched_thread *const thread = process_is_watched() ? watched_thread_begin() : NULL;
  if (thread && !is_asked_again(frame))
    (void)misuse_of_size(thread, what, bytes, walks_take(thread, door, frame));
  watched_thread_end(thread);
}

/* `what`: "function(argument)", for when there is no memory; `stack`: of the call, 0 if it is not known yet; `old`: the
 * block that was resized by it, NULL: none. */
static inline void *note_with(stack_id stack, const struct live_block *old, void *made, size_t bytes,
                              unsigned allocator, size_t alignment, const char *what, uint64_t door, const void *frame)
{
  if (is_within())
    return made;
  struct watched_thread *const thread = made && process_is_watched() ? watched_thread_begin() : NULL;
  if (thread) {
    live_blocks_prefetch((uint64_t)made);
    note_inside(thread, (uint64_t)made, bytes, allocator, alignment,
                stack != 0 ? stack : walks_take(thread, door, frame));
    if (old)
      ended_blocks_note(thread, old, stack, true);
    watched_thread_end(thread);
    if (__builtin_expect(own_memory_is_short(), false))
      process_stop_watching("there is no memory left for its checker");
  } else if (made) {
    process_note_unseen();
  } else {
    note_failure(what, bytes, door, frame);
  }
  return made;
}

static inline void *note(void *made, size_t bytes, unsigned allocator, const char *what, uint64_t door,
                         const void *frame)
{
  return note_with(0, NULL, made, bytes, allocator, 0, what, door, frame);
}

/* Where this function is, and its frame. */
#define HERE(function) (uint64_t) & (function) + 1, __builtin_frame_address(0)

DOOR void *malloc(size_t bytes)
{
  return note(make(bytes), bytes, RECORD_ALLOCATOR_MALLOC, "malloc(size)", HERE(malloc));
}

static __attribute__((noinline)) void note_no_calloc(size_t count, size_t bytes, uint64_t door, const void *frame)
{
  struct watched_thread *const thread = process_is_watched() ? watched_thread_begin() : NULL;
  if (thread)
    misuse_of_calloc(thread, count, bytes, walks_take(thread, door, frame));
  watched_thread_end(thread);
}

DOOR void *calloc(size_t count, size_t bytes)
{
  void *const made = MAKE(libc_heap.calloc(count, bytes));
  if (made)
    return note(made, count * bytes, RECORD_ALLOCATOR_MALLOC, "", HERE(calloc));
  note_no_calloc(count, bytes, HERE(calloc));
  return NULL;
}

static inline void release(void *block, const struct release *how, uint64_t door, const void *frame)
{
  void *const freed = block && !is_within() ? releases_free(block, how, door, frame) : block;
  if (!freed)
    return;
  in_allocator++;
  libc_heap.free(freed);
  in_allocator--;
}

static const struct release of_malloc = {.allocator = RECORD_ALLOCATOR_MALLOC};

DOOR void free(void *block)
{
  release(block, &of_malloc, HERE(free));
}

DOOR void cfree(void *block)
{
  release(block, &of_malloc, HERE(cfree));
}

/* What could not be resized is there still. */
static void keep(const void *block, const struct live_block *known)
{
  struct watched_thread *const thread = watched_thread_begin();
  if (!thread)
    return;
  live_blocks_add((uint64_t)block, known);
  if (growth_is_counted)
    growth_keep(known);
  thread->frees--;
  watched_thread_end(thread);
}

static __attribute__((noinline)) void note_to_nothing(const void *block, const struct live_block *known, stack_id stack,
                                                      uint64_t door, const void *frame)
{
  struct watched_thread *const thread = watched_thread_begin();
  if (thread)
    misuse_of_realloc(thread, (uint64_t)block, known, walks_take(thread, door, frame));
  if (thread && process.settings.realloc_zero_frees)
    ended_blocks_note(thread, known, stack, false);
  watched_thread_end(thread);
}

/* Of a block that the C library cannot be given back. */
static __attribute__((noinline)) void *copy_of(const void *block, size_t old_bytes, size_t bytes)
{
  void *const made = MAKE(libc_heap.malloc(bytes));
  if (made)
    memcpy(made, block, old_bytes < bytes ? old_bytes : bytes);
  return made;
}

/* Stacks show what they show in a full run: malloc() where no block is resized, and never reallocarray(), whose frame
 * is realloc()'s by then. */
static inline void *resize(void *block, size_t bytes, uint64_t door, const void *frame)
{
  if (!block)
    return note(make(bytes), bytes, RECORD_ALLOCATOR_MALLOC, "malloc(size)", (uint64_t)&malloc + 1, frame);
  struct live_block known;
  stack_id stack = 0;
  if (is_within())
    return libc_heap.realloc(block, bytes);
  const enum fate fate = releases_forget(block, bytes, &known, &stack, door, frame);
  const bool was_known = fate == FATE_KNOWN || fate == FATE_DAMAGED;
  if (fate == FATE_INVALID) {
    errno = ENOMEM;
    return NULL;
  }
  if (bytes == 0 && was_known) {
    note_to_nothing(block, &known, stack, door, frame);
    bytes = process.settings.realloc_zero_frees ? 0 : 1;
  }
  void *const made = fate != FATE_DAMAGED ? MAKE(libc_heap.realloc(block, bytes))
                     : bytes > 0          ? copy_of(block, known.size_bytes, bytes)
                                          : NULL;
  if (!made && was_known && bytes != 0)
    keep(block, &known);
  return note_with(stack, was_known ? &known : NULL, made, bytes, RECORD_ALLOCATOR_MALLOC, 0, "realloc(size)", door,
                   frame);
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
  return resize(block, product, HERE(realloc));
}

/* Who asks how large a block is in truth may use all of it, also for pointers. */
DOOR size_t malloc_usable_size(void *block)
{
  static size_t (*next)(void *);
  struct live_block known;
  if (!next)
    next = (size_t(*)(void *))next_functions_get("malloc_usable_size");
  const size_t bytes = next(block);
  struct watched_thread *const thread = block && process_is_watched() ? watched_thread_begin() : NULL;
  if (thread && live_blocks_remove((uint64_t)block, 0, &known)) {
    if (growth_is_counted)
      growth_resize(&known, bytes);
    known.size_bytes = bytes;
    known.has_usable_size = true;
    live_blocks_add((uint64_t)block, &known);
  }
  watched_thread_end(thread);
  return bytes;
}

/* --- with an alignment --- */

static __attribute__((noinline)) void note_misuse(const struct aligned_rule *rule, size_t alignment, size_t bytes,
                                                  uint64_t door, const void *frame)
{
  struct watched_thread *const thread = process_is_watched() ? watched_thread_begin() : NULL;
  if (thread && !is_asked_again(frame))
    misuse_of_aligned(thread, rule, alignment, bytes, walks_take(thread, door, frame));
  watched_thread_end(thread);
}

static inline void check_aligned(const struct aligned_rule *rule, size_t alignment, size_t bytes, uint64_t door,
                                 const void *frame)
{
  if (__builtin_expect(!misuse_is_aligned(rule, alignment, bytes), false))
    note_misuse(rule, alignment, bytes, door, frame);
}

static const struct aligned_rule of_memalign = {TOLD_SIZES_MEMALIGN, 1, false};
static const struct aligned_rule of_posix_memalign = {TOLD_SIZES_POSIX_MEMALIGN, sizeof(void *), false};
static const struct aligned_rule of_aligned_alloc = {TOLD_SIZES_ALIGNED_ALLOC, 0, true};

DOOR void *memalign(size_t alignment, size_t bytes)
{
  check_aligned(&of_memalign, alignment, bytes, HERE(memalign));
  return note(make_aligned(alignment, bytes), bytes, RECORD_ALLOCATOR_MALLOC, "memalign(size)", HERE(memalign));
}

/* Up to glibc 2.37 this is memalign() by another name, and stacks of full runs show that one. Later ones refuse other
 * alignments than powers of two. */
DOOR void *aligned_alloc(size_t alignment, size_t bytes)
{
  static const void *plain, *aligned;
  if (!aligned) {
    plain = next_functions_get("memalign");
    aligned = next_functions_get("aligned_alloc");
  }
  const bool is_memalign = aligned == plain;
  const uint64_t door = is_memalign ? (uint64_t)&memalign + 1 : (uint64_t)&aligned_alloc + 1;
  check_aligned(is_memalign ? &of_memalign : &of_aligned_alloc, alignment, bytes, door, __builtin_frame_address(0));
  if (!is_memalign && (alignment == 0 || (alignment & (alignment - 1)) != 0)) {
    errno = EINVAL;
    return NULL;
  }
  return note(make_aligned(alignment, bytes), bytes, RECORD_ALLOCATOR_MALLOC, "memalign(size)", door,
              __builtin_frame_address(0));
}

DOOR int posix_memalign(void **ret, size_t alignment, size_t bytes)
{
  check_aligned(&of_posix_memalign, alignment, bytes, HERE(posix_memalign));
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *const made =
    note(make_aligned(alignment, bytes), bytes, RECORD_ALLOCATOR_MALLOC, "memalign(size)", HERE(posix_memalign));
  if (!made)
    return ENOMEM;
  *ret = made;
  return 0;
}

enum { PAGE_BYTES = 4096 };

DOOR void *valloc(size_t bytes)
{
  return note(make_aligned(PAGE_BYTES, bytes), bytes, RECORD_ALLOCATOR_MALLOC, "memalign(size)", HERE(valloc));
}

DOOR void *pvalloc(size_t bytes)
{
  const size_t whole = (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  if (whole < bytes) {
    errno = ENOMEM;
    return NULL;
  }
  return note(make_aligned(PAGE_BYTES, whole), bytes, RECORD_ALLOCATOR_MALLOC, "memalign(size)", HERE(pvalloc));
}

/* --- C++ --- */

/* The C++ library has got a block from malloc() in the end. */
static __attribute__((noinline)) void *note_late(void *block, size_t bytes, unsigned allocator, size_t alignment,
                                                 uint64_t door, const void *frame)
{
  struct live_block known;
  struct watched_thread *const thread = block && process_is_watched() ? watched_thread_begin() : NULL;
  if (thread && live_blocks_remove((uint64_t)block, 0, &known)) {
    known.allocator = (uint8_t)allocator;
    known.alignment_log = log_of(alignment);
    known.size_bytes = bytes;
    known.stack_id = walks_take(thread, door, frame);
    live_blocks_add((uint64_t)block, &known);
  }
  watched_thread_end(thread);
  return block;
}

/* The function behind ours, where a library or the program brings a new or delete of its own; NULL: ours does it.
 * `known` is kept, as the dynamic linker takes its time. */
static void *foreign(const char *symbol, void **known)
{
  static char nothing;
  if (!next_functions_have_foreign_new())
    return NULL;
  if (!*known)
    *known = next_functions_ask(RTLD_NEXT, symbol);
  if (!*known)
    *known = &nothing;
  return *known == &nothing ? NULL : *known;
}

static inline bool is_alignment(size_t alignment)
{
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

/* What is no alignment is the C++ library's to refuse. */
static __attribute__((noinline)) void note_bad_alignment(size_t alignment, uint64_t door, const void *frame)
{
  struct watched_thread *const thread = process_is_watched() ? watched_thread_begin() : NULL;
  if (thread && !is_asked_again(frame))
    misuse_of_alignment(thread, alignment, walks_take(thread, door, frame));
  watched_thread_end(thread);
}

/* Without memory the C++ library's function is called, which asks the program's handler and throws; what it gets in
 * the end, it gets from malloc(). `told`: the alignment, 0: none. */
#define NEW(symbol, what, parameters, arguments, made, allocator, is_valid, told)                         \
  DOOR void *symbol parameters                                                                            \
  {                                                                                                       \
    static void *known;                                                                                   \
    void *(*const other)parameters = (void *(*)parameters)foreign(#symbol, &known);                       \
    if (other)                                                                                            \
      return other arguments;                                                                             \
    void *const block = (is_valid) ? made : NULL;                                                         \
    if (block)                                                                                            \
      return note_with(0, NULL, block, bytes, allocator, told, "", HERE(symbol));                         \
    if (!(is_valid))                                                                                      \
      note_bad_alignment(told, HERE(symbol));                                                             \
    note_failure(what, bytes, HERE(symbol));                                                              \
    return note_late(((void *(*)parameters)next_functions_get(#symbol))arguments, bytes, allocator, told, \
                     HERE(symbol));                                                                       \
  }

#define NEWS(letter, name, allocator)                                                                             \
  NEW(_Zn##letter##m, "__builtin_" name "(size)", (size_t bytes), (bytes), make(bytes), allocator, true, 0)       \
  NEW(_Zn##letter##mRKSt9nothrow_t, "__builtin_" name "(size)", (size_t bytes, const void *how), (bytes, how),    \
      make(bytes), allocator, true, 0)                                                                            \
  NEW(_Zn##letter##mSt11align_val_t, "__builtin_" name "_aligned(size)", (size_t bytes, size_t alignment),        \
      (bytes, alignment), make_aligned(alignment, bytes), allocator, is_alignment(alignment), alignment)          \
  NEW(_Zn##letter##mSt11align_val_tRKSt9nothrow_t, "__builtin_" name "_aligned(size)",                            \
      (size_t bytes, size_t alignment, const void *how), (bytes, alignment, how), make_aligned(alignment, bytes), \
      allocator, is_alignment(alignment), alignment)

NEWS(w, "new", RECORD_ALLOCATOR_NEW)
NEWS(a, "vec_new", RECORD_ALLOCATOR_NEW_ARRAY)

/* `...`: what it is told, as the fields of struct release. */
#define DELETE(symbol, parameters, arguments, family, ...)                        \
  DOOR void symbol parameters                                                     \
  {                                                                               \
    static void *known;                                                           \
    void(*const other) parameters = (void(*) parameters)foreign(#symbol, &known); \
    const struct release told = {.allocator = (family), __VA_ARGS__};             \
    if (other)                                                                    \
      other arguments;                                                            \
    else                                                                          \
      release(block, &told, HERE(symbol));                                        \
  }

#define SIZE      .has_size = true, .bytes = bytes
#define ALIGNMENT .has_alignment = true, .alignment = alignment

#define DELETES(letter, family)                                                                                     \
  DELETE(_Zd##letter##Pv, (void *block), (block), family, )                                                         \
  DELETE(_Zd##letter##Pvm, (void *block, size_t bytes), (block, bytes), family, SIZE)                               \
  DELETE(_Zd##letter##PvRKSt9nothrow_t, (void *block, const void *how), (block, how), family, )                     \
  DELETE(_Zd##letter##PvSt11align_val_t, (void *block, size_t alignment), (block, alignment), family, ALIGNMENT)    \
  DELETE(_Zd##letter##PvmSt11align_val_t, (void *block, size_t bytes, size_t alignment), (block, bytes, alignment), \
         family, SIZE, ALIGNMENT)                                                                                   \
  DELETE(_Zd##letter##PvSt11align_val_tRKSt9nothrow_t, (void *block, size_t alignment, const void *how),            \
         (block, alignment, how), family, ALIGNMENT)

DELETES(l, RECORD_ALLOCATOR_NEW)
DELETES(a, RECORD_ALLOCATOR_NEW_ARRAY)
