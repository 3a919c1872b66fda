/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proof that the pure guest modules need no libc: this program is all of them, linked without any library, not even
 * libgcc.
 *
 * Only what is defined here is there to be called: env.h, and the three functions that Valgrind's core gives to gcc. A
 * stray memcmp(), a population count or a 128-bit division makes the link fail with its name. Running it proves nothing
 * more. */
#include "memcheck/pure/base/env.h"

void _start(void) __attribute__((noreturn));

static void stop(long status) __attribute__((noreturn));

static void stop(long status)
{
  for (;;)
    __asm__ volatile("syscall" : : "a"(231L /* exit_group */), "D"(status) : "rcx", "r11", "memory");
}

void _start(void)
{
  stop(0);
}

void env_panic(const char *file, unsigned line, const char *condition)
{
  stop(1);
}

bool env_is_thorough;

void *env_allocate(const char *what, size_t bytes)
{
  env_panic(__FILE__, __LINE__, what);
}

void env_free(void *memory)
{
}

void *env_map_pages(size_t bytes)
{
  env_panic(__FILE__, __LINE__, "env_map_pages");
}

void env_unmap_pages(void *memory, size_t bytes)
{
}

void *env_map_sparse(size_t bytes)
{
  return env_map_pages(bytes);
}

void env_unmap_sparse(void *memory, size_t bytes)
{
}

void env_prefer_large_pages(void *memory, size_t bytes)
{
}

bool env_map_pages_at(uint64_t address, size_t bytes, bool populate)
{
  return false;
}

bool env_unmap_pages_at(uint64_t address, size_t bytes)
{
  return false;
}

bool env_move_pages_at(uint64_t to, size_t to_bytes, uint64_t from, size_t bytes)
{
  return false;
}

void env_run_workers(unsigned count, void (*work)(void *context, unsigned worker), void *context)
{
}

void env_sleep_while(_Atomic uint32_t *word, uint32_t value)
{
}

void env_wake_all(_Atomic uint32_t *word)
{
}

void env_out_of_memory(const char *what, size_t bytes)
{
  stop(1);
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
  stop(1);
}

void *memmove(void *to, const void *from, size_t bytes)
{
  stop(1);
}

void *memset(void *to, int value, size_t bytes)
{
  stop(1);
}
