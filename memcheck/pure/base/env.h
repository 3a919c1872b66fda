/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ground that pure guest modules stand on: a dozen functions, implemented over Valgrind's core for the tool
 * (coregrind-glue/core/env_valgrind.c) and over libc for unit tests (tests/support/env_host.c). Which one is used is
 * decided by the linker. */
#ifndef SEEP_MEMCHECK_PURE_BASE_ENV_H
#define SEEP_MEMCHECK_PURE_BASE_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory for the tool's own data, 16-byte aligned; never NULL: running out ends the run with a message. `what` names
 * the use in statistics. */
void *env_allocate(const char *what, size_t bytes);
void env_free(void *memory);

/* Zeroed pages straight from the system, for large tables that fill lazily; `bytes` is rounded up to whole pages. Never
 * NULL. */
void *env_map_pages(size_t bytes);
void env_unmap_pages(void *memory, size_t bytes);

/* The same for a table of which little is ever touched: only that counts as address space, which may be limited (ulimit
 * -v). Not to be touched by system calls, nor by what handles faults. */
void *env_map_sparse(size_t bytes);
void env_unmap_sparse(void *memory, size_t bytes);

/* Those of these pages that were not touched yet may come as large ones, when they are: of a table that will be full,
 * for few large pages fit into the processor's table of pages where many small ones do not. The system may decline. */
void env_prefer_large_pages(void *memory, size_t bytes);

/* Zeroed pages at a place of the caller's choosing, in place of what was there, and their removal, for address space
 * that nothing but the caller uses. `populate`: they will all be written at once. false: the system has no more. */
bool env_map_pages_at(uint64_t address, size_t bytes, bool populate);
bool env_unmap_pages_at(uint64_t address, size_t bytes);
/* Such pages move elsewhere with what they hold, in place of what is there, and zeroed ones follow up to `to_bytes`.
 * false: they are where they were, and nothing is left where they should go: the system moves only what is one mapping
 * to it. */
bool env_move_pages_at(uint64_t to, size_t to_bytes, uint64_t from, size_t bytes);

/* Have `count` threads (1 to ENV_WORKERS_MAX) do `work` at once, and return when each of them has returned from it and
 * is gone. This one is worker 0. The system may give fewer: so each does what there still is to do. None may allocate
 * or map memory, and in a process of the guest there is one only. */
enum { ENV_WORKERS_MAX = 8 };
void env_run_workers(unsigned count, void (*work)(void *context, unsigned worker), void *context);
/* Sleep until woken, if the word is `value` still; may return for no reason. */
void env_sleep_while(_Atomic uint32_t *word, uint32_t value);
void env_wake_all(_Atomic uint32_t *word);

/* Ends the run with a message. */
void env_out_of_memory(const char *what, size_t bytes) __attribute__((noreturn));

/* A broken invariant: says where and ends the run. */
void env_panic(const char *file, unsigned line, const char *condition) __attribute__((noreturn));

#define ENV_ASSERT(condition) ((condition) ? (void)0 : env_panic(__FILE__, __LINE__, #condition))

/* Are invariants checked that take time to check? In the tool from --sanity-level=2 on, in unit tests always. Else a
 * check costs a look at this word. */
extern bool env_is_thorough;
#define ENV_CHECK(condition) \
  (__builtin_expect(env_is_thorough, false) && !(condition) ? env_panic(__FILE__, __LINE__, #condition) : (void)0)

/* Has the processor fetch what will soon be needed. The compiler drops calls of functions that do nothing but
 * __builtin_prefetch(). */
static inline void env_prefetch(const void *memory)
{
  __asm__ volatile("prefetcht0 %0" : : "m"(*(const char *)memory));
}

/* Bytes that are set and copied; the compiler may call these by name anyway, so they are all the libc there is. */
void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

#endif
