/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three levels: 47 bits of an address are 15 for the top, 16 for a middle table, 16 for a leaf with 4096 entries.
 * Tables are made when an address under them is met first, and stay. */
#include "native/live_blocks.h"

#include <stdatomic.h>
#include <stddef.h>

#include "memcheck/pure/base/env.h"
#include "native/locks.h"

enum {
  GRANULE_LOG = 4,
  LEAF_LOG = 16,
  MIDDLE_LOG = 16,
  TOP_LOG = 15,
  LEAF_ENTRIES = 1 << (LEAF_LOG - GRANULE_LOG),
  LEAVES_AT_ONCE = 16,
};

struct entry {
  uint64_t stack_id : 32; /* 0: no block begins here */
  uint64_t size_low : 32;
  uint64_t size_high : LIVE_SIZE_BITS - 32;
  uint64_t birth : LIVE_BIRTH_BITS;
  uint64_t tid : LIVE_TID_BITS;
  uint64_t allocator : 2;
};

_Static_assert(sizeof(struct entry) == 1 << GRANULE_LOG, "an entry is as large as a granule");

struct leaf {
  struct entry entries[LEAF_ENTRIES];
};

struct middle {
  struct leaf *_Atomic leaves[1 << MIDDLE_LOG];
};

static struct middle *_Atomic top[1 << TOP_LOG];
static struct leaf *spare, *spare_end;

static __attribute__((noinline)) struct middle *make_middle(unsigned at)
{
  locks_take(LOCK_TABLES);
  if (!top[at])
    top[at] = env_map_pages(sizeof(struct middle));
  locks_release(LOCK_TABLES);
  return top[at];
}

static __attribute__((noinline)) struct leaf *make_leaf(struct middle *middle, unsigned at)
{
  locks_take(LOCK_TABLES);
  if (!middle->leaves[at]) {
    if (spare == spare_end) {
      spare = env_map_pages(LEAVES_AT_ONCE * sizeof *spare);
      spare_end = spare + LEAVES_AT_ONCE;
    }
    middle->leaves[at] = spare++;
  }
  locks_release(LOCK_TABLES);
  return middle->leaves[at];
}

static unsigned top_at(uint64_t start)
{
  return (unsigned)(start >> (MIDDLE_LOG + LEAF_LOG)) & ((1u << TOP_LOG) - 1);
}

static unsigned leaf_at(uint64_t start)
{
  return (unsigned)(start >> LEAF_LOG) & ((1u << MIDDLE_LOG) - 1);
}

static unsigned entry_at(uint64_t start)
{
  return (unsigned)(start >> GRANULE_LOG) & (LEAF_ENTRIES - 1);
}

static inline struct leaf *find_leaf(uint64_t start)
{
  struct middle *const middle = atomic_load_explicit(&top[top_at(start)], memory_order_acquire);
  return middle ? atomic_load_explicit(&middle->leaves[leaf_at(start)], memory_order_acquire) : NULL;
}

void live_blocks_add(uint64_t start, const struct live_block *block)
{
  struct leaf *leaf = find_leaf(start);
  if (__builtin_expect(!leaf, false)) {
    struct middle *const middle = top[top_at(start)] ? top[top_at(start)] : make_middle(top_at(start));
    leaf = make_leaf(middle, leaf_at(start));
  }
  const uint64_t most = (UINT64_C(1) << LIVE_SIZE_BITS) - 1,
                 bytes = block->size_bytes < most ? block->size_bytes : most;
  leaf->entries[entry_at(start)] = (struct entry){.stack_id = block->stack_id,
                                                  .size_low = bytes & UINT32_MAX,
                                                  .size_high = (bytes >> 32) & ((1u << (LIVE_SIZE_BITS - 32)) - 1),
                                                  .birth = block->birth & ((UINT64_C(1) << LIVE_BIRTH_BITS) - 1),
                                                  .tid = block->tid & ((1u << LIVE_TID_BITS) - 1),
                                                  .allocator = block->allocator & 3u};
}

static struct live_block unpacked(const struct entry *entry)
{
  return (struct live_block){.stack_id = entry->stack_id,
                             .allocator = entry->allocator,
                             .tid = entry->tid,
                             .size_bytes = entry->size_low | (uint64_t)entry->size_high << 32,
                             .birth = entry->birth};
}

/* Two threads may free one block at the same time: one of them finds it. */
bool live_blocks_remove(uint64_t start, struct live_block *ret)
{
  struct leaf *const leaf = start % (1 << GRANULE_LOG) == 0 ? find_leaf(start) : NULL;
  if (!leaf)
    return false;
  struct entry *const entry = &leaf->entries[entry_at(start)];
  *ret = unpacked(entry);
  return ret->stack_id != 0 && __atomic_exchange_n((uint32_t *)entry, 0, __ATOMIC_ACQ_REL) != 0;
}

void live_blocks_visit(void (*visit)(void *context, uint64_t start, const struct live_block *block), void *context)
{
  for (uint64_t high = 0; high < 1 << TOP_LOG; high++)
    for (uint64_t middle = 0; top[high] && middle < 1 << MIDDLE_LOG; middle++) {
      const struct leaf *const leaf = top[high]->leaves[middle];
      for (uint64_t at = 0; leaf && at < LEAF_ENTRIES; at++) {
        const struct live_block block = unpacked(&leaf->entries[at]);
        if (block.stack_id != 0)
          visit(context, (high << MIDDLE_LOG | middle) << LEAF_LOG | at << GRANULE_LOG, &block);
      }
    }
}
