/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each allocation stack has a counter in a table by its id, and all further ones one behind the other, in a run that is
 * exchanged for a longer one when it is full: so none of them has to be waited for to find the next. Mostly the next
 * block ends as the last one did, so that counter is the one in the table: it changes places with another whenever that
 * is found. */
#include "memcheck/pure/blocks/block_ends.h"

#include "memcheck/pure/base/env.h"

enum {
  SEGMENT_BITS = 12, /* counters are mapped by the segment */
  SEGMENT_COUNTERS = 1 << SEGMENT_BITS,
  SEGMENT_COUNT = 1 << (32 - SEGMENT_BITS),
  COUNT_BITS = 58,
  LENGTHS = 3, /* of runs */
};

static const uint32_t lengths[LENGTHS] = {2, 6, BLOCK_ENDS_CALLS_MAX};

struct counter {
  uint32_t call; /* 0: all others, or there is none */
  uint32_t run;  /* of a counter in the table: the further ones, an index in `more`. Of the first one in a run that
                  * nobody has: the next such run. 0: none */
  uint64_t blocks : COUNT_BITS;
  uint64_t further : 64 - COUNT_BITS - 1; /* of a counter in the table: how many there are in its run */
  uint64_t is_resized : 1;
};

_Static_assert(sizeof(struct counter) == 16, "what a stack and a call cost");

struct block_ends {
  struct counter **first; /* SEGMENT_COUNT, by stack */
  struct counter **more;  /* SEGMENT_COUNT, one run after the other from 1, none across two segments */
  uint32_t limit, more_limit;
  uint32_t unused[LENGTHS]; /* runs that nobody has; 0: none */
};

static struct counter **map_table(void)
{
  return env_map_sparse(SEGMENT_COUNT * sizeof(struct counter *));
}

struct block_ends *block_ends_create(void)
{
  struct block_ends *ends = env_allocate("block ends", sizeof *ends);
  *ends = (struct block_ends){.first = map_table(), .more = map_table(), .more_limit = 1};
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
  clear_table(ends->more, ends->more_limit);
  *ends = (struct block_ends){.first = ends->first, .more = ends->more, .more_limit = 1};
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
  first->call = other->call;
  first->blocks = other->blocks;
  first->is_resized = other->is_resized;
  *other = (struct counter){.call = was.call, .blocks = was.blocks, .is_resized = was.is_resized};
}

static struct counter *further_ones(const struct block_ends *ends, const struct counter *first)
{
  return first->further > 0 ? counter_at(ends->more, first->run) : NULL;
}

/* --- more room --- */

static uint32_t take_run(struct block_ends *ends, unsigned length)
{
  uint32_t run = ends->unused[length];
  if (run != 0) {
    ends->unused[length] = counter_at(ends->more, run)->run;
    return run;
  }
  const uint32_t used = ends->more_limit & (SEGMENT_COUNTERS - 1);
  run = SEGMENT_COUNTERS - used < lengths[length] ? ends->more_limit + SEGMENT_COUNTERS - used : ends->more_limit;
  (void)make_counter(ends->more, run);
  ends->more_limit = run + lengths[length];
  return run;
}

/* The counters in a run that is full, or those of none, have room for another one. */
static void make_room(struct block_ends *ends, struct counter *first)
{
  const unsigned count = first->further;
  unsigned length = 0;
  while (length < LENGTHS - 1 && lengths[length] <= count)
    length++;
  const uint32_t run = take_run(ends, length);
  struct counter *const old = further_ones(ends, first), *const made = counter_at(ends->more, run);
  for (unsigned i = 0; i < count; i++)
    made[i] = old[i];
  if (old) {
    old->run = ends->unused[length - 1];
    ends->unused[length - 1] = first->run;
  }
  first->run = run;
}

static bool has_full_run(const struct counter *first)
{
  bool is_full = first->further == 0;
  for (unsigned i = 0; i < LENGTHS - 1; i++)
    is_full |= first->further == lengths[i];
  return is_full;
}

/* The new counter is the first one. */
static void add_counter(struct block_ends *ends, struct counter *first, uint32_t call, bool is_resized, uint64_t blocks)
{
  if (first->blocks > 0) {
    if (has_full_run(first))
      make_room(ends, first);
    struct counter *const other = counter_at(ends->more, first->run) + first->further;
    *other = (struct counter){.call = first->call, .blocks = first->blocks, .is_resized = first->is_resized};
    first->further++;
  }
  first->call = call;
  first->is_resized = is_resized;
  first->blocks = blocks & (UINT64_MAX >> (64 - COUNT_BITS));
}

/* --- counting --- */

/* NULL: there is none. */
static struct counter *find_counter(const struct block_ends *ends, struct counter *first, uint32_t call,
                                    bool is_resized)
{
  struct counter *const further = further_ones(ends, first);
  if (first->blocks > 0 && is_of(first, call, is_resized))
    return first;
  for (unsigned i = 0; i < first->further; i++)
    if (is_of(&further[i], call, is_resized))
      return &further[i];
  return NULL;
}

static bool has_all_calls(const struct block_ends *ends, struct counter *first)
{
  return first->further >= BLOCK_ENDS_CALLS_MAX ||
         (first->further == BLOCK_ENDS_CALLS_MAX - 1 && !find_counter(ends, first, 0, false));
}

static __attribute__((noinline)) void note_further_on(struct block_ends *ends, struct counter *first, uint32_t call,
                                                      bool is_resized, uint64_t blocks)
{
  struct counter *found = find_counter(ends, first, call, is_resized);
  if (!found && has_all_calls(ends, first)) {
    call = 0;
    is_resized = false;
    found = find_counter(ends, first, call, is_resized);
  }
  if (!found) {
    add_counter(ends, first, call, is_resized, blocks);
    return;
  }
  found->blocks = (found->blocks + blocks) & (UINT64_MAX >> (64 - COUNT_BITS));
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
    first->blocks = (first->blocks + blocks) & (UINT64_MAX >> (64 - COUNT_BITS));
  else
    note_further_on(ends, first, call, is_resized, blocks);
}

static struct block_ends_call told(const struct counter *counter)
{
  return (struct block_ends_call){counter->call, counter->is_resized, counter->blocks};
}

size_t block_ends_of(const struct block_ends *ends, uint32_t site, struct block_ends_call ret[BLOCK_ENDS_CALLS_MAX + 1])
{
  const struct counter *const first = site < ends->limit ? counter_at(ends->first, site) : NULL;
  size_t count = 0;
  if (!first || first->blocks == 0)
    return 0;
  ret[count++] = told(first);
  const struct counter *const further = further_ones(ends, first);
  for (unsigned i = 0; i < first->further; i++)
    ret[count++] = told(&further[i]);
  return count;
}

uint32_t block_ends_limit(const struct block_ends *ends)
{
  return ends->limit;
}
