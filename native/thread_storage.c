/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In a glibc program the second word of a thread's control block points to its dynamic thread vector (DTV): a pair of
 * words for each module, the first of which is the address of the module's storage, or all ones; the number of pairs
 * stands in front. All of it is memory of the program, so it may hold anything. */
#include "native/thread_storage.h"

#include "native/thread_pointer.h"

enum { WORD = sizeof(uint64_t), PAIR = 2 * WORD, TOGETHER_BYTES = 1 << 20 };

static uint64_t word_at(const struct leak_memory *memory, uint64_t address)
{
  uint64_t word;
  return memory->read_word(memory->context, address, &word) ? word : 0;
}

/* Of the running thread: in which of its copies a variable of this library lies, counted from 1. */
static size_t find_own_module(const uint64_t *blocks, size_t count)
{
  static __thread volatile char variable __attribute__((tls_model("initial-exec")));
  const uint64_t address = (uint64_t)&variable;
  size_t own = 0;
  for (size_t i = 0; i < count; i++)
    if (blocks[i] != 0 && blocks[i] <= address && (own == 0 || blocks[i] > blocks[own - 1]))
      own = i + 1;
  return own;
}

static size_t own_module;

void thread_storage_begin(void)
{
  static uint64_t blocks[THREAD_STORAGE_MODULES_MAX];
  uint64_t count = 0;
  const uint64_t *const dtv = *(const uint64_t *const *)(thread_pointer_here() + WORD);
  if (dtv)
    count = dtv[-2] < THREAD_STORAGE_MODULES_MAX ? dtv[-2] : THREAD_STORAGE_MODULES_MAX;
  for (uint64_t i = 0; i < count; i++)
    blocks[i] = dtv[2 * (i + 1)] == UINT64_MAX ? 0 : dtv[2 * (i + 1)];
  own_module = find_own_module(blocks, count);
}

size_t thread_storage_of_program(uint64_t *blocks, size_t count)
{
  if (own_module == 0 || own_module > count)
    return count;
  for (size_t i = own_module; i < count; i++)
    blocks[i - 1] = blocks[i];
  return count - 1;
}

size_t thread_storage_blocks(const struct leak_memory *memory, uint64_t thread_pointer,
                             uint64_t ret[THREAD_STORAGE_MODULES_MAX])
{
  const uint64_t dtv = thread_pointer ? word_at(memory, thread_pointer + WORD) : 0;
  uint64_t count = dtv > PAIR ? word_at(memory, dtv - PAIR) : 0;
  size_t used = 0;
  if (count > THREAD_STORAGE_MODULES_MAX)
    count = THREAD_STORAGE_MODULES_MAX;
  for (uint64_t i = 0; i < count; i++) {
    ret[i] = word_at(memory, dtv + (i + 1) * PAIR);
    if (ret[i] == UINT64_MAX)
      ret[i] = 0;
    if (ret[i] != 0)
      used = i + 1;
  }
  return used;
}

uint64_t thread_storage_start(const struct leak_memory *memory, uint64_t thread_pointer)
{
  static uint64_t blocks[THREAD_STORAGE_MODULES_MAX];
  const size_t count = thread_storage_blocks(memory, thread_pointer, blocks);
  uint64_t start = thread_pointer;
  for (size_t i = 0; i < count; i++)
    if (blocks[i] < start && thread_pointer - blocks[i] < TOGETHER_BYTES)
      start = blocks[i];
  return start;
}
