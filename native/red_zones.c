/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/red_zones.h"

#include "native/kernel_copy.h"
#include "native/libc_blocks.h"
#include "native/memory_view.h"

#define CHUNK_MAX (UINT64_C(1) << 40)

enum {
  WORD = 8,
  PAGE_BYTES = 4096,
  ROUNDED_UP_MAX = 64, /* by the C library, at most: to the smallest chunk, and what is too small for one of its own */
  HEAD_FIXED_BITS = 0xb,
  HEAD_FIXED = LIBC_PREVIOUS_IN_USE, /* of a chunk that follows one in use */
};

typedef bool reader(uint64_t address, uint64_t *ret);

/* Where the pattern is: the last bytes of two words, the later of which ends at `end`. */
struct zone {
  uint64_t end, bytes;
  bool is_cut; /* it is not all that there is */
};

/* Bytes that are not 0, as those that overwrite most often are, and other ones behind each block. */
static inline uint64_t pattern_at(uint64_t end)
{
  return (end * UINT64_C(0x9e3779b97f4a7c15)) | UINT64_C(0x0101010101010101);
}

/* The last `bytes` of a word, at most all. */
static inline uint64_t mask_of(uint64_t bytes)
{
  return bytes >= WORD ? ~UINT64_C(0) : ~(~UINT64_C(0) >> 8 * bytes);
}

static inline uint64_t capacity_of(uint64_t head)
{
  const uint64_t chunk = head & ~(uint64_t)LIBC_FLAGS;
  return chunk - ((head & LIBC_HAS_PAGES) != 0 ? 2 * WORD : WORD);
}

static inline struct zone zone_of(uint64_t start, uint64_t bytes, uint64_t head)
{
  const uint64_t spare = capacity_of(head) - bytes, used = spare < RED_ZONE_BYTES ? spare : RED_ZONE_BYTES;
  return (struct zone){.end = start + bytes + used, .bytes = used, .is_cut = spare != used};
}

static inline void put_word(uint64_t end, uint64_t bytes, uint64_t pattern)
{
  uint64_t word;
  __builtin_memcpy(&word, (const void *)(end - WORD), WORD);
  word = (word & ~mask_of(bytes)) | (pattern & mask_of(bytes));
  __builtin_memcpy((void *)(end - WORD), &word, WORD);
}

void red_zones_put(uint64_t start, uint64_t bytes)
{
  const struct zone zone = zone_of(start, bytes, libc_blocks_head(start));
  const uint64_t pattern = pattern_at(zone.end);
  if (zone.bytes > 0)
    put_word(zone.end, zone.bytes, pattern);
  if (zone.bytes > WORD)
    put_word(zone.end - WORD, zone.bytes - WORD, pattern);
}

/* --- looking --- */

/* Can a block of so many bytes have this head, and that word in front of it? */
static inline bool is_possible(uint64_t start, uint64_t bytes, uint64_t head, uint64_t skipped)
{
  const uint64_t chunk = head & ~(uint64_t)LIBC_FLAGS, capacity = capacity_of(head);
  if (chunk % LIBC_ALIGNMENT != 0 || chunk < LIBC_CHUNK_MIN || chunk > CHUNK_MAX || capacity < bytes)
    return false;
  if ((head & LIBC_HAS_PAGES) == 0)
    return capacity - bytes <= ROUNDED_UP_MAX;
  return skipped <= CHUNK_MAX && ((start - LIBC_HEAD_BYTES - skipped) | (chunk + skipped)) % PAGE_BYTES == 0;
}

static inline bool follows_one_in_use(uint64_t head)
{
  const uint64_t chunk = head & ~(uint64_t)LIBC_FLAGS;
  return (head & HEAD_FIXED_BITS) == HEAD_FIXED && chunk >= LIBC_HEAD_BYTES && chunk <= CHUNK_MAX;
}

/* What has changed of the last `bytes` of a word. */
static bool find_in_word(uint64_t end, uint64_t bytes, uint64_t word, uint64_t pattern, struct damage *damage)
{
  const uint64_t changed = (word ^ pattern) & mask_of(bytes);
  if (changed == 0)
    return false;
  const uint64_t first = end - WORD + (uint64_t)__builtin_ctzll(changed) / 8;
  const uint64_t last_end =
    damage->bytes != 0 ? damage->address + damage->bytes : end - (uint64_t)__builtin_clzll(changed) / 8;
  *damage = (struct damage){.address = first, .bytes = last_end - first};
  return true;
}

/* Of a block with a head that can be its own. */
static inline bool is_next_damaged(const struct zone *zone, uint64_t head, reader *read)
{
  uint64_t next;
  return !zone->is_cut && (head & LIBC_HAS_PAGES) == 0 && read(zone->end, &next) && !follows_one_in_use(next);
}

static __attribute__((always_inline)) inline bool look(uint64_t start, uint64_t bytes, reader *read, struct damage *ret)
{
  uint64_t head, skipped, last = 0, first = 0;
  if (!read(start - WORD, &head) || !read(start - 2 * WORD, &skipped))
    return false;
  if (__builtin_expect(!is_possible(start, bytes, head, skipped), false)) {
    *ret = (struct damage){.address = start - WORD, .is_before = true, .is_in_head = true};
    return true;
  }
  const struct zone zone = zone_of(start, bytes, head);
  const uint64_t pattern = pattern_at(zone.end);
  if ((zone.bytes > 0 && !read(zone.end - WORD, &last)) || (zone.bytes > WORD && !read(zone.end - 2 * WORD, &first)))
    return false;
  ret->bytes = 0;
  if (zone.bytes > 0)
    find_in_word(zone.end, zone.bytes, last, pattern, ret);
  if (zone.bytes > WORD)
    find_in_word(zone.end - WORD, zone.bytes - WORD, first, pattern, ret);
  const bool is_in_head = is_next_damaged(&zone, head, read);
  if (__builtin_expect(ret->bytes == 0 && !is_in_head, true))
    return false;
  if (ret->bytes == 0)
    *ret = (struct damage){.address = zone.end};
  ret->is_in_head = is_in_head;
  return true;
}

static inline bool read_here(uint64_t address, uint64_t *ret)
{
  __builtin_memcpy(ret, (const void *)address, sizeof *ret);
  return true;
}

static bool read_view(uint64_t address, uint64_t *ret)
{
  return memory_view.read_word(NULL, address, ret);
}

/* A program may have closed pages of a block which has pages of its own, and free it: the C library touches none. */
static bool read_by_kernel(uint64_t address, uint64_t *ret)
{
  return kernel_copy(ret, address, sizeof *ret) == sizeof *ret;
}

static __attribute__((noinline)) bool find_in_pages(uint64_t start, uint64_t bytes, struct damage *ret)
{
  return look(start, bytes, read_by_kernel, ret);
}

bool red_zones_find(uint64_t start, uint64_t bytes, struct damage *ret)
{
  if (__builtin_expect((libc_blocks_head(start) & LIBC_HAS_PAGES) != 0, false))
    return find_in_pages(start, bytes, ret);
  return look(start, bytes, read_here, ret);
}

bool red_zones_find_at_end(uint64_t start, uint64_t bytes, struct damage *ret)
{
  return look(start, bytes, read_view, ret);
}

bool red_zones_have_heads(uint64_t start, uint64_t bytes)
{
  const uint64_t head = libc_blocks_head(start);
  if (!is_possible(start, bytes, head, libc_blocks_head(start - WORD)))
    return false;
  const struct zone zone = zone_of(start, bytes, head);
  return !is_next_damaged(&zone, head, read_here);
}

/* --- mending --- */

/* A chunk that is not in use has its size at its end, too. */
static bool is_behind_unused(uint64_t start)
{
  const uint64_t chunk = start - LIBC_HEAD_BYTES, bytes = *(const uint64_t *)chunk;
  return bytes % LIBC_ALIGNMENT == 0 && bytes >= LIBC_CHUNK_MIN && bytes <= chunk % PAGE_BYTES &&
         (libc_blocks_head(start - bytes) & ~(uint64_t)LIBC_FLAGS) == bytes;
}

/* The smallest size that the next chunk agrees with. */
void red_zones_mend(uint64_t start, uint64_t bytes, uint64_t arena)
{
  const uint64_t asked = (bytes + WORD + LIBC_ALIGNMENT - 1) & ~(uint64_t)(LIBC_ALIGNMENT - 1);
  const uint64_t least = asked < LIBC_CHUNK_MIN ? LIBC_CHUNK_MIN : asked;
  for (uint64_t chunk = least; chunk <= least + LIBC_CHUNK_MIN; chunk += LIBC_ALIGNMENT)
    if (follows_one_in_use(libc_blocks_head(start + chunk))) {
      *(uint64_t *)(start - WORD) = chunk | arena | (is_behind_unused(start) ? 0 : LIBC_PREVIOUS_IN_USE);
      return;
    }
}
