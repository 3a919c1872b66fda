/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/snapshot_writer.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "native/door.h"
#include "native/memory_view.h"
#include "native/process_private.h"
#include "shared/base/raw_syscalls.h"
#include "shared/base/second_process.h"

enum { PAGE_BYTES = 4096, VERDICT_MS = 2000, PAUSE_MS = 5000, NO_PROCESS = -3, MS_OF_S = 1000, NS_OF_MS = 1000000 };

enum { UNKNOWN, AT_WORK, LACKS_MEMORY, DONE };

/* Words that others sleep for; each side writes its own. */
static struct shared {
  _Atomic uint32_t state, has_pause;
  uint64_t pause_ns;
  struct snapshot_written written;
} *shared; /* NULL: there was no writer yet */

static int writer; /* its process id; 0: there is none */
static _Atomic bool memory_is_withheld;

/* In front of the C library's: from then on there can be no writer. */
DOOR int madvise(void *start, size_t bytes, int advice)
{
  const long result = raw_syscall(SYS_madvise, (long)start, (long)bytes, advice, 0, 0, 0);
  if (second_process_lacks_memory(advice))
    memory_is_withheld = true;
  if (result >= 0)
    return 0;
  errno = (int)-result;
  return -1;
}

/* --- sleeping --- */

static void wake(_Atomic uint32_t *word, uint32_t value)
{
  *word = value;
  (void)raw_syscall(SYS_futex, (long)word, FUTEX_WAKE, 1, 0, 0, 0);
}

/* Until the word is another one; for so long at most. */
static void sleep_while(_Atomic uint32_t *word, uint32_t value, unsigned ms)
{
  const uint64_t until_ns = process_now_ns(CLOCK_MONOTONIC) + (uint64_t)ms * NS_OF_MS;
  for (uint64_t now; *word == value && (now = process_now_ns(CLOCK_MONOTONIC)) < until_ns;) {
    const struct timespec rest = {.tv_sec = (long)((until_ns - now) / NS_OF_MS / MS_OF_S),
                                  .tv_nsec = (long)((until_ns - now) % ((uint64_t)MS_OF_S * NS_OF_MS))};
    (void)raw_syscall(SYS_futex, (long)word, FUTEX_WAIT, value, (long)&rest, 0, 0);
  }
}

/* --- making it --- */

/* No pointers to blocks are in it. */
static bool make_shared(void)
{
  if (!shared) {
    const long page =
      raw_syscall(SYS_mmap, 0, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    shared = page < 0 && page > -PAGE_BYTES ? NULL : (struct shared *)page;
  }
  if (shared)
    *shared = (struct shared){.state = UNKNOWN};
  return shared != NULL;
}

/* Its parent may have said something else of memory, by system calls of its own. */
static void begin_in_copy(int one, int other)
{
  second_process_isolate(one, other);
  const bool is_whole = memory_view_in_copy();
  wake(&shared->state, is_whole ? AT_WORK : LACKS_MEMORY);
  if (!is_whole)
    second_process_exit();
}

enum snapshot_side snapshot_writer_start(int one, int other)
{
  if (memory_is_withheld || memory_view_is_shared(shared) || !second_process_is_possible() || !make_shared())
    return SNAPSHOT_SIDE_FAILED;
  const long id = second_process_make();
  if (id == 0) {
    begin_in_copy(one, other);
    return SNAPSHOT_SIDE_COPY;
  }
  if (id > 0)
    sleep_while(&shared->state, UNKNOWN, VERDICT_MS);
  if (id > 0 && shared->state == UNKNOWN)
    (void)raw_syscall(SYS_kill, id, SIGKILL, 0, 0, 0, 0);
  writer = id > 0 && shared->state != UNKNOWN && shared->state != LACKS_MEMORY ? (int)id : 0;
  return writer ? SNAPSHOT_SIDE_ORIGINAL : SNAPSHOT_SIDE_FAILED;
}

/* --- both --- */

bool snapshot_writer_is_there(void)
{
  return writer != 0;
}

void snapshot_writer_tell_pause(uint64_t pause_ns)
{
  shared->pause_ns = pause_ns;
  wake(&shared->has_pause, 1);
}

uint64_t snapshot_writer_learn_pause(void)
{
  sleep_while(&shared->has_pause, 0, PAUSE_MS);
  return shared->pause_ns;
}

void snapshot_writer_end(const struct snapshot_written *written)
{
  shared->written = *written;
  wake(&shared->state, DONE);
  second_process_exit();
}

enum snapshot_writer_state snapshot_writer_look(unsigned wait_ms, struct snapshot_written *ret)
{
  const bool was_there = raw_syscall(SYS_kill, writer, 0, 0, 0, 0, 0) != NO_PROCESS;
  if (wait_ms > 0 && was_there)
    sleep_while(&shared->state, AT_WORK, wait_ms);
  if (shared->state != DONE && was_there)
    return SNAPSHOT_WRITER_AT_WORK;
  writer = 0;
  *ret = shared->written;
  return shared->state == DONE ? SNAPSHOT_WRITER_DONE : SNAPSHOT_WRITER_GONE;
}

void snapshot_writer_leave(void)
{
  writer = 0;
  if (shared)
    (void)raw_syscall(SYS_munmap, (long)shared, PAGE_BYTES, 0, 0, 0, 0);
  shared = NULL;
}
