/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finding a block by its start is one look into the map and a short chain. Finding the block around an address walks
 * the map down from it; as that walk must end somewhere, blocks too large for it are kept in a list of their own, which
 * is short because they are large. */
#include "memcheck/pure/blocks/blocks.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks_layout.h"

struct blocks *blocks_create(void)
{
  struct blocks *blocks = env_allocate("blocks", sizeof *blocks);
  memset(blocks, 0, sizeof *blocks);
  blocks->leaves = env_map_pages(LEAF_COUNT * sizeof *blocks->leaves);
  blocks->segments = env_map_pages(SEGMENT_COUNT * sizeof *blocks->segments);
  blocks->leaf_first = LEAF_COUNT;
  blocks->limit = 1;
  return blocks;
}

void blocks_destroy(struct blocks *blocks)
{
  for (uint64_t i = blocks->leaf_first; i < blocks->leaf_end; i++)
    if (blocks->leaves[i])
      env_unmap_pages(blocks->leaves[i], sizeof *blocks->leaves[i]);
  for (size_t i = 0; i < SEGMENT_COUNT && blocks->segments[i]; i++)
    env_unmap_pages(blocks->segments[i], SEGMENT_ENTRIES * sizeof *blocks->segments[i]);
  env_unmap_pages(blocks->leaves, LEAF_COUNT * sizeof *blocks->leaves);
  env_unmap_pages(blocks->segments, SEGMENT_COUNT * sizeof *blocks->segments);
  if (blocks->large)
    env_free(blocks->large);
  env_free(blocks);
}

struct block *blocks_at(const struct blocks *blocks, block_id id)
{
  ENV_CHECK(id != 0 && id < blocks->limit);
  return blocks_entry(blocks, id);
}

block_id blocks_limit(const struct blocks *blocks)
{
  return blocks->limit;
}

bool blocks_have_custom(const struct blocks *blocks)
{
  return blocks->have_custom;
}

/* --- entries --- */

static block_id entry_take(struct blocks *blocks)
{
  block_id id = blocks->unused;
  if (id) {
    ENV_CHECK(id < blocks->limit && blocks_entry(blocks, id)->state == BLOCK_UNUSED);
    blocks->unused = blocks_entry(blocks, id)->next;
    return id;
  }
  id = blocks->limit++;
  ENV_ASSERT(blocks->limit != 0);
  if (!blocks->segments[id >> SEGMENT_BITS])
    blocks->segments[id >> SEGMENT_BITS] = env_map_pages(SEGMENT_ENTRIES * sizeof(struct block));
  return id;
}

static void entry_give_back(struct blocks *blocks, block_id id)
{
  struct block *block = blocks_entry(blocks, id);
  *block = (struct block){.next = blocks->unused};
  blocks->unused = id;
}

/* --- the list of large blocks --- */

static bool is_large(uint64_t size_bytes)
{
  return size_bytes >> LARGE_BITS != 0;
}

static void large_add(struct blocks *blocks, block_id id)
{
  if (blocks->large_count == blocks->large_capacity) {
    uint32_t capacity = blocks->large_capacity ? blocks->large_capacity * 2 : 16;
    block_id *large = env_allocate("large blocks", capacity * sizeof *large);
    if (blocks->large) {
      memcpy(large, blocks->large, blocks->large_count * sizeof *large);
      env_free(blocks->large);
    }
    blocks->large = large;
    blocks->large_capacity = capacity;
  }
  blocks->large[blocks->large_count++] = id;
}

static void large_remove(struct blocks *blocks, block_id id)
{
  uint32_t at = 0;
  while (blocks->large[at] != id) {
    at++;
    ENV_CHECK(at < blocks->large_count);
  }
  blocks->large[at] = blocks->large[--blocks->large_count];
}

/* --- the map --- */

struct blocks_leaf *blocks_make_leaf(struct blocks *blocks, uint64_t address)
{
  const uint64_t number = address >> LEAF_BITS;
  struct blocks_leaf **leaf = &blocks->leaves[number];
  if (*leaf)
    return *leaf;
  if (number < blocks->leaf_first)
    blocks->leaf_first = number;
  if (number >= blocks->leaf_end)
    blocks->leaf_end = number + 1;
  return *leaf = env_map_pages(sizeof **leaf);
}

static bool is_user_range(uint64_t start, uint64_t size_bytes)
{
  const uint64_t limit = UINT64_C(1) << BLOCKS_ADDRESS_BITS;
  return start < limit && size_bytes <= limit - start;
}

/* Is the block in its granule's chain exactly once? */
static bool is_linked(const struct blocks *blocks, block_id id)
{
  const struct block *block = blocks_entry(blocks, id);
  const struct blocks_leaf *leaf = is_user_range(block->start, block->size_bytes) ? blocks_leaf_of(blocks, block->start)
                                                                                  : NULL;
  unsigned found = 0;
  block_id at = leaf ? leaf->first[blocks_granule_in_leaf(block->start)] : 0;
  for (block_id steps = 0; at && steps < blocks->limit; steps++, at = blocks_entry(blocks, at)->next)
    found += at == id;
  return found == 1 && at == 0;
}

static void link_block(struct blocks *blocks, block_id id)
{
  struct block *block = blocks_entry(blocks, id);
  block_id *first = &blocks_make_leaf(blocks, block->start)->first[blocks_granule_in_leaf(block->start)];
  block->next = *first;
  *first = id;
  if (is_large(block->size_bytes))
    large_add(blocks, id);
  ENV_CHECK(is_linked(blocks, id));
}

static void unlink_block(struct blocks *blocks, block_id id)
{
  ENV_CHECK(is_linked(blocks, id));
  struct block *block = blocks_entry(blocks, id);
  block_id *link = &blocks_leaf_of(blocks, block->start)->first[blocks_granule_in_leaf(block->start)];
  while (*link != id)
    link = &blocks_entry(blocks, *link)->next;
  *link = block->next;
  if (is_large(block->size_bytes))
    large_remove(blocks, id);
}

block_id blocks_add(struct blocks *blocks, unsigned kind, uint64_t start, uint64_t size_bytes)
{
  if (!is_user_range(start, size_bytes))
    return 0;
  block_id id = entry_take(blocks);
  struct block *block = blocks_entry(blocks, id);
  const uint64_t mask = (UINT64_C(1) << 48) - 1; /* both fit, as was seen; the compiler was not told */
  *block = (struct block){
    .start = start & mask, .size_bytes = size_bytes & mask, .state = BLOCK_LIVE, .kind = kind & 3};
  blocks->have_custom |= kind != BLOCK_HEAP;
  link_block(blocks, id);
  return id;
}

void blocks_remove(struct blocks *blocks, block_id id)
{
  ENV_ASSERT(blocks_entry(blocks, id)->state != BLOCK_UNUSED);
  unlink_block(blocks, id);
  entry_give_back(blocks, id);
}

bool blocks_move(struct blocks *blocks, block_id id, uint64_t start, uint64_t size_bytes)
{
  if (!is_user_range(start, size_bytes))
    return false;
  unlink_block(blocks, id);
  struct block *block = blocks_entry(blocks, id);
  block->start = start;
  block->size_bytes = size_bytes;
  link_block(blocks, id);
  return true;
}

/* --- searching --- */

static bool is_of(const struct block *block, enum block_state state, unsigned kinds)
{
  return block->state == state && kinds >> block->kind & 1;
}

block_id blocks_find_kinds(const struct blocks *blocks, uint64_t start, unsigned kinds)
{
  if (!is_user_range(start, 0))
    return 0;
  const struct blocks_leaf *leaf = blocks_leaf_of(blocks, start);
  if (!leaf)
    return 0;
  block_id quarantined = 0;
  const struct block *block;
  for (block_id id = leaf->first[blocks_granule_in_leaf(start)]; id; id = block->next) {
    block = blocks_entry(blocks, id);
    if (block->start != start)
      continue;
    if (is_of(block, BLOCK_LIVE, kinds))
      return id;
    if (!quarantined && is_of(block, BLOCK_QUARANTINED, kinds))
      quarantined = id;
  }
  return quarantined;
}

block_id blocks_find(const struct blocks *blocks, uint64_t start)
{
  return blocks_find_kinds(blocks, start, BLOCK_KINDS_FREEABLE);
}

uint64_t block_distance(const struct block *block, uint64_t address)
{
  if (address < block->start)
    return block->start - address;
  uint64_t end = block->start + block->size_bytes;
  return address < end ? 0 : address - end + 1;
}

void blocks_visit_near(const struct blocks *blocks, uint64_t address, uint64_t slop_bytes,
                       bool (*visit)(void *context, block_id id), void *context)
{
  if (!is_user_range(address, 0))
    return;
  if (slop_bytes > BLOCKS_SLOP_MAX)
    slop_bytes = BLOCKS_SLOP_MAX;
  const uint64_t last = (UINT64_C(1) << BLOCKS_ADDRESS_BITS) - 1, reach = (UINT64_C(1) << LARGE_BITS) + slop_bytes;
  const uint64_t top = (last - address > slop_bytes ? address + slop_bytes : last) >> GRANULE_BITS;
  const uint64_t lowest = (address > reach ? address - reach : 0) >> GRANULE_BITS;
  for (uint64_t granule = top + 1; granule-- > lowest;) {
    uint64_t granule_start = granule << GRANULE_BITS;
    const struct blocks_leaf *leaf = blocks_leaf_of(blocks, granule_start);
    if (!leaf) { /* on to the end of the leaf before it */
      granule -= blocks_granule_in_leaf(granule_start);
      continue;
    }
    for (block_id id = leaf->first[blocks_granule_in_leaf(granule_start)]; id; id = blocks_entry(blocks, id)->next)
      if (visit(context, id))
        return;
  }
  for (uint32_t i = 0; i < blocks->large_count; i++)
    if (visit(context, blocks->large[i]))
      return;
}

/* A search for the nearest block, and the best one so far. */
struct nearest {
  const struct blocks *blocks;
  uint64_t address, slop_bytes;
  enum block_state state;
  unsigned kinds;
  block_id best;
  uint64_t best_distance, best_size;
};

static bool is_nearer(const struct nearest *nearest, const struct block *block, uint64_t distance)
{
  return !nearest->best || distance < nearest->best_distance ||
         (distance == nearest->best_distance && block->size_bytes < nearest->best_size);
}

/* A block that holds the address ends the search: what starts further down can only lie around it. */
static bool nearest_visit(void *context, block_id id)
{
  struct nearest *nearest = context;
  const struct block *block = blocks_entry(nearest->blocks, id);
  uint64_t distance = block_distance(block, nearest->address);
  if (!is_of(block, nearest->state, nearest->kinds) || distance > nearest->slop_bytes ||
      !is_nearer(nearest, block, distance))
    return false;
  nearest->best = id;
  nearest->best_distance = distance;
  nearest->best_size = block->size_bytes;
  return distance == 0 && !block->next;
}

block_id blocks_find_containing_kinds(const struct blocks *blocks, uint64_t address, uint64_t slop_bytes,
                                      enum block_state state, unsigned kinds)
{
  if (slop_bytes > BLOCKS_SLOP_MAX)
    slop_bytes = BLOCKS_SLOP_MAX;
  struct nearest nearest = {blocks, address, slop_bytes, state, kinds, 0, 0, 0};
  blocks_visit_near(blocks, address, slop_bytes, nearest_visit, &nearest);
  return nearest.best;
}

block_id blocks_find_nearest(const struct blocks *blocks, uint64_t address, unsigned kinds)
{
  struct nearest live = {blocks, address, UINT64_MAX, BLOCK_LIVE, kinds, 0, 0, 0}, freed = live;
  freed.state = BLOCK_QUARANTINED;
  for (block_id id = 1; id < blocks_limit(blocks); id++) {
    nearest_visit(&live, id);
    nearest_visit(&freed, id);
  }
  return freed.best && (!live.best || freed.best_distance < live.best_distance) ? freed.best : live.best;
}

static block_id lowest_live_in_chain(const struct blocks *blocks, block_id id, uint64_t start, uint64_t end,
                                     unsigned kinds)
{
  block_id lowest = 0;
  for (; id; id = blocks_entry(blocks, id)->next) {
    const struct block *block = blocks_entry(blocks, id);
    if (is_of(block, BLOCK_LIVE, kinds) && block->start >= start && block->start < end &&
        (!lowest || block->start < blocks_entry(blocks, lowest)->start))
      lowest = id;
  }
  return lowest;
}

block_id blocks_first_live_in(const struct blocks *blocks, uint64_t start, uint64_t end, unsigned kinds)
{
  if (!is_user_range(start, 0))
    return 0;
  if (end > UINT64_C(1) << BLOCKS_ADDRESS_BITS)
    end = UINT64_C(1) << BLOCKS_ADDRESS_BITS;
  for (uint64_t granule = start >> GRANULE_BITS; granule << GRANULE_BITS < end; granule++) {
    uint64_t address = granule << GRANULE_BITS;
    const struct blocks_leaf *leaf = blocks_leaf_of(blocks, address);
    if (!leaf) { /* on to the start of the leaf after it */
      granule |= LEAF_GRANULES - 1;
      continue;
    }
    block_id id = lowest_live_in_chain(blocks, leaf->first[blocks_granule_in_leaf(address)], start, end, kinds);
    if (id)
      return id;
  }
  return 0;
}

/* --- invariants --- */

static bool large_is_valid(const struct blocks *blocks, uint32_t expected)
{
  for (uint32_t i = 0; i < blocks->large_count; i++) {
    const struct block *block = blocks_entry(blocks, blocks->large[i]);
    if (block->state == BLOCK_UNUSED || !is_large(block->size_bytes))
      return false;
  }
  return blocks->large_count == expected;
}

bool blocks_is_valid(const struct blocks *blocks)
{
  uint32_t used = 0, unused = 0, large = 0;
  for (block_id id = 1; id < blocks->limit; id++) {
    const struct block *block = blocks_entry(blocks, id);
    if (block->state == BLOCK_UNUSED)
      continue;
    used++;
    large += is_large(block->size_bytes);
    if (!is_linked(blocks, id))
      return false;
  }
  for (block_id id = blocks->unused; id && unused < blocks->limit; id = blocks_entry(blocks, id)->next) {
    unused++;
    if (blocks_entry(blocks, id)->state != BLOCK_UNUSED)
      return false;
  }
  return used + unused == blocks->limit - 1 && large_is_valid(blocks, large);
}
