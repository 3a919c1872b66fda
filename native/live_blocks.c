/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three levels: 47 bits of an address are 15 for the top, 16 for a middle table, 16 for a leaf with 2048 entries.
 * Tables are made when an address under them is met first, and stay. */
#include "native/live_blocks.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/single_threaded.h>

#include "memcheck/pure/base/env.h"
#include "native/locks.h"
#include "shared/record/record.h"

enum {
  GRANULE_LOG = 5,
  HALF_LOG = 4,
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
  uint64_t tid : LIVE_TID_BITS; /* or a struct uncommon */
  uint64_t is_uncommon : 1;
  uint64_t half : 1;      /* of the granule, in which the block begins */
  uint64_t allocator : 2; /* never FREED_MARK */
};

/* What few blocks have; these have less room for the thread, which is 0 if it has none. */
enum { ALIGNMENT_BITS = 6, FEW_TID_BITS = LIVE_TID_BITS - ALIGNMENT_BITS - 1 };
union uncommon {
  struct {
    uint16_t alignment_log : ALIGNMENT_BITS;
    uint16_t has_usable_size : 1;
    uint16_t tid : FEW_TID_BITS;
  } part;
  uint16_t all;
};

/* The second half of the entry of a block that was freed. A stack whose number is too large is not known any more. */
enum { FREED_STACK_BITS = 26, FREED_MARK = RECORD_ALLOCATOR_CUSTOM };
struct freed_half {
  uint64_t size_high : LIVE_SIZE_BITS - 32;
  uint64_t alloc_stack_id : FREED_STACK_BITS;
  uint64_t free_stack_id : FREED_STACK_BITS;
  uint64_t half : 1;
  uint64_t allocator : 2;
  uint64_t mark : 2;
};

union second_half {
  struct freed_half freed;
  uint64_t word;
};

_Static_assert(sizeof(struct entry) == 16, "an entry is two words");
_Static_assert(sizeof(struct freed_half) == sizeof(uint64_t), "the half of an entry is one word");

struct leaf {
  struct entry entries[LEAF_ENTRIES];
};

/* Which tables there are, a bit for each: most have no leaf but a few, and looking for those must be quick. */
enum { BITS = 64 };
typedef _Atomic uint64_t used_bits;

struct middle {
  struct leaf *_Atomic leaves[1 << MIDDLE_LOG];
  used_bits used[(1 << MIDDLE_LOG) / BITS];
};

static struct middle *_Atomic top[1 << TOP_LOG];
static used_bits top_used[(1 << TOP_LOG) / BITS];
static struct leaf *spare, *spare_end;

static void mark(used_bits *used, unsigned at)
{
  used[at / BITS] |= UINT64_C(1) << at % BITS;
}

static __attribute__((noinline)) struct middle *make_middle(unsigned at)
{
  locks_take(LOCK_TABLES);
  if (!top[at]) {
    top[at] = env_map_pages(sizeof(struct middle));
    mark(top_used, at);
  }
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
    mark(middle->used, at);
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

static unsigned half_at(uint64_t start)
{
  return (unsigned)(start >> HALF_LOG) & 1;
}

static inline struct leaf *find_leaf(uint64_t start)
{
  struct middle *const middle = atomic_load_explicit(&top[top_at(start)], memory_order_acquire);
  return middle ? atomic_load_explicit(&middle->leaves[leaf_at(start)], memory_order_acquire) : NULL;
}

static uint16_t uncommon_of(const struct live_block *block)
{
  union uncommon uncommon = {.all = 0};
  uncommon.part.alignment_log = block->alignment_log & ((1u << ALIGNMENT_BITS) - 1);
  uncommon.part.has_usable_size = block->has_usable_size;
  uncommon.part.tid = block->tid < 1u << FEW_TID_BITS ? block->tid & ((1u << FEW_TID_BITS) - 1) : 0;
  return uncommon.all;
}

void live_blocks_prefetch(uint64_t start)
{
  const struct leaf *const leaf = find_leaf(start);
  if (leaf)
    __builtin_prefetch(&leaf->entries[entry_at(start)], 1);
}

/* The word that says that there is a block comes last: another thread may fork in between, and what its child finds
 * must not be one that has the birth of something else. */
static inline void put(struct entry *entry, const struct entry *from)
{
  const uint64_t *const words = (const uint64_t *)from;
  __atomic_store_n((uint64_t *)entry + 1, words[1], __ATOMIC_RELAXED);
  __atomic_store_n((uint64_t *)entry, words[0], __ATOMIC_RELEASE);
}

void live_blocks_add(uint64_t start, const struct live_block *block)
{
  struct leaf *leaf = find_leaf(start);
  if (__builtin_expect(!leaf, false)) {
    struct middle *const middle = top[top_at(start)] ? top[top_at(start)] : make_middle(top_at(start));
    leaf = make_leaf(middle, leaf_at(start));
  }
  const uint64_t bytes = block->size_bytes < LIVE_SIZE_MOST ? block->size_bytes : LIVE_SIZE_MOST;
  const bool is_uncommon = block->alignment_log != 0 || block->has_usable_size;
  const uint64_t tid = __builtin_expect(is_uncommon, false) ? uncommon_of(block) : block->tid;
  const struct entry entry = {.stack_id = block->stack_id,
                              .size_low = bytes & UINT32_MAX,
                              .size_high = (bytes >> 32) & ((1u << (LIVE_SIZE_BITS - 32)) - 1),
                              .birth = block->birth & ((UINT64_C(1) << LIVE_BIRTH_BITS) - 1),
                              .tid = tid & ((1u << LIVE_TID_BITS) - 1),
                              .is_uncommon = is_uncommon,
                              .half = half_at(start),
                              .allocator = block->allocator & 3u};
  put(&leaf->entries[entry_at(start)], &entry);
}

static struct live_block unpacked(const struct entry *entry)
{
  const union uncommon uncommon = {.all = entry->tid};
  return (struct live_block){.stack_id = entry->stack_id,
                             .allocator = entry->allocator,
                             .tid = entry->is_uncommon ? uncommon.part.tid : entry->tid,
                             .alignment_log = entry->is_uncommon ? (uint8_t)uncommon.part.alignment_log : 0,
                             .has_usable_size = entry->is_uncommon && uncommon.part.has_usable_size,
                             .size_bytes = entry->size_low | (uint64_t)entry->size_high << 32,
                             .birth = entry->birth};
}

static uint32_t known_stack(uint32_t stack_id)
{
  return stack_id >> FREED_STACK_BITS == 0 ? stack_id : 0;
}

/* In one piece, as another thread may be looking at it. */
static void note_freed(struct entry *entry, uint64_t start, const struct live_block *block, uint32_t free_stack_id)
{
  const union second_half half = {
    .freed = {.size_high = (block->size_bytes >> 32) & ((1u << (LIVE_SIZE_BITS - 32)) - 1),
              .alloc_stack_id = known_stack(block->stack_id),
              .free_stack_id = known_stack(free_stack_id),
              .half = half_at(start),
              .allocator = block->allocator & 3u,
              .mark = FREED_MARK}};
  __atomic_store_n((uint64_t *)entry + 1, half.word, __ATOMIC_RELEASE);
}

/* Two threads may free one block at the same time: one of them finds it. While there is only one (the C library knows),
 * it need not wait for the entry to be in its hands. */
static inline bool take_entry(struct entry *entry)
{
  if (!__libc_single_threaded)
    return __atomic_exchange_n((uint32_t *)entry, 0, __ATOMIC_ACQ_REL) != 0;
  entry->stack_id = 0;
  return true;
}

bool live_blocks_remove(uint64_t start, uint32_t free_stack_id, struct live_block *ret)
{
  struct leaf *const leaf = start % (1 << HALF_LOG) == 0 ? find_leaf(start) : NULL;
  if (!leaf)
    return false;
  struct entry *const entry = &leaf->entries[entry_at(start)];
  *ret = unpacked(entry);
  if (ret->stack_id == 0 || entry->half != half_at(start) || !take_entry(entry))
    return false;
  note_freed(entry, start, ret, free_stack_id);
  return true;
}

/* --- what is near an address --- */

/* The last address before a piece of so many bits; UINT64_MAX: there is none. */
static uint64_t before(uint64_t address, unsigned log)
{
  return (address >> log << log) - 1;
}

/* The last bit that is set, at `at` or before; -1: none is. */
static long last_used(const used_bits *used, unsigned at)
{
  uint64_t bits = used[at / BITS] & ~UINT64_C(0) >> (BITS - 1 - at % BITS);
  unsigned word = at / BITS;
  while (bits == 0 && word > 0)
    bits = used[--word];
  return bits != 0 ? (long)(word * BITS + BITS - 1 - (unsigned)__builtin_clzll(bits)) : -1;
}

/* The address, or the last one before it that has a leaf; UINT64_MAX: none has. */
static uint64_t last_with_leaf(uint64_t address)
{
  while (address >> (TOP_LOG + MIDDLE_LOG + LEAF_LOG) == 0) {
    const long high = last_used(top_used, top_at(address));
    if (high < 0)
      break;
    const uint64_t first = (uint64_t)high << (MIDDLE_LOG + LEAF_LOG);
    const uint64_t last =
      (unsigned)high == top_at(address) ? address : first + (UINT64_C(1) << (MIDDLE_LOG + LEAF_LOG)) - 1;
    const long middle = last_used(top[high]->used, leaf_at(last));
    if (middle >= 0) {
      const uint64_t leaf_end = first + ((uint64_t)(middle + 1) << LEAF_LOG);
      return last < leaf_end ? last : leaf_end - 1;
    }
    address = before(first, 0);
  }
  return UINT64_MAX;
}

static bool read_entry(const struct entry *entry, uint64_t granule, bool is_freed, struct near_block *ret)
{
  const struct live_block block = unpacked(entry);
  const union second_half half = {.word = __atomic_load_n((const uint64_t *)entry + 1, __ATOMIC_ACQUIRE)};
  if (is_freed ? block.stack_id != 0 || half.freed.mark != FREED_MARK : block.stack_id == 0)
    return false;
  *ret = (struct near_block){.start = granule + ((uint64_t)(is_freed ? half.freed.half : entry->half) << HALF_LOG),
                             .size_bytes = block.size_bytes,
                             .alloc_stack_id = is_freed ? half.freed.alloc_stack_id : block.stack_id,
                             .free_stack_id = is_freed ? half.freed.free_stack_id : 0,
                             .allocator = is_freed ? half.freed.allocator : block.allocator};
  return true;
}

/* The block that begins last at an address or before it. */
static bool find_below(uint64_t address, bool is_freed, struct near_block *ret)
{
  while ((address = last_with_leaf(address)) != UINT64_MAX) {
    const struct leaf *const leaf = find_leaf(address);
    const uint64_t first = address >> LEAF_LOG << LEAF_LOG;
    for (unsigned at = entry_at(address) + 1; at-- > 0;)
      if (read_entry(&leaf->entries[at], first + ((uint64_t)at << GRANULE_LOG), is_freed, ret) && ret->start <= address)
        return true;
    address = before(address, LEAF_LOG);
  }
  return false;
}

/* How far an address lies outside of a block. */
static uint64_t distance(const struct near_block *block, uint64_t address)
{
  if (address < block->start)
    return block->start - address;
  return address - block->start < block->size_bytes || address == block->start
           ? 0
           : address - block->start - block->size_bytes + 1;
}

/* Where a block was freed, smaller ones may have been freed before. */
static bool find_around(uint64_t address, bool is_freed, struct near_block *ret)
{
  enum { LOOKED_AT = 64 };
  const bool has_one = find_below(address, is_freed, ret);
  struct near_block other = *ret;
  for (unsigned i = 0; has_one && is_freed && i < LOOKED_AT && distance(&other, address) != 0; i++) {
    if (!find_below(other.start - 1, is_freed, &other))
      break;
    if (distance(&other, address) < distance(ret, address))
      *ret = other;
  }
  return has_one && distance(ret, address) <= LIVE_NEAR_BYTES;
}

bool live_blocks_find_near(uint64_t address, bool is_freed, struct near_block *ret)
{
  struct near_block below = {.start = 0}, above;
  const bool has_below = find_around(address, is_freed, &below);
  const bool has_above = address < UINT64_MAX - LIVE_NEAR_BYTES &&
                         find_below(address + LIVE_NEAR_BYTES, is_freed, &above) && above.start > address;
  if (!has_below && !has_above)
    return false;
  *ret = has_below && (!has_above || distance(&below, address) <= distance(&above, address)) ? below : above;
  return true;
}

typedef void visitor(void *context, uint64_t start, const struct live_block *block);

/* As it was at one moment: other threads may add and remove blocks meanwhile. The second word is only changed while the
 * first one is another; the size, of which both have a part, stays in its place when a block is freed. */
static struct live_block read_whole(const struct entry *entry)
{
  const uint64_t *const words = (const uint64_t *)entry;
  union {
    struct entry entry;
    uint64_t words[2];
  } copy;
  do {
    copy.words[0] = __atomic_load_n(&words[0], __ATOMIC_ACQUIRE);
    copy.words[1] = __atomic_load_n(&words[1], __ATOMIC_ACQUIRE);
  } while (__builtin_expect(copy.words[0] != __atomic_load_n(&words[0], __ATOMIC_ACQUIRE), false));
  return unpacked(&copy.entry);
}

static void visit_leaf(const struct leaf *leaf, uint64_t first, visitor *visit, void *context)
{
  for (uint64_t at = 0; at < LEAF_ENTRIES; at++) {
    const struct entry *const entry = &leaf->entries[at];
    const struct live_block block = read_whole(entry);
    if (block.stack_id != 0)
      visit(context, first | at << GRANULE_LOG | (uint64_t)entry->half << HALF_LOG, &block);
  }
}

/* The first bit that is set, at `at` or behind it; `count`: none is. */
static unsigned next_used(const used_bits *used, unsigned at, unsigned count)
{
  uint64_t bits = at < count ? used[at / BITS] & ~UINT64_C(0) << at % BITS : 0;
  unsigned word = at / BITS;
  while (bits == 0 && ++word < count / BITS)
    bits = used[word];
  return bits != 0 ? word * BITS + (unsigned)__builtin_ctzll(bits) : count;
}

static void visit_middle(const struct middle *middle, uint64_t first, visitor *visit, void *context)
{
  enum { LEAVES = 1 << MIDDLE_LOG };
  for (unsigned at = next_used(middle->used, 0, LEAVES); at < LEAVES; at = next_used(middle->used, at + 1, LEAVES))
    visit_leaf(middle->leaves[at], first | (uint64_t)at << LEAF_LOG, visit, context);
}

void live_blocks_visit(visitor *visit, void *context)
{
  enum { MIDDLES = 1 << TOP_LOG };
  for (unsigned at = next_used(top_used, 0, MIDDLES); at < MIDDLES; at = next_used(top_used, at + 1, MIDDLES))
    visit_middle(top[at], (uint64_t)at << (MIDDLE_LOG + LEAF_LOG), visit, context);
}
