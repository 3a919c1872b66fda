/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In a glibc program the second word of a thread's control block points to its dynamic thread vector (DTV): a pair of
 * words for each module, the first of which is the address of the module's storage, or all ones; the number of pairs
 * stands in front. All of it is memory of the program, so it may hold anything. */
#include "memcheck/stacks/thread_storage.h"

#include "coregrind-glue/core.h"
#include "memcheck/stacks/live_threads.h"

#include "pub_tool_machine.h"

enum {
  WORD = sizeof(uint64_t),
  PAIR = 2 * WORD,
};

static uint64_t word_at(uint64_t address)
{
  uint64_t word;
  return guarded_load((const uint64_t *)address, &word) ? word : 0;
}

size_t thread_storage_blocks(uint64_t thread_pointer, uint64_t ret[THREAD_STORAGE_MODULES_MAX])
{
  const uint64_t dtv = thread_pointer ? word_at(thread_pointer + WORD) : 0;
  uint64_t count = dtv > PAIR ? word_at(dtv - PAIR) : 0;
  size_t used = 0;
  if (count > THREAD_STORAGE_MODULES_MAX)
    count = THREAD_STORAGE_MODULES_MAX;
  for (uint64_t i = 0; i < count; i++) {
    ret[i] = word_at(dtv + (i + 1) * PAIR);
    if (ret[i] == UINT64_MAX)
      ret[i] = 0;
    if (ret[i] != 0)
      used = i + 1;
  }
  return used;
}

bool thread_storage_find(uint64_t address, struct thread_storage_place *ret)
{
  static uint64_t blocks[THREAD_STORAGE_MODULES_MAX];
  ThreadId tid;
  Addr low, high;
  bool found = false;
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &low, &high)) {
    const size_t count = live_threads_has(tid) ? thread_storage_blocks(live_threads_pointer(tid), blocks) : 0;
    for (size_t i = 0; i < count; i++) {
      if (blocks[i] == 0 || blocks[i] > address || (found && address - blocks[i] >= ret->offset))
        continue;
      *ret = (struct thread_storage_place){tid, i + 1, address - blocks[i]};
      found = true;
    }
  }
  return found;
}
