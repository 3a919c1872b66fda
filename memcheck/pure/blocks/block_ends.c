/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each allocation stack has a chain of counters, the first of them in a table by its id. Mostly the next block ends as
 * the last one did, so that counter comes first: it changes places with the first one whenever it is found further
 * on. */
#include "memcheck/pure/blocks/block_ends.h"

#include "memcheck/pure/base/env.h"

enum {
  SEGMENT_BITS = 12, /* counters are mapped by the segment */
  SEGMENT_COUNTERS = 1 << SEGMENT_BITS,
  SEGMENT_COUNT = 1 << (32 - SEGMENT_BITS),
};

struct counter {
  uint32_t call; /* 0: all others, or there is none */
  uint32_t next; /* index in `more`; 0: none */
  uint64_t blocks : 63;
  uint64_t is_resized : 1;
};

_Static_assert(sizeof(struct counter) == 16, "what a stack and a call cost");

struct block_ends {
  struct counter **first; /* SEGMENT_COUNT, by stack */
  struct counter **more;  /* SEGMENT_COUNT, one after the other from 1 */
  uint32_t limit, more_count;
};

static struct counter **map_table(void)
{
  return env_map_sparse(SEGMENT_COUNT * sizeof(struct counter *));
}

struct block_ends *block_ends_create(void)
{
  struct block_ends *ends = env_allocate("block ends", sizeof *ends);
  *ends = (struct block_ends){.first = map_table(), .more = map_table()};
  return ends;
}

static void clear_table(struct counter **segments, uint32_t end)
{
  for (uint32_t i = 0; i <= end >> SEGMENT_BITS; i++) {
    if (segments[i])
      env_unmap_pages(segments[i], SEGMENT_COUNTERS * sizeof **segments);
    segments[i] = NULL;
  }
}

void block_ends_forget(struct block_ends *ends)
{
  clear_table(ends->first, ends->limit);
  clear_table(ends->more, ends->more_count);
  ends->limit = ends->more_count = 0;
}

void block_ends_destroy(struct block_ends *ends)
{
  block_ends_forget(ends);
  env_unmap_sparse(ends->first, SEGMENT_COUNT * sizeof(struct counter *));
  env_unmap_sparse(ends->more, SEGMENT_COUNT * sizeof(struct counter *));
  env_free(ends);
}

static struct counter *counter_at(struct counter *const *segments, uint32_t index)
{
  struct counter *const segment = segments[index >> SEGMENT_BITS];
  return segment ? &segment[index & (SEGMENT_COUNTERS - 1)] : NULL;
}

static struct counter *make_counter(struct counter **segments, uint32_t index)
{
  if (!segments[index >> SEGMENT_BITS])
    segments[index >> SEGMENT_BITS] = env_map_pages(SEGMENT_COUNTERS * sizeof **segments);
  return counter_at(segments, index);
}

static bool is_of(const struct counter *counter, uint32_t call, bool is_resized)
{
  return counter->call == call && counter->is_resized == is_resized;
}

static void swap(struct counter *first, struct counter *other)
{
  const struct counter was = *first;
  *first = (struct counter){other->call, first->next, other->blocks, other->is_resized};
  *other = (struct counter){was.call, other->next, was.blocks, was.is_resized};
}

/* The new counter is the first one. */
static void add_counter(struct block_ends *ends, struct counter *first, uint32_t call, bool is_resized, uint64_t blocks)
{
  if (first->blocks > 0) {
    const uint32_t index = ++ends->more_count;
    struct counter *made = make_counter(ends->more, index);
    *made = *first;
    first->next = index;
  }
  first->call = call;
  first->is_resized = is_resized;
  first->blocks = blocks & (UINT64_MAX >> 1);
}

/* NULL: there is none. `ret_calls`: how many are told apart, if so. */
static struct counter *find_counter(const struct block_ends *ends, struct counter *first, uint32_t call,
                                    bool is_resized, unsigned *ret_calls)
{
  *ret_calls = 0;
  for (struct counter *counter = first; counter;
       counter = counter->next ? counter_at(ends->more, counter->next) : NULL) {
    if (counter->blocks > 0 && is_of(counter, call, is_resized))
      return counter;
    *ret_calls += counter->call != 0;
  }
  return NULL;
}

static __attribute__((noinline)) void note_further_on(struct block_ends *ends, struct counter *first, uint32_t call,
                                                      bool is_resized, uint64_t blocks)
{
  unsigned calls;
  struct counter *found = find_counter(ends, first, call, is_resized, &calls);
  if (!found && calls >= BLOCK_ENDS_CALLS_MAX) {
    call = 0;
    is_resized = false;
    found = find_counter(ends, first, call, is_resized, &calls);
  }
  if (!found) {
    add_counter(ends, first, call, is_resized, blocks);
    return;
  }
  found->blocks += blocks;
  if (call != 0)
    swap(first, found);
}

void block_ends_note(struct block_ends *ends, uint32_t site, uint32_t call, bool is_resized, uint64_t blocks)
{
  if (site == 0)
    return;
  struct counter *first = counter_at(ends->first, site);
  if (__builtin_expect(!first, false))
    first = make_counter(ends->first, site);
  if (site >= ends->limit)
    ends->limit = site + 1;
  is_resized &= call != 0;
  if (__builtin_expect(is_of(first, call, is_resized), true))
    first->blocks += blocks;
  else
    note_further_on(ends, first, call, is_resized, blocks);
}

size_t block_ends_of(const struct block_ends *ends, uint32_t site, struct block_ends_call ret[BLOCK_ENDS_CALLS_MAX + 1])
{
  size_t count = 0;
  const struct counter *counter = site < ends->limit ? counter_at(ends->first, site) : NULL;
  for (; counter && counter->blocks > 0; counter = counter->next ? counter_at(ends->more, counter->next) : NULL)
    ret[count++] = (struct block_ends_call){counter->call, counter->is_resized, counter->blocks};
  return count;
}

uint32_t block_ends_limit(const struct block_ends *ends)
{
  return ends->limit;
}
