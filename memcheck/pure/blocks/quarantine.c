/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two singly linked queues and a sum. */
#include "memcheck/pure/blocks/quarantine.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks_layout.h"

void quarantine_init(struct quarantine *quarantine, uint64_t limit_bytes, uint64_t big_block_bytes)
{
  memset(quarantine, 0, sizeof *quarantine);
  quarantine->limit_bytes = limit_bytes;
  quarantine->big_block_bytes = big_block_bytes;
}

/* Both ends of a queue are quarantined blocks, and nothing follows the last one; or there is neither. */
static bool has_ends(const struct quarantine_queue *queue, const struct blocks *blocks)
{
  if (!queue->first || !queue->last)
    return queue->first == queue->last;
  const struct block *first = blocks_entry(blocks, queue->first), *last = blocks_entry(blocks, queue->last);
  return first->state == BLOCK_QUARANTINED && last->state == BLOCK_QUARANTINED && last->queue_next == 0;
}

static bool is_consistent(const struct quarantine *quarantine, const struct blocks *blocks)
{
  const bool is_empty = !quarantine->big.first && !quarantine->small.first;
  return has_ends(&quarantine->big, blocks) && has_ends(&quarantine->small, blocks) &&
         is_empty == (quarantine->count == 0) && (quarantine->count != 0 || quarantine->bytes == 0);
}

static void queue_put_first(struct quarantine_queue *queue, struct blocks *blocks, block_id id)
{
  blocks_entry(blocks, id)->queue_next = queue->first;
  if (!queue->first)
    queue->last = id;
  queue->first = id;
}

static void queue_put_last(struct quarantine_queue *queue, struct blocks *blocks, block_id id)
{
  blocks_entry(blocks, id)->queue_next = 0;
  if (queue->last)
    blocks_entry(blocks, queue->last)->queue_next = id;
  else
    queue->first = id;
  queue->last = id;
}

static block_id queue_take_first(struct quarantine_queue *queue, struct blocks *blocks)
{
  block_id id = queue->first;
  struct block *block = blocks_entry(blocks, id);
  queue->first = block->queue_next;
  if (!queue->first)
    queue->last = 0;
  block->queue_next = 0;
  return id;
}

void quarantine_add(struct quarantine *quarantine, struct blocks *blocks, block_id id)
{
  struct block *block = blocks_entry(blocks, id);
  ENV_ASSERT(block->state == BLOCK_LIVE);
  block->state = BLOCK_QUARANTINED;
  quarantine->bytes += block->size_bytes;
  quarantine->count++;
  struct quarantine_queue *queue =
    block->size_bytes >= quarantine->big_block_bytes ? &quarantine->big : &quarantine->small;
  if (block->size_bytes >= quarantine->limit_bytes)
    queue_put_first(queue, blocks, id);
  else
    queue_put_last(queue, blocks, id);
  ENV_CHECK(is_consistent(quarantine, blocks));
}

/* The block that is now first leaves next. It was put in long ago, so its entry and its place have left the caches. */
static void prefetch_next(const struct quarantine_queue *queue, const struct blocks *blocks)
{
  if (!queue->first)
    return;
  const struct block *next = blocks_entry(blocks, queue->first);
  blocks_prefetch_place(blocks, next->start);
  if (next->queue_next)
    blocks_prefetch(blocks, next->queue_next);
}

block_id quarantine_take_excess(struct quarantine *quarantine, struct blocks *blocks)
{
  if (quarantine->bytes <= quarantine->limit_bytes)
    return 0;
  ENV_CHECK(quarantine->count > 0 && is_consistent(quarantine, blocks));
  struct quarantine_queue *queue = quarantine->big.first ? &quarantine->big : &quarantine->small;
  block_id id = queue_take_first(queue, blocks);
  prefetch_next(queue, blocks);
  ENV_CHECK(quarantine->bytes >= blocks_entry(blocks, id)->size_bytes);
  quarantine->bytes -= blocks_entry(blocks, id)->size_bytes;
  quarantine->count--;
  ENV_CHECK(is_consistent(quarantine, blocks));
  return id;
}

/* Adds up a queue; stops when it is longer than `most`, as a cyclic one would be. */
static bool queue_is_valid(const struct quarantine_queue *queue, const struct blocks *blocks, uint64_t most,
                           uint64_t *bytes, uint64_t *count)
{
  block_id last = 0;
  for (block_id id = queue->first; id; id = blocks_entry(blocks, id)->queue_next) {
    if (++*count > most || blocks_entry(blocks, id)->state != BLOCK_QUARANTINED)
      return false;
    *bytes += blocks_entry(blocks, id)->size_bytes;
    last = id;
  }
  return queue->last == last;
}

bool quarantine_is_valid(const struct quarantine *quarantine, const struct blocks *blocks)
{
  uint64_t bytes = 0, count = 0;
  return queue_is_valid(&quarantine->big, blocks, quarantine->count, &bytes, &count) &&
         queue_is_valid(&quarantine->small, blocks, quarantine->count, &bytes, &count) &&
         bytes == quarantine->bytes && count == quarantine->count;
}
