/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Segments are numbered. What is known of them and the bytes of their instructions lie in chunks, counters in one table
 * that fills lazily. A hash table of numbers finds those that are known. */
#include "memcheck/pure/cost/code_segments.h"

#include "memcheck/pure/base/env.h"

enum { CHUNK = 1 << 14, CHUNKS_MAX = SEGMENTS_MAX / CHUNK, TEXT_BYTES = 1 << 18, CAPACITY_FIRST = 1 << 12 };

struct known {
  uint64_t start;
  const uint8_t *bytes;
  uint32_t hash;
  uint8_t instructions;
};

struct text {
  struct text *next;
  uint8_t bytes[TEXT_BYTES - sizeof(struct text *)];
};

struct segments {
  struct known *chunks[CHUNKS_MAX]; /* CHUNK of them each */
  int64_t *counters; /* SEGMENTS_MAX of them */
  uint32_t count;    /* and the one that is lost */
  uint32_t *slots;   /* numbers, or 0 */
  uint32_t capacity; /* a power of two */
  struct text *text;
  size_t text_used;
};

struct segments *segments_create(void)
{
  struct segments *segments = env_map_pages(sizeof *segments);
  segments->counters = env_map_pages(SEGMENTS_MAX * sizeof *segments->counters);
  segments->count = 1;
  segments->chunks[0] = env_map_pages(CHUNK * sizeof *segments->chunks[0]);
  segments->capacity = CAPACITY_FIRST;
  segments->slots = env_map_pages(segments->capacity * sizeof *segments->slots);
  segments->text_used = sizeof segments->text->bytes;
  return segments;
}

void segments_destroy(struct segments *segments)
{
  for (uint32_t i = 0; i < CHUNKS_MAX && segments->chunks[i]; i++)
    env_unmap_pages(segments->chunks[i], CHUNK * sizeof *segments->chunks[i]);
  while (segments->text) {
    struct text *text = segments->text;
    segments->text = text->next;
    env_unmap_pages(text, sizeof *text);
  }
  env_unmap_pages(segments->counters, SEGMENTS_MAX * sizeof *segments->counters);
  env_unmap_pages(segments->slots, segments->capacity * sizeof *segments->slots);
  env_unmap_pages(segments, sizeof *segments);
}

static struct known *known_at(const struct segments *segments, uint32_t number)
{
  return &segments->chunks[number / CHUNK][number % CHUNK];
}

int64_t *segments_counters(const struct segments *segments)
{
  return segments->counters;
}

struct segment segments_at(const struct segments *segments, uint32_t number)
{
  const struct known *known = known_at(segments, number);
  return (struct segment){.start = known->start, .bytes = known->bytes, .instructions = known->instructions};
}

/* --- the table --- */

static uint32_t hash_of(const struct segment *segment)
{
  uint64_t hash = segment->start * UINT64_C(0x9e3779b97f4a7c15);
  for (unsigned i = 0; i < segment->instructions; i++)
    hash = (hash ^ segment->bytes[i]) * UINT64_C(0x100000001b3);
  return (uint32_t)(hash >> 32 ^ hash);
}

static bool is_same(const struct known *known, const struct segment *segment, uint32_t hash)
{
  if (known->hash != hash || known->start != segment->start || known->instructions != segment->instructions)
    return false;
  for (unsigned i = 0; i < segment->instructions; i++)
    if (known->bytes[i] != segment->bytes[i])
      return false;
  return true;
}

static void put_in_slot(struct segments *segments, uint32_t hash, uint32_t number)
{
  uint32_t slot = hash & (segments->capacity - 1);
  while (segments->slots[slot] != 0)
    slot = (slot + 1) & (segments->capacity - 1);
  segments->slots[slot] = number;
}

static void grow_table(struct segments *segments)
{
  env_unmap_pages(segments->slots, segments->capacity * sizeof *segments->slots);
  segments->capacity *= 2;
  segments->slots = env_map_pages(segments->capacity * sizeof *segments->slots);
  for (uint32_t i = 1; i < segments->count; i++)
    put_in_slot(segments, known_at(segments, i)->hash, i);
}

static const uint8_t *keep_bytes(struct segments *segments, const struct segment *segment)
{
  if (segments->text_used + segment->instructions > sizeof segments->text->bytes) {
    struct text *text = env_map_pages(sizeof *text);
    text->next = segments->text;
    segments->text = text;
    segments->text_used = 0;
  }
  uint8_t *kept = segments->text->bytes + segments->text_used;
  segments->text_used += segment->instructions;
  memcpy(kept, segment->bytes, segment->instructions);
  return kept;
}

static uint32_t add(struct segments *segments, const struct segment *segment, uint32_t hash)
{
  const uint32_t number = segments->count;
  if (number == SEGMENTS_MAX)
    return SEGMENTS_LOST;
  if (number % CHUNK == 0)
    segments->chunks[number / CHUNK] = env_map_pages(CHUNK * sizeof(struct known));
  if (number >= segments->capacity / 2)
    grow_table(segments);
  *known_at(segments, number) = (struct known){.start = segment->start,
                                               .bytes = keep_bytes(segments, segment),
                                               .hash = hash,
                                               .instructions = (uint8_t)segment->instructions};
  segments->count++;
  put_in_slot(segments, hash, number);
  return number;
}

uint32_t segments_find(struct segments *segments, const struct segment *segment)
{
  ENV_ASSERT(segment->instructions > 0 && segment->instructions <= SEGMENT_INSTRUCTIONS_MAX);
  const uint32_t hash = hash_of(segment);
  for (uint32_t slot = hash & (segments->capacity - 1); segments->slots[slot] != 0;
       slot = (slot + 1) & (segments->capacity - 1))
    if (is_same(known_at(segments, segments->slots[slot]), segment, hash))
      return segments->slots[slot];
  return add(segments, segment, hash);
}

/* --- counts --- */

bool segments_take(struct segments *segments, uint64_t start, uint64_t end, uint32_t *cursor, struct segment *ret,
                   int64_t *ret_count)
{
  while (*cursor + 1 < segments->count) {
    const uint32_t number = ++*cursor;
    const struct known *known = known_at(segments, number);
    int64_t *counter = &segments->counters[number];
    if (*counter == 0 || known->start < start || known->start >= end)
      continue;
    *ret = segments_at(segments, number);
    *ret_count = *counter;
    *counter = 0;
    return true;
  }
  return false;
}

void segments_reset(struct segments *segments)
{
  memset(segments->counters, 0, segments->count * sizeof *segments->counters);
}
