/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is looked at is memory of the program, or of nobody any more: so it is read as such, and must look like a
 * control block of glibc's. The kernel clears the number in it when the thread ends; joining makes it negative, and a
 * thread that is detached is its own joiner. */
#include "native/ended_threads.h"

#include <linux/prctl.h>
#include <sys/syscall.h>

#include "memcheck/pure/base/address_map.h"
#include "native/locks.h"
#include "native/thread_pointer.h"
#include "native/watched_thread.h"
#include "shared/base/raw_syscalls.h"

enum {
  THREADS_MAX = 1 << 14,
  WORD = sizeof(uint64_t),
  SELF_WORD = 2, /* besides the first one */
  VECTOR_WORD = 1,
  VECTOR_HEAD_BYTES = 16,
  CONTROL_BYTES = 2048, /* at least */
};

static uint64_t controls[THREADS_MAX];
static uint32_t count;
static struct address_map known;        /* of these; values count from 1 */
static struct address_map never_joined; /* vectors */
static uint64_t number_offset;          /* in a control block; 0: not known */

/* The kernel tells where in memory it will note that the thread has ended. */
void ended_threads_begin(void)
{
  uint64_t place = 0;
  const uint64_t control = thread_pointer_here();
  if (raw_syscall(SYS_prctl, PR_GET_TID_ADDRESS, (long)&place, 0, 0, 0, 0) == 0 && place - control < CONTROL_BYTES)
    number_offset = place - control;
}

void ended_threads_note(uint64_t control)
{
  locks_take(LOCK_THREADS);
  if (count < THREADS_MAX && address_map_find(&known, control) == 0) {
    controls[count++] = control;
    address_map_add(&known, control, count);
  }
  locks_release(LOCK_THREADS);
}

void ended_threads_in_child(void)
{
  address_map_release(&known);
  known = (struct address_map){.count = 0};
  count = 0;
}

static uint64_t word_at(const struct leak_memory *memory, uint64_t address)
{
  uint64_t word;
  return memory->read_word(memory->context, address, &word) ? word : 0;
}

static bool is_control_block(const struct leak_memory *memory, uint64_t control)
{
  return word_at(memory, control) == control && word_at(memory, control + SELF_WORD * WORD) == control;
}

static bool lives(uint64_t control)
{
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next)
    if (thread->kernel_id != 0 && thread->thread_pointer == control)
      return true;
  return false;
}

static bool is_detached(const struct leak_memory *memory, uint64_t control)
{
  enum { OTHER_SELVES = 2 };
  unsigned selves = 0;
  for (uint64_t place = control; place < control + CONTROL_BYTES; place += WORD)
    selves += word_at(memory, place) == control;
  return selves > OTHER_SELVES;
}

static bool was_joined(const struct leak_memory *memory, uint64_t control)
{
  const uint64_t place = control + number_offset, aligned = place & ~(uint64_t)(WORD - 1);
  const uint32_t number = (uint32_t)(word_at(memory, aligned) >> (place - aligned) * 8);
  return number_offset == 0 || number != 0 || is_detached(memory, control);
}

void ended_threads_look(const struct leak_memory *memory, void (*keep)(uint64_t place, uint64_t start))
{
  address_map_release(&never_joined);
  never_joined = (struct address_map){.count = 0};
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t control = controls[i], place = control + VECTOR_WORD * WORD;
    if (!is_control_block(memory, control) || lives(control))
      continue;
    const uint64_t start = word_at(memory, place) - VECTOR_HEAD_BYTES;
    if (was_joined(memory, control))
      keep(place, start);
    else
      address_map_add(&never_joined, start, 1);
  }
}

bool ended_threads_is_never_joined(uint64_t start)
{
  return address_map_find(&never_joined, start) != 0;
}
