/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two rows of numbers by stack: what was counted, and what was told. */
#include "memcheck/pure/blocks/stack_census.h"

#include "memcheck/pure/base/env.h"

enum { CAPACITY_LEAST = 1 << 12 };

struct counted_stack {
  struct stack_counts now, told;
};

struct stack_census {
  struct counted_stack *stacks; /* `capacity` of them, by id; those from `limit` on are zeros */
  uint64_t capacity, limit;
  uint64_t next; /* id to be looked at */
  struct stack_changes *changes;
  uint64_t live_bytes, live_blocks;
};

struct stack_census *stack_census_create(void)
{
  struct stack_census *const census = env_allocate("census", sizeof *census);
  *census = (struct stack_census){.changes = env_map_pages(sizeof *census->changes)};
  return census;
}

static void release_stacks(struct stack_census *census)
{
  if (census->stacks)
    env_unmap_pages(census->stacks, census->capacity * sizeof *census->stacks);
}

void stack_census_destroy(struct stack_census *census)
{
  release_stacks(census);
  env_unmap_pages(census->changes, sizeof *census->changes);
  env_free(census);
}

void stack_census_reserve(struct stack_census *census, uint32_t limit)
{
  uint64_t capacity = census->capacity ? census->capacity : CAPACITY_LEAST;
  if (limit <= census->capacity)
    return;
  while (capacity < limit)
    capacity *= 2;
  struct counted_stack *const stacks = env_map_pages(capacity * sizeof *stacks);
  if (census->limit > 0)
    memcpy(stacks, census->stacks, census->limit * sizeof *stacks);
  release_stacks(census);
  census->stacks = stacks;
  census->capacity = capacity;
}

static struct stack_counts *counts_of(struct stack_census *census, uint32_t id)
{
  if (id >= census->limit) {
    stack_census_reserve(census, id + 1);
    census->limit = (uint64_t)id + 1;
  }
  return &census->stacks[id].now;
}

void stack_census_begin(struct stack_census *census)
{
  for (uint64_t id = 0; id < census->limit; id++)
    census->stacks[id].now = (struct stack_counts){0};
  census->live_bytes = census->live_blocks = census->next = 0;
}

void stack_census_add(struct stack_census *census, uint32_t id, uint64_t bytes)
{
  struct stack_counts *const now = counts_of(census, id);
  now->bytes += bytes;
  now->blocks++;
  census->live_bytes += bytes;
  census->live_blocks++;
}

void stack_census_set(struct stack_census *census, uint32_t id, const struct stack_counts *counts)
{
  *counts_of(census, id) = *counts;
  census->live_bytes += counts->bytes;
  census->live_blocks += counts->blocks;
}

uint64_t stack_census_live_bytes(const struct stack_census *census)
{
  return census->live_bytes;
}

uint64_t stack_census_live_blocks(const struct stack_census *census)
{
  return census->live_blocks;
}

static bool are_equal(const struct stack_counts *a, const struct stack_counts *b)
{
  return a->bytes == b->bytes && a->blocks == b->blocks && a->total_bytes == b->total_bytes &&
         a->total_blocks == b->total_blocks;
}

static void put(struct stack_changes *changes, uint64_t id, const struct stack_counts *counts)
{
  changes->ids[changes->count] = id;
  changes->bytes[changes->count] = counts->bytes;
  changes->blocks[changes->count] = counts->blocks;
  changes->total_bytes[changes->count] = counts->total_bytes;
  changes->total_blocks[changes->count++] = counts->total_blocks;
}

const struct stack_changes *stack_census_take(struct stack_census *census)
{
  struct stack_changes *const changes = census->changes;
  for (changes->count = 0; census->next < census->limit && changes->count < STACK_CENSUS_AT_ONCE; census->next++) {
    struct counted_stack *const stack = &census->stacks[census->next];
    if (are_equal(&stack->now, &stack->told))
      continue;
    stack->told = stack->now;
    put(changes, census->next, &stack->now);
  }
  return changes;
}
