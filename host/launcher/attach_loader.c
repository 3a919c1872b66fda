/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Its locks are recursive mutexes of the C library in the loader's own data. Where they lie there depends on the
 * version, but not what a mutex looks like that a thread has: it says which one. */
#include "host/launcher/attach_loader.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DATA_MAX_BYTES = 1 << 16, FUTEX_COMMANDS = 127, FUTEX_WAIT = 0 };
enum { RESTART = 512 }; /* ERESTARTSYS: it has been interrupted, and has not been woken */

struct mutex {
  int32_t lock;
  uint32_t count;
  int32_t owner;
  uint32_t users;
  int32_t kind;
};

static bool is_thread_of(long pid, int32_t thread)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/task/%d", pid, (int)thread);
  return thread > 0 && access(path, F_OK) == 0;
}

static bool is_locked(const struct mutex *mutex)
{
  enum { LOCKED = 1, LOCKED_WITH_WAITERS = 2, RECURSIVE = 1 };
  return (mutex->lock == LOCKED || mutex->lock == LOCKED_WITH_WAITERS) && mutex->count > 0 && mutex->users == 1 &&
         mutex->kind == RECURSIVE;
}

pid_t attach_loader_owner(const struct attach_target *target)
{
  static uint64_t words[DATA_MAX_BYTES / sizeof(uint64_t)];
  const uint64_t start = target->loader_data.start, end = target->loader_data.end;
  const size_t bytes = end - start < sizeof words ? end - start : sizeof words;
  if (bytes == 0 || !attach_target_read(target->pid, start, words, bytes))
    return 0;
  for (size_t i = 0; (i * sizeof *words) + sizeof(struct mutex) <= bytes; i++) {
    const struct mutex *const mutex = (const struct mutex *)&words[i];
    if (is_locked(mutex) && is_thread_of(target->pid, mutex->owner))
      return mutex->owner;
  }
  return 0;
}

bool attach_loader_is_waiting(const struct attach_target *target, const struct user_regs_struct *registers)
{
  return registers->orig_rax == SYS_futex && (registers->rsi & FUTEX_COMMANDS) == FUTEX_WAIT &&
         (long)registers->rax == -RESTART && registers->rdi >= target->loader_data.start &&
         registers->rdi < target->loader_data.end;
}

/* A thread's control block is larger than a half page, and what it has for itself lies below. */
void attach_loader_take_notes(const struct attach_target *target, uint64_t thread_pointer, struct attach_notes *ret)
{
  const uint64_t page = sizeof ret->words[0], below = (ATTACH_NOTES_PAGES - 3) * page;
  struct attach_range block;
  const bool is_known = attach_target_mapping(target->pid, thread_pointer, &block);
  ret->start = (thread_pointer & ~(page - 1)) - below;
  for (size_t i = 0; i < ATTACH_NOTES_PAGES; i++) {
    const uint64_t start = ret->start + i * page;
    ret->is_there[i] = is_known && start >= block.start && start < block.end &&
                       attach_target_read(target->pid, start, ret->words[i], page);
  }
}

static bool put_word(const struct attach_target *target, uint64_t place, uint64_t word)
{
  const struct iovec here = {&word, sizeof word}, there = {(void *)place, sizeof word};
  return process_vm_writev((pid_t)target->pid, &here, 1, &there, 1, 0) == sizeof word;
}

bool attach_loader_put_notes(const struct attach_target *target, const struct attach_notes *notes, uint64_t stack_start,
                             uint64_t stack_end)
{
  uint64_t now[ATTACH_NOTES_PAGE_WORDS];
  bool is_done = true;
  for (size_t i = 0; i < ATTACH_NOTES_PAGES; i++) {
    const uint64_t start = notes->start + i * sizeof now;
    if (!notes->is_there[i])
      continue;
    is_done &= attach_target_read(target->pid, start, now, sizeof now);
    for (size_t j = 0; j < ATTACH_NOTES_PAGE_WORDS && is_done; j++)
      if (now[j] != notes->words[i][j] && now[j] >= stack_start && now[j] < stack_end)
        is_done = put_word(target, start + j * sizeof *now, notes->words[i][j]);
  }
  return is_done;
}
