/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcheck/pure/base/env.h over libc, so that pure guest modules can be tested and measured as ordinary programs. */
#include "memcheck/pure/base/env.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void env_panic(const char *file, unsigned line, const char *condition)
{
  fprintf(stderr, "%s:%u: broken invariant: %s\n", file, line, condition);
  abort();
}

bool env_is_thorough = true;

void *env_allocate(const char *what, size_t bytes)
{
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory)
    env_panic(__FILE__, __LINE__, what);
  return memory;
}

void env_free(void *memory)
{
  free(memory);
}

static size_t whole_pages(size_t bytes)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

void *env_map_pages(size_t bytes)
{
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED)
    env_panic(__FILE__, __LINE__, "mmap failed");
  return memory;
}

void env_unmap_pages(void *memory, size_t bytes)
{
  if (munmap(memory, whole_pages(bytes)) != 0)
    env_panic(__FILE__, __LINE__, "munmap failed");
}

void *env_map_sparse(size_t bytes)
{
  return env_map_pages(bytes);
}

void env_unmap_sparse(void *memory, size_t bytes)
{
  env_unmap_pages(memory, bytes);
}

void env_prefer_large_pages(void *memory, size_t bytes)
{
  (void)memory;
  (void)bytes;
}

bool env_map_pages_at(uint64_t address, size_t bytes, bool populate)
{
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED | (populate ? MAP_POPULATE : 0);
  return mmap((void *)address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

bool env_unmap_pages_at(uint64_t address, size_t bytes)
{
  return munmap((void *)address, bytes) == 0;
}

bool env_move_pages_at(uint64_t to, size_t to_bytes, uint64_t from, size_t bytes)
{
  if (mremap((void *)from, bytes, to_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)to) != MAP_FAILED)
    return true;
  munmap((void *)to, to_bytes);
  return false;
}

struct worker {
  pthread_t thread;
  void (*work)(void *context, unsigned worker);
  void *context;
  unsigned number;
};

static void *run_worker(void *context)
{
  struct worker *worker = context;
  worker->work(worker->context, worker->number);
  return NULL;
}

void env_run_workers(unsigned count, void (*work)(void *context, unsigned worker), void *context)
{
  struct worker workers[ENV_WORKERS_MAX];
  for (unsigned i = 1; i < count; i++) {
    workers[i] = (struct worker){.work = work, .context = context, .number = i};
    if (pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]) != 0)
      env_panic(__FILE__, __LINE__, "pthread_create failed");
  }
  work(context, 0);
  for (unsigned i = 1; i < count; i++)
    pthread_join(workers[i].thread, NULL);
}

void env_sleep_while(_Atomic uint32_t *word, uint32_t value)
{
  (void)syscall(SYS_futex, word, FUTEX_WAIT, value, NULL);
}

void env_wake_all(_Atomic uint32_t *word)
{
  (void)syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX);
}

void env_out_of_memory(const char *what, size_t bytes)
{
  fprintf(stderr, "%s: no memory for %zu bytes\n", what, bytes);
  abort();
}
