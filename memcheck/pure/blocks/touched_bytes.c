/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks of up to 64 bytes have their bits in their entry. */
#include "memcheck/pure/blocks/touched_bytes.h"

#include "memcheck/pure/base/bits.h"
#include "memcheck/pure/base/env.h"

enum {
  SEGMENT_BITS = 12, /* entries are mapped by the segment */
  SEGMENT_ENTRIES = 1 << SEGMENT_BITS,
  SEGMENT_COUNT = 1 << (32 - SEGMENT_BITS),
  WORD_BITS = 64,
  MAPPED_FROM = 1 << 16, /* bytes of bits that are worth pages of their own, which fill lazily */
};

struct entry {
  uint64_t birth; /* 0: no block yet */
  uint64_t size_bytes;
  union {
    uint64_t word;
    uint64_t *words;
  };
};

struct touched {
  struct entry **segments; /* SEGMENT_COUNT */
};

struct touched *touched_create(void)
{
  struct touched *touched = env_allocate("touched", sizeof *touched);
  touched->segments = env_map_sparse(SEGMENT_COUNT * sizeof *touched->segments);
  return touched;
}

/* --- bits of one block --- */

static size_t bytes_of_bits(uint64_t size_bytes)
{
  return (size_bytes + WORD_BITS - 1) / WORD_BITS * sizeof(uint64_t);
}

static uint64_t *words_create(uint64_t size_bytes)
{
  const size_t bytes = bytes_of_bits(size_bytes);
  if (bytes >= MAPPED_FROM)
    return env_map_pages(bytes);
  uint64_t *words = env_allocate("touched bytes", bytes);
  memset(words, 0, bytes);
  return words;
}

static void words_destroy(uint64_t *words, uint64_t size_bytes)
{
  const size_t bytes = bytes_of_bits(size_bytes);
  if (bytes >= MAPPED_FROM)
    env_unmap_pages(words, bytes);
  else
    env_free(words);
}

static void entry_release(struct entry *entry)
{
  if (entry->size_bytes > WORD_BITS)
    words_destroy(entry->words, entry->size_bytes);
}

static uint64_t *words_of(struct entry *entry)
{
  return entry->size_bytes > WORD_BITS ? entry->words : &entry->word;
}

/* Keeps the bits that both sizes have. */
static void entry_resize(struct entry *entry, uint64_t size_bytes)
{
  struct entry resized = {.birth = entry->birth, .size_bytes = size_bytes};
  if (size_bytes > WORD_BITS)
    resized.words = words_create(size_bytes);
  const uint64_t kept = entry->size_bytes < size_bytes ? entry->size_bytes : size_bytes;
  uint64_t *words = words_of(&resized);
  memcpy(words, words_of(entry), bytes_of_bits(kept));
  if (kept % WORD_BITS != 0)
    words[kept / WORD_BITS] &= bits_between(0, kept % WORD_BITS);
  entry_release(entry);
  *entry = resized;
}

static struct entry *entry_of(struct touched *touched, struct touched_block block)
{
  struct entry **segment = &touched->segments[block.id >> SEGMENT_BITS];
  if (!*segment)
    *segment = env_map_pages(SEGMENT_ENTRIES * sizeof **segment);
  struct entry *entry = &(*segment)[block.id & (SEGMENT_ENTRIES - 1)];
  if (entry->birth != block.birth) {
    entry_release(entry);
    *entry = (struct entry){.birth = block.birth, .size_bytes = block.size_bytes};
    if (block.size_bytes > WORD_BITS)
      entry->words = words_create(block.size_bytes);
  } else if (entry->size_bytes != block.size_bytes) {
    entry_resize(entry, block.size_bytes);
  }
  return entry;
}

void touched_destroy(struct touched *touched)
{
  for (uint32_t i = 0; i < SEGMENT_COUNT; i++) {
    for (uint32_t j = 0; touched->segments[i] && j < SEGMENT_ENTRIES; j++)
      entry_release(&touched->segments[i][j]);
    if (touched->segments[i])
      env_unmap_pages(touched->segments[i], SEGMENT_ENTRIES * sizeof *touched->segments[i]);
  }
  env_unmap_sparse(touched->segments, SEGMENT_COUNT * sizeof *touched->segments);
  env_free(touched);
}

/* --- marking --- */

static uint64_t set_bits(uint64_t *word, uint64_t bits)
{
  const uint64_t fresh = bits & ~*word;
  *word |= bits;
  return bits_count(fresh);
}

uint64_t *touched_bits(struct touched *touched, struct touched_block block)
{
  return words_of(entry_of(touched, block));
}

uint64_t touched_mark(uint64_t *words, uint64_t offset, uint64_t bytes)
{
  uint64_t fresh = 0;
  for (uint64_t end = offset + bytes; offset < end;) {
    const uint64_t first = offset % WORD_BITS, left = end - offset;
    const uint64_t last = left < WORD_BITS - first ? first + left : WORD_BITS;
    fresh += set_bits(&words[offset / WORD_BITS], bits_between(first, last));
    offset += last - first;
  }
  return fresh;
}

uint64_t touched_copy(struct touched *touched, struct touched_block to, struct touched_block from, uint64_t bytes)
{
  const uint64_t *from_words = words_of(entry_of(touched, from));
  uint64_t *to_words = words_of(entry_of(touched, to));
  uint64_t fresh = 0;
  for (uint64_t offset = 0; offset < bytes; offset += WORD_BITS) {
    const uint64_t left = bytes - offset;
    const uint64_t kept = bits_between(0, left < WORD_BITS ? left : WORD_BITS);
    fresh += set_bits(&to_words[offset / WORD_BITS], from_words[offset / WORD_BITS] & kept);
  }
  return fresh;
}
