/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks of losses are cut to the check's resolution, so several stacks may be one there: all that have siblings are
 * cut likewise, and what is known of those that are wanted is sorted and merged. */
#include "memcheck/pure/leak/leak_siblings.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/heapsort.h"

/* Of a frame. */
enum { CALLS_MAX = 64 };

struct item {
  uint32_t stack_id; /* cut */
  struct block_ends_call call;
};

struct items {
  struct item *items;
  size_t count, capacity;
};

/* --- which stacks are wanted --- */

static bool is_lower(const void *a, const void *b, const void *context)
{
  (void)context;
  return *(const uint32_t *)a < *(const uint32_t *)b;
}

/* Ascending; some more than once. */
static uint32_t *find_wanted(const struct leak_changes *changes, size_t *ret_count)
{
  uint32_t *wanted = env_allocate("siblings", (changes->count + 1) * sizeof *wanted);
  size_t count = 0;
  for (size_t i = 0; i < changes->count; i++) {
    const struct leak_loss *loss = &changes->items[i].loss;
    if (loss->blocks > 0 && loss->kind != RECORD_LEAK_REACHABLE)
      wanted[count++] = loss->stack_id;
  }
  heapsort_items(wanted, count, sizeof *wanted, is_lower, NULL);
  *ret_count = count;
  return wanted;
}

static bool is_wanted(const uint32_t *wanted, size_t count, uint32_t stack)
{
  size_t begin = 0, end = count;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (wanted[middle] < stack)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin < count && wanted[begin] == stack;
}

/* --- what is known of them --- */

static void add_item(struct items *items, const struct item *item)
{
  if (items->count == items->capacity) {
    const struct items old = *items;
    items->capacity = old.capacity * 2 + BLOCK_ENDS_CALLS_MAX;
    items->items = env_allocate("siblings", items->capacity * sizeof *items->items);
    if (old.count > 0)
      memcpy(items->items, old.items, old.count * sizeof *old.items);
    env_free(old.items);
  }
  items->items[items->count++] = *item;
}

static void add_stack(struct items *items, uint32_t stack, const struct block_ends *ends, uint32_t site)
{
  struct block_ends_call calls[BLOCK_ENDS_CALLS_MAX + 1];
  const size_t count = block_ends_of(ends, site, calls);
  for (size_t i = 0; i < count; i++)
    add_item(items, &(struct item){stack, calls[i]});
}

static void gather(struct items *items, const uint32_t *wanted, size_t wanted_count, const struct leak_options *options,
                   const struct block_ends *ends)
{
  struct block_ends_call calls[BLOCK_ENDS_CALLS_MAX + 1];
  for (uint32_t site = 1; site < block_ends_limit(ends); site++) {
    if (block_ends_of(ends, site, calls) == 0)
      continue;
    const uint32_t stack = options->stack_key ? options->stack_key(options->stack_key_context, site) : site;
    if (is_wanted(wanted, wanted_count, stack))
      add_stack(items, stack, ends, site);
  }
}

/* --- merged --- */

static bool is_before(const void *a, const void *b, const void *context)
{
  const struct item *x = a, *y = b;
  (void)context;
  if (x->stack_id != y->stack_id)
    return x->stack_id < y->stack_id;
  if (x->call.stack_id != y->call.stack_id)
    return x->call.stack_id < y->call.stack_id;
  return x->call.is_resized < y->call.is_resized;
}

static bool is_same(const struct item *a, const struct item *b)
{
  return a->stack_id == b->stack_id && a->call.stack_id == b->call.stack_id && a->call.is_resized == b->call.is_resized;
}

static void merge(struct items *items)
{
  size_t kept = 0;
  heapsort_items(items->items, items->count, sizeof *items->items, is_before, NULL);
  for (size_t i = 0; i < items->count; i++)
    if (kept > 0 && is_same(&items->items[kept - 1], &items->items[i]))
      items->items[kept - 1].call.blocks += items->items[i].call.blocks;
    else
      items->items[kept++] = items->items[i];
  items->count = kept;
}

/* --- frames --- */

static bool has_more_blocks(const void *a, const void *b, const void *context)
{
  const struct item *x = a, *y = b;
  if ((x->call.stack_id == 0) != (y->call.stack_id == 0))
    return y->call.stack_id == 0;
  return x->call.blocks != y->call.blocks ? x->call.blocks > y->call.blocks : is_before(a, b, context);
}

/* All of one stack. */
static void send_stack(const struct leak_frames_output *output, uint64_t check_id, struct item *items, size_t count)
{
  uint64_t calls[CALLS_MAX], blocks[CALLS_MAX], are_resized[CALLS_MAX], others = 0;
  size_t told = 0;
  heapsort_items(items, count, sizeof *items, has_more_blocks, NULL);
  for (size_t i = 0; i < count; i++) {
    const struct block_ends_call *call = &items[i].call;
    if (call->stack_id == 0 || told == CALLS_MAX) {
      others += call->blocks;
      continue;
    }
    output->send_stack(call->stack_id);
    calls[told] = call->stack_id;
    blocks[told] = call->blocks;
    are_resized[told++] = call->is_resized;
  }
  output->send(RECORD_SIBLINGS, &(struct record_siblings){.check_id = check_id,
                                                          .stack_id = items->stack_id,
                                                          .call_stack_ids = {calls, told},
                                                          .blocks = {blocks, told},
                                                          .are_resized = {are_resized, told},
                                                          .other_blocks = others});
}

void leak_siblings_send(const struct leak_frames_output *output, uint64_t check_id, const struct leak_changes *changes,
                        const struct leak_options *options, const struct block_ends *ends)
{
  struct items items = {0};
  size_t wanted_count;
  uint32_t *wanted = find_wanted(changes, &wanted_count);
  if (wanted_count > 0)
    gather(&items, wanted, wanted_count, options, ends);
  merge(&items);
  for (size_t i = 0, end; i < items.count; i = end) {
    for (end = i + 1; end < items.count && items.items[end].stack_id == items.items[i].stack_id;)
      end++;
    send_stack(output, check_id, &items.items[i], end - i);
  }
  env_free(items.items);
  env_free(wanted);
}
