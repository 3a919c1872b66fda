/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loss records: blocks that agree in everything that a record says are summed up in one. They are gathered in a hash
 * table by their full allocation stacks; only the few records that come of it are cut to the resolution, sorted and
 * merged. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/heapsort.h"
#include "memcheck/pure/leak/leak_private.h"

struct loss_table {
  struct leak_loss *losses;
  uint32_t count, capacity; /* capacity: a power of two */
  uint32_t *slots;          /* index of a loss + 1; 0: free; twice the capacity */
};

/* --- keys --- */

static uint64_t key_traits(const struct leak_loss *loss)
{
  return (uint64_t)loss->kind << 24 | (uint64_t)loss->inherited << 16 | (uint64_t)loss->root_class << 8 |
         loss->heuristic;
}

static bool has_same_key(const struct leak_loss *a, const struct leak_loss *b)
{
  return a->stack_id == b->stack_id && a->leader_stack_id == b->leader_stack_id && key_traits(a) == key_traits(b) &&
         a->cycle == b->cycle && a->test == b->test;
}

bool leak_loss_is_before(const struct leak_loss *a, const struct leak_loss *b)
{
  if (a->kind != b->kind)
    return a->kind < b->kind;
  if (a->stack_id != b->stack_id)
    return a->stack_id < b->stack_id;
  if (a->leader_stack_id != b->leader_stack_id)
    return a->leader_stack_id < b->leader_stack_id;
  return key_traits(a) < key_traits(b);
}

static uint32_t hash_key(const struct leak_loss *loss)
{
  uint64_t hash = ((uint64_t)loss->stack_id << 32 | loss->leader_stack_id) * UINT64_C(0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 32 ^ key_traits(loss) ^ (uint64_t)loss->cycle << 32 ^ (uint64_t)loss->test << 40) *
         UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(hash >> 32);
}

static struct leak_loss key_of(const struct leak_scan *scan, block_id id)
{
  const struct block *block = blocks_entry(scan->blocks, id);
  const struct leak_mark mark = scan->index.marks[id];
  struct leak_loss key = {
    .kind = mark.kind,
    .inherited = block->generation < scan->options->generation,
    .stack_id = block->alloc_stack_id,
    .cycle = leak_cycle_of(scan, id),
    .test = scan->options->test_of ? scan->options->test_of(block) : 0,
  };
  if (mark.kind == RECORD_LEAK_REACHABLE)
    key.root_class = mark.root_class;
  if (mark.by_heuristic)
    key.heuristic = (uint8_t)block->leak_heuristic;
  if (key.kind == RECORD_LEAK_INDIRECT)
    key.leader_stack_id = blocks_entry(scan->blocks, block->leak_leader)->alloc_stack_id;
  if (key.kind == RECORD_LEAK_DEFINITE)
    key.leader_stack_id = leak_cycle_outer_stack(scan, id);
  return key;
}

/* --- the table --- */

static void enter_loss(struct loss_table *table, uint32_t at)
{
  uint32_t mask = table->capacity * 2 - 1, slot = hash_key(&table->losses[at]) & mask;
  while (table->slots[slot])
    slot = (slot + 1) & mask;
  table->slots[slot] = at + 1;
}

static void make_table(struct loss_table *table, uint32_t capacity)
{
  table->capacity = capacity;
  table->losses = env_allocate("loss records", capacity * sizeof *table->losses);
  table->slots = env_allocate("loss records", (size_t)capacity * 2 * sizeof *table->slots);
  memset(table->slots, 0, (size_t)capacity * 2 * sizeof *table->slots);
}

static void grow_table(struct loss_table *table)
{
  struct loss_table old = *table;
  make_table(table, old.capacity * 2);
  memcpy(table->losses, old.losses, old.count * sizeof *old.losses);
  for (uint32_t at = 0; at < table->count; at++)
    enter_loss(table, at);
  env_free(old.losses);
  env_free(old.slots);
}

static struct leak_loss *find_or_add(struct loss_table *table, const struct leak_loss *key)
{
  uint32_t mask = table->capacity * 2 - 1, at;
  for (uint32_t slot = hash_key(key) & mask; (at = table->slots[slot]) != 0; slot = (slot + 1) & mask)
    if (has_same_key(&table->losses[at - 1], key))
      return &table->losses[at - 1];
  if (table->count == table->capacity)
    grow_table(table);
  table->losses[table->count] = *key;
  enter_loss(table, table->count);
  return &table->losses[table->count++];
}

/* --- blocks --- */

/* A leader may have joined another's clique. The answer is kept in all blocks on the way, so that no way is walked
 * twice. */
block_id leak_loss_final_leader(const struct leak_scan *scan, struct block *block)
{
  block_id leader = block->leak_leader;
  while (scan->index.marks[leader].kind == RECORD_LEAK_INDIRECT)
    leader = blocks_entry(scan->blocks, leader)->leak_leader;
  while (block->leak_leader != leader) {
    struct block *next = blocks_entry(scan->blocks, block->leak_leader);
    block->leak_leader = leader;
    block = next;
  }
  return leader;
}

/* Note the verdict in a block's entry, and count the block. */
static void add_block(const struct leak_scan *scan, struct loss_table *table, block_id id)
{
  struct block *block = blocks_entry(scan->blocks, id);
  block_id leader = 0;
  if (scan->index.marks[id].kind == RECORD_LEAK_INDIRECT)
    leader = leak_loss_final_leader(scan, block);
  struct leak_loss key = key_of(scan, id);
  block->leak_kind = key.kind & 7;
  block->leak_root_class = key.root_class & 7;
  block->leak_heuristic = key.heuristic & 7;
  struct leak_loss *loss = find_or_add(table, &key);
  loss->bytes += block->size_bytes;
  loss->blocks++;
  if (!leader)
    return;
  key = key_of(scan, leader);
  loss = find_or_add(table, &key);
  loss->indirect_bytes += block->size_bytes;
  loss->indirect_blocks++;
}

static void add_blocks(const struct leak_scan *scan, struct loss_table *table)
{
  for (block_id id = 1; id < scan->index.mark_limit; id++)
    if (scan->index.marks[id].kind)
      add_block(scan, table, id);
    else
      blocks_entry(scan->blocks, id)->leak_kind = 0;
}

static uint32_t summed_blocks(const struct loss_table *table)
{
  uint64_t blocks = 0;
  for (uint32_t at = 0; at < table->count; at++)
    blocks += table->losses[at].blocks;
  return (uint32_t)blocks;
}

/* --- from table to result --- */

static void cut_stack(const struct leak_options *options, struct leak_loss *loss)
{
  if (!options->stack_key)
    return;
  loss->stack_id = options->stack_key(options->stack_key_context, loss->stack_id);
  if (loss->leader_stack_id)
    loss->leader_stack_id = options->stack_key(options->stack_key_context, loss->leader_stack_id);
}

static void cut_stacks(const struct leak_options *options, struct loss_table *table)
{
  for (uint32_t at = 0; at < table->count; at++)
    cut_stack(options, &table->losses[at]);
}

/* `numbers`: of cycles in the result; NULL: there are none. */
static void tell_of_blocks(const struct leak_scan *scan, const uint32_t *numbers)
{
  for (block_id id = 1; scan->options->tell && id < scan->index.mark_limit; id++) {
    if (!scan->index.marks[id].kind)
      continue;
    struct leak_loss loss = key_of(scan, id);
    loss.cycle = numbers ? numbers[loss.cycle] : 0;
    cut_stack(scan->options, &loss);
    scan->options->tell(id, &loss);
  }
}

static void number_cycles(struct leak_scan *scan, struct loss_table *table, struct leak_cycles *ret)
{
  uint32_t *numbers = leak_cycle_sum_up(scan, ret);
  for (uint32_t at = 0; numbers && at < table->count; at++)
    table->losses[at].cycle = numbers[table->losses[at].cycle];
  tell_of_blocks(scan, numbers);
  env_free(numbers);
}

static bool is_before(const void *a, const void *b, const void *context)
{
  const struct leak_loss *left = a, *right = b;
  if (leak_loss_is_before(left, right) || leak_loss_is_before(right, left))
    return leak_loss_is_before(left, right);
  return left->cycle != right->cycle ? left->cycle < right->cycle : left->test < right->test;
}

/* Merge neighbours that have become equal. */
static void merge_equal(struct loss_table *table)
{
  uint32_t kept = 0;
  for (uint32_t at = 0; at < table->count; at++) {
    const struct leak_loss *loss = &table->losses[at];
    if (kept && has_same_key(&table->losses[kept - 1], loss)) {
      struct leak_loss *same = &table->losses[kept - 1];
      same->bytes += loss->bytes;
      same->blocks += loss->blocks;
      same->indirect_bytes += loss->indirect_bytes;
      same->indirect_blocks += loss->indirect_blocks;
    } else {
      table->losses[kept++] = *loss;
    }
  }
  table->count = kept;
}

void leak_loss_sum_up(struct leak_scan *scan, struct leak_result *ret)
{
  struct loss_table table = {0};
  make_table(&table, 256);
  add_blocks(scan, &table);
  ENV_CHECK(summed_blocks(&table) == scan->index.block_count);
  cut_stacks(scan->options, &table);
  number_cycles(scan, &table, &ret->cycles);
  heapsort_items(table.losses, table.count, sizeof *table.losses, is_before, NULL);
  merge_equal(&table);
  env_free(table.slots);
  ret->losses = table.losses;
  ret->loss_count = table.count;
  ret->searched_bytes = scan->searched_bytes;
}
