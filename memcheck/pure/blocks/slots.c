/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each class of sizes has a queue of the spans with free slots; a bitmap in the span says which are. Slots are handed
 * out in the order of their addresses from the first span of the queue until it is full, so that what is allocated in
 * sequence lies in sequence. A span that becomes empty may serve another class, but for the last one; of empty regions
 * one is kept. */
#include "memcheck/pure/blocks/slots.h"

#include "memcheck/pure/base/bits.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/shadow.h"

enum {
  STEP = 16,             /* of sizes up to SMALL_MAX; then four classes for each doubling */
  SMALL_MAX = 512,
  SMALL_CLASSES = SMALL_MAX / STEP,
  CLASSES = SMALL_CLASSES + 8,
  REDZONE_MIN = 16,
  SLOTS_MAX = SLOTS_SPAN_BYTES / (STEP + 2 * REDZONE_MIN),
  WORD_BITS = 64,
  BITMAP_WORDS = (SLOTS_MAX + WORD_BITS - 1) / WORD_BITS,
  SPAN_TABLE_ENTRIES = SHADOW_NEAR_LIMIT >> SLOTS_SPAN_BITS,
};

struct region;

struct span {
  uint64_t start;
  struct region *region;
  struct span *next, *previous;  /* in its class's queue, or in that of empty spans */
  uint32_t class;
  uint32_t slot_bytes, inverse;  /* from one block to the next, and what dividing by that multiplies with */
  uint32_t count, free_count;    /* of slots; no class: both 0 */
  uint32_t first_word;           /* no bit is set in the words before it */
  uint64_t free[BITMAP_WORDS];   /* a bit for each free slot */
};

struct region {
  uint64_t start;
  struct region *next, *previous;
  uint32_t used_spans;
  struct span spans[SLOTS_REGION_SPANS];
};

/* Spans in the order they are used. */
struct span_queue {
  struct span *first, *last;
};

struct slots {
  struct slots_source source;
  uint64_t first_offset;  /* of the first block in its span */
  uint32_t gap_bytes;     /* between two blocks */
  struct span **span_at;  /* by address / SLOTS_SPAN_BYTES */
  struct region *regions;
  uint32_t region_count, empty_regions;
  uint64_t used_bytes, idle_count;
  struct span_queue available[CLASSES], empty;
};

/* --- classes --- */

/* size_bytes <= SLOTS_SIZE_MAX */
static inline unsigned class_of(uint64_t size_bytes)
{
  if (size_bytes <= SMALL_MAX)
    return size_bytes == 0 ? 0 : (unsigned)((size_bytes - 1) / STEP);
  const unsigned quarters = size_bytes <= 2 * SMALL_MAX ? SMALL_MAX / 4 : SMALL_MAX / 2;
  const unsigned base = size_bytes <= 2 * SMALL_MAX ? SMALL_MAX : 2 * SMALL_MAX;
  const unsigned first = size_bytes <= 2 * SMALL_MAX ? SMALL_CLASSES : SMALL_CLASSES + 4;
  return first + (unsigned)((size_bytes - 1 - base) / quarters);
}

static uint32_t class_bytes(unsigned class)
{
  if (class < SMALL_CLASSES)
    return (class + 1) * STEP;
  const unsigned step = class - SMALL_CLASSES;
  return step < 4 ? SMALL_MAX + (step + 1) * (SMALL_MAX / 4) : 2 * SMALL_MAX + (step - 3) * (SMALL_MAX / 2);
}

/* --- queues --- */

static void queue_append(struct span_queue *queue, struct span *span)
{
  span->next = NULL;
  span->previous = queue->last;
  *(queue->last ? &queue->last->next : &queue->first) = span;
  queue->last = span;
}

static void queue_remove(struct span_queue *queue, struct span *span)
{
  *(span->previous ? &span->previous->next : &queue->first) = span->next;
  *(span->next ? &span->next->previous : &queue->last) = span->previous;
}

/* --- regions --- */

static bool add_region(struct slots *slots)
{
  const uint64_t start = slots->source.take();
  if (start == 0)
    return false;
  struct region *region = env_allocate("regions", sizeof *region);
  memset(region, 0, sizeof *region);
  region->start = start;
  region->next = slots->regions;
  if (region->next)
    region->next->previous = region;
  slots->regions = region;
  slots->region_count++;
  slots->empty_regions++;
  for (unsigned i = 0; i < SLOTS_REGION_SPANS; i++) {
    struct span *span = &region->spans[i];
    span->start = start + ((uint64_t)i << SLOTS_SPAN_BITS);
    span->region = region;
    queue_append(&slots->empty, span);
    slots->span_at[span->start >> SLOTS_SPAN_BITS] = span;
  }
  return true;
}

/* All its spans are empty. */
static void remove_region(struct slots *slots, struct region *region)
{
  ENV_CHECK(region->used_spans == 0 && slots->empty_regions > 0);
  for (unsigned i = 0; i < SLOTS_REGION_SPANS; i++) {
    queue_remove(&slots->empty, &region->spans[i]);
    slots->span_at[region->spans[i].start >> SLOTS_SPAN_BITS] = NULL;
  }
  *(region->previous ? &region->previous->next : &slots->regions) = region->next;
  if (region->next)
    region->next->previous = region->previous;
  slots->region_count--;
  slots->empty_regions--;
  slots->source.give_back(region->start);
  env_free(region);
}

struct slots *slots_create(const struct slots_source *source, uint64_t redzone_bytes)
{
  struct slots *slots = env_allocate("slots", sizeof *slots);
  memset(slots, 0, sizeof *slots);
  slots->source = *source;
  if (redzone_bytes < REDZONE_MIN)
    redzone_bytes = REDZONE_MIN;
  slots->first_offset = (redzone_bytes + STEP - 1) / STEP * STEP;
  slots->gap_bytes = (uint32_t)(2 * redzone_bytes + STEP - 1) / STEP * STEP;
  slots->span_at = env_map_sparse(SPAN_TABLE_ENTRIES * sizeof *slots->span_at);
  return slots;
}

void slots_destroy(struct slots *slots)
{
  for (struct region *region = slots->regions, *next; region; region = next) {
    next = region->next;
    slots->source.give_back(region->start);
    env_free(region);
  }
  env_unmap_sparse(slots->span_at, SPAN_TABLE_ENTRIES * sizeof *slots->span_at);
  env_free(slots);
}

/* --- spans --- */

static void set_first_bits(uint64_t *words, uint32_t count)
{
  for (; count >= WORD_BITS; count -= WORD_BITS)
    *words++ = ~UINT64_C(0);
  if (count > 0)
    *words = bits_between(0, count);
}

/* An empty span becomes one of a class. */
static struct span *begin_span(struct slots *slots, unsigned class)
{
  struct span *span = slots->empty.first;
  if (!span && !add_region(slots))
    return NULL;
  span = slots->empty.first;
  ENV_CHECK(span->count == 0 && slots->span_at[span->start >> SLOTS_SPAN_BITS] == span);
  queue_remove(&slots->empty, span);
  slots->empty_regions -= span->region->used_spans++ == 0;
  span->class = class;
  span->slot_bytes = class_bytes(class) + slots->gap_bytes;
  span->inverse = UINT32_MAX / span->slot_bytes + 1;
  span->count = span->free_count = (uint32_t)(SLOTS_SPAN_BYTES - slots->first_offset) / span->slot_bytes;
  span->first_word = 0;
  memset(span->free, 0, sizeof span->free);
  set_first_bits(span->free, span->count);
  slots->idle_count += span->count;
  queue_append(&slots->available[class], span);
  return span;
}

/* All its slots are free. */
static void end_span(struct slots *slots, struct span *span)
{
  struct region *region = span->region;
  queue_remove(&slots->available[span->class], span);
  slots->idle_count -= span->count;
  span->count = span->free_count = 0;
  queue_append(&slots->empty, span);
  slots->empty_regions += --region->used_spans == 0;
  if (region->used_spans == 0 && slots->empty_regions > 1)
    remove_region(slots, region);
}

static uint32_t take_first_bit(struct span *span)
{
  uint32_t word = span->first_word;
  while (span->free[word] == 0)
    word++;
  const uint32_t bit = (uint32_t)__builtin_ctzll(span->free[word]);
  span->first_word = word;
  span->free[word] &= span->free[word] - 1;
  return word * WORD_BITS + bit;
}

static uint64_t block_in(const struct slots *slots, const struct span *span, uint32_t slot)
{
  return span->start + slot * span->slot_bytes + slots->first_offset;
}

static uint32_t free_bits(const struct span *span)
{
  uint32_t count = 0;
  for (unsigned word = 0; word < BITMAP_WORDS; word++)
    count += bits_count(span->free[word]);
  return count;
}

static bool span_is_valid(const struct slots *slots, const struct span *span)
{
  if (slots->span_at[span->start >> SLOTS_SPAN_BITS] != span || span->free_count > span->count)
    return false;
  for (unsigned word = 0; span->count != 0 && word < span->first_word; word++)
    if (span->free[word] != 0)
      return false;
  return span->count == 0 || free_bits(span) == span->free_count;
}

/* --- slots --- */

uint64_t slots_take(struct slots *slots, uint64_t size_bytes)
{
  const unsigned class = class_of(size_bytes);
  struct span *span = slots->available[class].first;
  if (!span && !(span = begin_span(slots, class)))
    return 0;
  const uint32_t slot = take_first_bit(span);
  if (--span->free_count == 0)
    queue_remove(&slots->available[class], span);
  slots->idle_count--;
  slots->used_bytes += class_bytes(class);
  ENV_CHECK(slot < span->count && span->class == class && span_is_valid(slots, span));
  return block_in(slots, span, slot);
}

uint64_t slots_next(const struct slots *slots, uint64_t size_bytes)
{
  const struct span *span = slots->available[class_of(size_bytes)].first;
  if (!span || span->free[span->first_word] == 0)
    return 0;
  return block_in(slots, span, span->first_word * WORD_BITS + (uint32_t)__builtin_ctzll(span->free[span->first_word]));
}

/* The number of the slot of a block; its quotient is exact, as offset and slot_bytes are below 1 << 16. */
static uint32_t slot_of(const struct slots *slots, const struct span *span, uint64_t start)
{
  const uint64_t offset = start - slots->first_offset - span->start;
  return (uint32_t)(offset * span->inverse >> 32);
}

bool slots_give_back(struct slots *slots, uint64_t start)
{
  struct span *span = start < SHADOW_NEAR_LIMIT ? slots->span_at[start >> SLOTS_SPAN_BITS] : NULL;
  if (!span)
    return false;
  const uint32_t slot = slot_of(slots, span, start), word = slot / WORD_BITS;
  ENV_ASSERT(slot < span->count && !(span->free[word] >> slot % WORD_BITS & 1));
  ENV_ASSERT(block_in(slots, span, slot) == start);
  span->free[word] |= UINT64_C(1) << slot % WORD_BITS;
  if (word < span->first_word)
    span->first_word = word;
  slots->idle_count++;
  slots->used_bytes -= class_bytes(span->class);
  if (span->free_count++ == 0)
    queue_append(&slots->available[span->class], span);
  ENV_CHECK(span_is_valid(slots, span));
  if (span->free_count == span->count && slots->available[span->class].first != slots->available[span->class].last)
    end_span(slots, span);
  return true;
}

uint64_t slots_start_around(const struct slots *slots, uint64_t address)
{
  const struct span *span = address < SHADOW_NEAR_LIMIT ? slots->span_at[address >> SLOTS_SPAN_BITS] : NULL;
  if (!span || span->count == 0 || address < span->start + slots->first_offset)
    return 0;
  const uint32_t slot = slot_of(slots, span, address);
  return slot < span->count ? block_in(slots, span, slot) : 0;
}

uint64_t slots_idle_count(const struct slots *slots)
{
  return slots->idle_count;
}

uint64_t slots_idle_bytes(const struct slots *slots)
{
  return (uint64_t)slots->region_count * SLOTS_REGION_BYTES - slots->used_bytes;
}

/* --- invariants --- */

/* Adds up a queue, all of whose spans are as it wants them; false: one is not, or its links do not agree, or go in a
 * circle. */
static bool queue_is_valid(const struct span_queue *queue, uint64_t spans_max,
                           bool (*belongs)(const struct span *, unsigned), unsigned class, uint64_t *count)
{
  const struct span *previous = NULL;
  for (const struct span *span = queue->first; span; previous = span, span = span->next)
    if (span->previous != previous || !belongs(span, class) || ++*count > spans_max)
      return false;
  return queue->last == previous;
}

static bool is_available(const struct span *span, unsigned class)
{
  return span->class == class && span->free_count > 0;
}

static bool is_empty(const struct span *span, unsigned class)
{
  return span->count == 0;
}

/* Spans are where they belong, and so many in all. */
static bool queues_are_valid(const struct slots *slots, uint64_t wanted)
{
  const uint64_t spans = (uint64_t)slots->region_count * SLOTS_REGION_SPANS;
  uint64_t count = 0;
  for (unsigned class = 0; class < CLASSES; class++)
    if (!queue_is_valid(&slots->available[class], spans, is_available, class, &count))
      return false;
  return queue_is_valid(&slots->empty, spans, is_empty, 0, &count) && count == wanted;
}

bool slots_is_valid(const struct slots *slots)
{
  uint64_t used_bytes = 0, idle_count = 0, empty_regions = 0, regions = 0, queued = 0;
  for (const struct region *region = slots->regions; region; region = region->next, regions++) {
    unsigned used = 0;
    for (unsigned i = 0; i < SLOTS_REGION_SPANS; i++) {
      const struct span *span = &region->spans[i];
      if (!span_is_valid(slots, span))
        return false;
      used += span->count != 0;
      queued += span->count == 0 || span->free_count > 0;
      idle_count += span->free_count;
      used_bytes += (uint64_t)(span->count - span->free_count) * class_bytes(span->class);
    }
    empty_regions += used == 0;
    if (used != region->used_spans)
      return false;
  }
  return used_bytes == slots->used_bytes && idle_count == slots->idle_count && empty_regions == slots->empty_regions &&
         regions == slots->region_count && queues_are_valid(slots, queued);
}
