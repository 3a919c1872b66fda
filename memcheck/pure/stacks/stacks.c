/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An arena of ips, a table of stacks, and a hash table over (epoch, ips) that chains stacks by number.
 *
 * For stacks_key(), the innermost frames of a stack are interned as a stack of their own, which remembers the first
 * full stack that was asked for with it. Such a prefix is never sent itself. */
#include "memcheck/pure/stacks/stacks.h"

#include "memcheck/pure/base/env.h"

enum {
  SEGMENT_BITS = 12, /* stacks, and words of the arena, are allocated by the segment, so that they never move */
  SEGMENT_STACKS = 1 << SEGMENT_BITS,
  SEGMENT_COUNT = 1 << (32 - SEGMENT_BITS),
  ARENA_WORDS = 1 << 17,
  BUCKETS_FIRST = 1 << 10,
};

struct stack {
  const uint64_t *ips;
  uint32_t hash;
  uint32_t epoch;          /* 0: current */
  stack_id next;           /* in its bucket's chain */
  stack_id representative; /* first stack that was found to begin with this one */
  uint16_t count;
  bool is_sent;
};

/* A piece of the arena; the first word links to the piece before it. */
struct arena {
  struct arena *previous;
  uint64_t words[ARENA_WORDS - 1];
};

struct stacks {
  struct stack **segments; /* SEGMENT_COUNT */
  stack_id limit;
  struct arena *arena;
  size_t arena_used; /* words */
  stack_id *buckets;
  uint32_t bucket_count; /* a power of two */
};

static struct stack *stack_at(const struct stacks *stacks, stack_id id)
{
  return &stacks->segments[id >> SEGMENT_BITS][id & (SEGMENT_STACKS - 1)];
}

static void new_arena(struct stacks *stacks)
{
  struct arena *arena = env_map_pages(sizeof *arena);
  arena->previous = stacks->arena;
  stacks->arena = arena;
  stacks->arena_used = 0;
}

struct stacks *stacks_create(void)
{
  struct stacks *stacks = env_allocate("stacks", sizeof *stacks);
  memset(stacks, 0, sizeof *stacks);
  stacks->segments = env_map_sparse(SEGMENT_COUNT * sizeof *stacks->segments);
  stacks->limit = 1;
  stacks->bucket_count = BUCKETS_FIRST;
  stacks->buckets = env_map_pages(BUCKETS_FIRST * sizeof *stacks->buckets);
  new_arena(stacks);
  return stacks;
}

void stacks_destroy(struct stacks *stacks)
{
  while (stacks->arena) {
    struct arena *previous = stacks->arena->previous;
    env_unmap_pages(stacks->arena, sizeof *stacks->arena);
    stacks->arena = previous;
  }
  for (size_t i = 0; i < SEGMENT_COUNT && stacks->segments[i]; i++)
    env_unmap_pages(stacks->segments[i], SEGMENT_STACKS * sizeof *stacks->segments[i]);
  env_unmap_sparse(stacks->segments, SEGMENT_COUNT * sizeof *stacks->segments);
  env_unmap_pages(stacks->buckets, stacks->bucket_count * sizeof *stacks->buckets);
  env_free(stacks);
}

/* --- hashing --- */

static uint32_t hash_ips(const uint64_t *ips, size_t count, uint32_t epoch)
{
  uint64_t hash = epoch + UINT64_C(0x9e3779b97f4a7c15);
  for (size_t i = 0; i < count; i++) {
    hash = (hash ^ ips[i]) * UINT64_C(0xff51afd7ed558ccd);
    hash ^= hash >> 32;
  }
  return (uint32_t)hash;
}

static bool same_ips(const uint64_t *a, const uint64_t *b, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

static stack_id *bucket_of(const struct stacks *stacks, uint32_t hash)
{
  return &stacks->buckets[hash & (stacks->bucket_count - 1)];
}

static void link_stack(struct stacks *stacks, stack_id id)
{
  struct stack *stack = stack_at(stacks, id);
  stack_id *bucket = bucket_of(stacks, stack->hash);
  stack->next = *bucket;
  *bucket = id;
}

/* Is it in the bucket of its hash? */
static bool is_linked(const struct stacks *stacks, stack_id id)
{
  stack_id at = *bucket_of(stacks, stack_at(stacks, id)->hash);
  for (stack_id steps = 0; at != id && at && steps < stacks->limit; steps++)
    at = stack_at(stacks, at)->next;
  return at == id;
}

static void unlink_stack(struct stacks *stacks, stack_id id)
{
  ENV_CHECK(is_linked(stacks, id));
  stack_id *link = bucket_of(stacks, stack_at(stacks, id)->hash);
  while (*link != id)
    link = &stack_at(stacks, *link)->next;
  *link = stack_at(stacks, id)->next;
}

static void grow_buckets(struct stacks *stacks)
{
  env_unmap_pages(stacks->buckets, stacks->bucket_count * sizeof *stacks->buckets);
  stacks->bucket_count *= 2;
  stacks->buckets = env_map_pages(stacks->bucket_count * sizeof *stacks->buckets);
  for (stack_id id = 1; id < stacks->limit; id++)
    link_stack(stacks, id);
}

/* --- interning --- */

static uint64_t *copy_ips(struct stacks *stacks, const uint64_t *ips, size_t count)
{
  if (count > ARENA_WORDS - 1 - stacks->arena_used)
    new_arena(stacks);
  uint64_t *copy = stacks->arena->words + stacks->arena_used;
  memcpy(copy, ips, count * sizeof *copy);
  stacks->arena_used += count;
  return copy;
}

static stack_id add_stack(struct stacks *stacks, const uint64_t *ips, size_t count, uint32_t epoch, uint32_t hash)
{
  if (stacks->limit > stacks->bucket_count && stacks->bucket_count < UINT32_C(1) << 31)
    grow_buckets(stacks);
  stack_id id = stacks->limit++;
  ENV_ASSERT(stacks->limit != 0);
  struct stack **segment = &stacks->segments[id >> SEGMENT_BITS];
  if (!*segment)
    *segment = env_map_pages(SEGMENT_STACKS * sizeof **segment);
  *stack_at(stacks, id) = (struct stack){
    .ips = copy_ips(stacks, ips, count), .hash = hash, .epoch = epoch, .count = (uint16_t)count};
  link_stack(stacks, id);
  return id;
}

static stack_id intern_as_of(struct stacks *stacks, const uint64_t *ips, size_t count, uint32_t epoch)
{
  ENV_ASSERT(count > 0 && count <= STACKS_FRAMES_MAX);
  uint32_t hash = hash_ips(ips, count, epoch);
  const struct stack *stack;
  for (stack_id id = *bucket_of(stacks, hash); id; id = stack->next) {
    stack = stack_at(stacks, id);
    if (stack->hash == hash && stack->epoch == epoch && stack->count == count && same_ips(stack->ips, ips, count))
      return id;
  }
  return add_stack(stacks, ips, count, epoch, hash);
}

stack_id stacks_intern(struct stacks *stacks, const uint64_t *ips, size_t count)
{
  return intern_as_of(stacks, ips, count, 0);
}

const uint64_t *stacks_get(const struct stacks *stacks, stack_id id, size_t *ret_count)
{
  ENV_CHECK(id != 0 && id < stacks->limit);
  *ret_count = stack_at(stacks, id)->count;
  return stack_at(stacks, id)->ips;
}

/* --- epochs --- */

static bool touches(const struct stack *stack, uint64_t start, uint64_t end)
{
  for (size_t i = 0; i < stack->count; i++)
    if (stack->ips[i] >= start && stack->ips[i] < end)
      return true;
  return false;
}

void stacks_retire(struct stacks *stacks, uint64_t start, uint64_t end, uint32_t epoch)
{
  ENV_ASSERT(epoch != 0);
  for (stack_id id = 1; id < stacks->limit; id++) {
    struct stack *stack = stack_at(stacks, id);
    if (stack->epoch || !touches(stack, start, end))
      continue;
    unlink_stack(stacks, id);
    stack->epoch = epoch;
    stack->hash = hash_ips(stack->ips, stack->count, epoch);
    link_stack(stacks, id);
  }
}

uint32_t stacks_epoch(const struct stacks *stacks, stack_id id)
{
  return stack_at(stacks, id)->epoch;
}

/* --- keys --- */

stack_id stacks_key(struct stacks *stacks, stack_id id, size_t frames)
{
  if (id == 0 || stack_at(stacks, id)->count < frames)
    return id;
  stack_id prefix = intern_as_of(stacks, stack_at(stacks, id)->ips, frames, stack_at(stacks, id)->epoch);
  struct stack *stack = stack_at(stacks, prefix);
  if (!stack->representative)
    stack->representative = id;
  ENV_CHECK(same_ips(stack_at(stacks, stack->representative)->ips, stack->ips, frames));
  return stack->representative;
}

/* --- the rest --- */

stack_id stacks_limit(const struct stacks *stacks)
{
  return stacks->limit;
}

bool stacks_sent(const struct stacks *stacks, stack_id id)
{
  return stack_at(stacks, id)->is_sent;
}

void stacks_mark_sent(struct stacks *stacks, stack_id id)
{
  stack_at(stacks, id)->is_sent = true;
}

void stacks_forget_sent(struct stacks *stacks)
{
  for (stack_id id = 1; id < stacks->limit; id++)
    stack_at(stacks, id)->is_sent = false;
}

bool stacks_is_valid(const struct stacks *stacks)
{
  uint32_t linked = 0;
  for (uint32_t i = 0; i < stacks->bucket_count; i++)
    for (stack_id id = stacks->buckets[i]; id; id = stack_at(stacks, id)->next) {
      const struct stack *stack = stack_at(stacks, id);
      bool is_here = id < stacks->limit && bucket_of(stacks, stack->hash) == &stacks->buckets[i];
      if (!is_here || stack->count == 0 || stack->hash != hash_ips(stack->ips, stack->count, stack->epoch) ||
          ++linked >= stacks->limit)
        return false;
    }
  return linked == stacks->limit - 1;
}
