/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/thread_quarantine.h"

#include <stdatomic.h>
#include <string.h>

#include "native/memory_view.h"

static void compare(const unsigned char *was, const unsigned char *is, const struct resting_block *block,
                    struct damage *ret)
{
  uint64_t first = 0, end = block->bytes;
  while (was[first] == is[first])
    first++;
  while (was[end - 1] == is[end - 1])
    end--;
  *ret = (struct damage){.address = block->start + first, .bytes = end - first};
}

struct resting_block thread_quarantine_swap(struct thread_quarantine *quarantine, struct resting_block block,
                                            struct damage *ret)
{
  const unsigned at = quarantine->next;
  struct resting_block *const place = &quarantine->blocks[at], out = *place;
  unsigned char *const copy = quarantine->copies[at];
  ret->bytes = 0;
  if (out.start != 0 && memcmp((const void *)out.start, copy, out.bytes) != 0)
    compare(copy, (const unsigned char *)out.start, &out, ret);
  place->start = 0; /* a signal handler may end the process here, or leave by a jump */
  atomic_signal_fence(memory_order_seq_cst);
  memcpy(copy, (const void *)block.start, block.bytes);
  atomic_signal_fence(memory_order_seq_cst);
  *place = block;
  quarantine->next = (at + 1) % QUARANTINE_BLOCKS;
  __builtin_prefetch((const void *)quarantine->blocks[quarantine->next].start); /* which is next to go out */
  return out;
}

void thread_quarantine_visit(const struct thread_quarantine *quarantine,
                             void (*visit)(void *context, const struct resting_block *block,
                                           const struct damage *damage),
                             void *context)
{
  unsigned char now[QUARANTINE_BYTES];
  struct damage damage;
  for (unsigned i = 0; i < QUARANTINE_BLOCKS; i++) {
    const struct resting_block *const block = &quarantine->blocks[i];
    if (block->start == 0 || memory_view_copy(now, block->start, block->bytes) != block->bytes ||
        memcmp(now, quarantine->copies[i], block->bytes) == 0)
      continue;
    compare(quarantine->copies[i], now, block, &damage);
    visit(context, block, &damage);
  }
}

void thread_quarantine_forget(struct thread_quarantine *quarantine)
{
  for (unsigned i = 0; i < QUARANTINE_BLOCKS; i++)
    quarantine->blocks[i].start = 0;
}

void thread_quarantine_renew(struct thread_quarantine *quarantine)
{
  for (unsigned i = 0; i < QUARANTINE_BLOCKS; i++)
    if (quarantine->blocks[i].start != 0)
      memcpy(quarantine->copies[i], (const void *)quarantine->blocks[i].start, quarantine->blocks[i].bytes);
}
