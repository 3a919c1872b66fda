/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each pool keeps a hash table from the starts of its blocks to their entries, for blocks of two pools may start at the
 * same address; a block's pool_id leads back to its pool.
 *
 * Where Memcheck's code and its manual disagree (trimming a block that reaches beyond the range on both sides, or is
 * not as long as it), this follows the manual. AUTO_FREE frees custom blocks only: the block from malloc that the
 * pool's memory came from stays, even if it is as small as the pool's block. */
#include "memcheck/pure/blocks/pools.h"

#include "memcheck/pure/base/address_map.h"
#include "memcheck/pure/base/env.h"
#include "shared/record/record.h"

struct pool_entry {
  struct pool pool;
  struct address_map members; /* start -> block_id */
  bool is_used;
  uint32_t next_unused;
};

struct pools {
  struct blocks *blocks;
  struct pools_actions actions;
  struct pool_entry **entries; /* by pool id; [0] is not used */
  uint32_t count, capacity;
  uint32_t unused;
  struct address_map by_address; /* -> pool id */
  uint64_t redzone_max_bytes;    /* of all pools there ever were */
};

struct pools *pools_create(struct blocks *blocks, const struct pools_actions *actions)
{
  struct pools *pools = env_allocate("pools", sizeof *pools);
  memset(pools, 0, sizeof *pools);
  pools->blocks = blocks;
  pools->actions = *actions;
  pools->count = 1;
  return pools;
}

void pools_destroy(struct pools *pools)
{
  for (uint32_t id = 1; id < pools->count; id++) {
    address_map_release(&pools->entries[id]->members);
    env_free(pools->entries[id]);
  }
  if (pools->entries)
    env_free(pools->entries);
  address_map_release(&pools->by_address);
  env_free(pools);
}

/* --- entries --- */

static void make_room(struct pools *pools)
{
  if (pools->count < pools->capacity)
    return;
  uint32_t capacity = pools->capacity ? pools->capacity * 2 : 16;
  struct pool_entry **entries = env_allocate("pools", capacity * sizeof *entries);
  if (pools->entries) {
    memcpy(entries, pools->entries, pools->count * sizeof *entries);
    env_free(pools->entries);
  }
  pools->entries = entries;
  pools->capacity = capacity;
}

/* The id of an empty entry. */
static uint32_t entry_take(struct pools *pools)
{
  uint32_t id = pools->unused;
  if (id) {
    pools->unused = pools->entries[id]->next_unused;
  } else {
    make_room(pools);
    id = pools->count++;
    pools->entries[id] = env_allocate("pool", sizeof **pools->entries);
  }
  memset(pools->entries[id], 0, sizeof **pools->entries);
  pools->entries[id]->is_used = true;
  return id;
}

static void entry_give_back(struct pools *pools, uint32_t id)
{
  struct pool_entry *entry = pools->entries[id];
  address_map_release(&entry->members);
  entry->is_used = false;
  entry->next_unused = pools->unused;
  pools->unused = id;
}

static struct pool_entry *entry_find(const struct pools *pools, uint64_t pool_address)
{
  uint32_t id = address_map_find(&pools->by_address, pool_address);
  return id ? pools->entries[id] : NULL;
}

/* --- pools --- */

enum pools_result pool_create(struct pools *pools, const struct pool *pool)
{
  if (pool->is_auto_free && !pool->is_metapool)
    return POOLS_NOT_META;
  if (entry_find(pools, pool->address))
    return POOLS_EXISTS;
  uint32_t id = entry_take(pools);
  pools->entries[id]->pool = *pool;
  address_map_add(&pools->by_address, pool->address, id);
  if (pool->redzone_bytes > pools->redzone_max_bytes)
    pools->redzone_max_bytes = pool->redzone_bytes;
  return POOLS_DONE;
}

/* Where a block's redzones begin and end, however large they claim to be. */
static uint64_t with_redzone_before(const struct block *block, uint64_t redzone_bytes)
{
  return block->start > redzone_bytes ? block->start - redzone_bytes : 0;
}

static uint64_t with_redzone_after(const struct block *block, uint64_t redzone_bytes)
{
  const uint64_t limit = UINT64_C(1) << BLOCKS_ADDRESS_BITS;
  uint64_t end = block->start + block->size_bytes;
  return limit - end > redzone_bytes ? end + redzone_bytes : limit;
}

enum pools_result pool_destroy(struct pools *pools, uint64_t pool_address)
{
  struct pool_entry *entry = entry_find(pools, pool_address);
  if (!entry)
    return POOLS_NO_POOL;
  uint32_t cursor = 0;
  for (block_id id; (id = address_map_next(&entry->members, &cursor)) != 0;) {
    const struct block *block = blocks_at(pools->blocks, id);
    pools->actions.make_noaccess(pools->actions.context, with_redzone_before(block, entry->pool.redzone_bytes),
                                 with_redzone_after(block, entry->pool.redzone_bytes));
    pools->actions.forget_block(pools->actions.context, id);
    blocks_remove(pools->blocks, id);
  }
  uint32_t pool_id = address_map_find(&pools->by_address, pool_address);
  address_map_remove(&pools->by_address, pool_address, pool_id);
  entry_give_back(pools, pool_id);
  return POOLS_DONE;
}

enum pools_result pool_move(struct pools *pools, uint64_t from, uint64_t to)
{
  struct pool_entry *entry = entry_find(pools, from);
  if (!entry)
    return POOLS_NO_POOL;
  if (from == to)
    return POOLS_DONE;
  if (entry_find(pools, to))
    return POOLS_EXISTS;
  uint32_t id = address_map_find(&pools->by_address, from);
  address_map_remove(&pools->by_address, from, id);
  address_map_add(&pools->by_address, to, id);
  entry->pool.address = to;
  return POOLS_DONE;
}

const struct pool *pool_find(const struct pools *pools, uint64_t pool_address)
{
  struct pool_entry *entry = entry_find(pools, pool_address);
  return entry ? &entry->pool : NULL;
}

/* --- their blocks --- */

enum pools_result pool_alloc(struct pools *pools, uint64_t pool_address, uint64_t start, uint64_t size_bytes,
                             block_id *ret_block, const struct pool **ret_pool)
{
  struct pool_entry *entry = entry_find(pools, pool_address);
  if (!entry)
    return POOLS_NO_POOL;
  block_id id = blocks_add(pools->blocks, entry->pool.is_metapool ? BLOCK_METAPOOL : BLOCK_POOL, start, size_bytes);
  if (!id)
    return POOLS_BAD_RANGE;
  struct block *block = blocks_at(pools->blocks, id);
  block->allocator = RECORD_ALLOCATOR_CUSTOM;
  block->pool_id = address_map_find(&pools->by_address, pool_address);
  address_map_add(&entry->members, start, id);
  *ret_block = id;
  *ret_pool = &entry->pool;
  return POOLS_DONE;
}

/* Free the custom blocks that lie wholly in [start, end). */
static void free_custom_blocks(struct pools *pools, uint64_t start, uint64_t end, uint64_t redzone_bytes)
{
  block_id id;
  for (uint64_t from = start; (id = blocks_first_live_in(pools->blocks, from, end, 1 << BLOCK_CUSTOM)) != 0;) {
    const struct block *block = blocks_at(pools->blocks, id);
    from = block->start + 1;
    if (block->start + block->size_bytes > end)
      continue;
    from = block->start; /* perhaps there is another one with the same start */
    pools->actions.free_block(pools->actions.context, id, redzone_bytes);
  }
}

static void free_member(struct pools *pools, struct pool_entry *entry, block_id id)
{
  struct block *block = blocks_at(pools->blocks, id);
  address_map_remove(&entry->members, block->start, id);
  block->pool_id = 0;
  pools->actions.free_block(pools->actions.context, id, entry->pool.redzone_bytes);
}

enum pools_result pool_free(struct pools *pools, uint64_t pool_address, uint64_t start)
{
  struct pool_entry *entry = entry_find(pools, pool_address);
  if (!entry)
    return POOLS_NO_POOL;
  block_id id = address_map_find(&entry->members, start);
  if (!id)
    return POOLS_NO_BLOCK;
  const struct block *block = blocks_at(pools->blocks, id);
  if (entry->pool.is_auto_free)
    free_custom_blocks(pools, block->start, block->start + block->size_bytes, entry->pool.redzone_bytes);
  free_member(pools, entry, id);
  return POOLS_DONE;
}

static void move_member(struct pools *pools, struct pool_entry *entry, block_id id, uint64_t start, uint64_t size_bytes)
{
  address_map_remove(&entry->members, blocks_at(pools->blocks, id)->start, id);
  const uint64_t old_bytes = blocks_at(pools->blocks, id)->size_bytes;
  bool moved = blocks_move(pools->blocks, id, start, size_bytes);
  ENV_ASSERT(moved);
  pools->actions.resized_block(pools->actions.context, id, old_bytes);
  address_map_add(&entry->members, start, id);
}

/* Cut a block down to [start, end), which it reaches into. */
static void cut_member(struct pools *pools, struct pool_entry *entry, block_id id, uint64_t start, uint64_t end)
{
  const struct block *block = blocks_at(pools->blocks, id);
  uint64_t old_start = block->start, old_end = old_start + block->size_bytes;
  uint64_t new_start = old_start > start ? old_start : start, new_end = old_end < end ? old_end : end;
  if (new_start == old_start && new_end == old_end)
    return;
  if (old_start < new_start)
    pools->actions.make_noaccess(pools->actions.context, old_start, new_start);
  if (new_end < old_end)
    pools->actions.make_noaccess(pools->actions.context, new_end, old_end);
  move_member(pools, entry, id, new_start, new_end - new_start);
}

/* Do block and range share a byte, or is the block an empty one in the range? */
static bool reaches_into(const struct block *block, uint64_t start, uint64_t end)
{
  uint64_t last = block->start + (block->size_bytes ? block->size_bytes - 1 : 0);
  return block->start < end && last >= start;
}

/* The pool's blocks, as an array to be freed; for changing members while going through them. */
static block_id *list_members(const struct pool_entry *entry, uint32_t *ret_count)
{
  block_id *ids = env_allocate("pool blocks", entry->members.count * sizeof *ids);
  uint32_t cursor = 0;
  for (uint32_t i = 0; i < entry->members.count; i++)
    ids[i] = address_map_next(&entry->members, &cursor);
  *ret_count = entry->members.count;
  return ids;
}

enum pools_result pool_trim(struct pools *pools, uint64_t pool_address, uint64_t start, uint64_t size_bytes)
{
  struct pool_entry *entry = entry_find(pools, pool_address);
  if (!entry)
    return POOLS_NO_POOL;
  uint64_t end = size_bytes < UINT64_MAX - start ? start + size_bytes : UINT64_MAX;
  uint32_t count;
  block_id *ids = list_members(entry, &count);
  for (uint32_t i = 0; i < count; i++)
    if (reaches_into(blocks_at(pools->blocks, ids[i]), start, end))
      cut_member(pools, entry, ids[i], start, end);
    else
      free_member(pools, entry, ids[i]);
  env_free(ids);
  return POOLS_DONE;
}

enum pools_result pool_change(struct pools *pools, uint64_t pool_address, uint64_t from, uint64_t to,
                              uint64_t size_bytes)
{
  struct pool_entry *entry = entry_find(pools, pool_address);
  if (!entry)
    return POOLS_NO_POOL;
  block_id id = address_map_find(&entry->members, from);
  if (!id)
    return POOLS_NO_BLOCK;
  const uint64_t old_bytes = blocks_at(pools->blocks, id)->size_bytes;
  if (!blocks_move(pools->blocks, id, to, size_bytes))
    return POOLS_BAD_RANGE;
  pools->actions.resized_block(pools->actions.context, id, old_bytes);
  address_map_remove(&entry->members, from, id);
  address_map_add(&entry->members, to, id);
  return POOLS_DONE;
}

/* --- describing addresses --- */

const struct pool *pools_owner(const struct pools *pools, block_id id)
{
  return &pools->entries[blocks_at(pools->blocks, id)->pool_id]->pool;
}

struct nearest {
  const struct pools *pools;
  uint64_t address;
  bool in_metapools;
  block_id best;
  uint64_t best_distance;
};

static bool nearest_visit(void *context, block_id id)
{
  struct nearest *nearest = context;
  const struct block *block = blocks_at(nearest->pools->blocks, id);
  if (block->state != BLOCK_LIVE || block->kind != (nearest->in_metapools ? BLOCK_METAPOOL : BLOCK_POOL))
    return false;
  uint64_t distance = block_distance(block, nearest->address);
  if (distance > pools_owner(nearest->pools, id)->redzone_bytes ||
      (nearest->best && distance >= nearest->best_distance))
    return false;
  nearest->best = id;
  nearest->best_distance = distance;
  return distance == 0;
}

block_id pools_find_containing(const struct pools *pools, uint64_t address, bool in_metapools)
{
  struct nearest nearest = {pools, address, in_metapools, 0, 0};
  if (pools->by_address.count > 0)
    blocks_visit_near(pools->blocks, address, pools->redzone_max_bytes, nearest_visit, &nearest);
  return nearest.best;
}

/* --- invariants --- */

static bool members_are_valid(const struct pools *pools, uint32_t pool_id)
{
  const struct pool_entry *entry = pools->entries[pool_id];
  uint32_t cursor = 0;
  for (block_id id; (id = address_map_next(&entry->members, &cursor)) != 0;) {
    const struct block *block = blocks_at(pools->blocks, id);
    if (block->state != BLOCK_LIVE || block->pool_id != pool_id ||
        block->kind != (entry->pool.is_metapool ? BLOCK_METAPOOL : BLOCK_POOL))
      return false;
  }
  return address_map_is_valid(&entry->members);
}

bool pools_is_valid(const struct pools *pools)
{
  uint32_t used = 0;
  for (uint32_t id = 1; id < pools->count; id++) {
    const struct pool_entry *entry = pools->entries[id];
    if (!entry->is_used)
      continue;
    used++;
    if (address_map_find(&pools->by_address, entry->pool.address) != id || !members_are_valid(pools, id))
      return false;
  }
  return used == pools->by_address.count && address_map_is_valid(&pools->by_address);
}
