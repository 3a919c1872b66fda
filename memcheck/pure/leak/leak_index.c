/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks from malloc do not overlap, so only the nearest one that starts at or before an address can hold it. It is
 * found by walking the table's map down from the address, no farther than to the start of the page: for each page the
 * leaf notes the block that reaches into it from below. So there is no index of all blocks to build.
 *
 * Custom and pool blocks do overlap. There are few of them or none, and they get a sorted array. */
#include "memcheck/pure/leak/leak_index.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/heapsort.h"
#include "shared/record/record.h"

static uint64_t end_of(const struct block *block)
{
  return block->start + block->size_bytes;
}

/* An empty block holds its start, else nothing could point to it. */
static bool holds(const struct block *block, uint64_t address)
{
  uint64_t offset = address - block->start;
  return offset < block->size_bytes || offset == 0;
}

/* --- which block reaches into a page --- */

/* Note the block for the pages [first, last] of a leaf. What earlier checks have noted is not cleared: it is always
 * compared with the block itself. */
static void cover_in_leaf(struct blocks_leaf *leaf, block_id id, uint32_t first, uint32_t last)
{
  if (first == 0 && last == LEAF_PAGES - 1) {
    leaf->cover = id;
    return;
  }
  for (uint32_t page = first; page <= last; page++)
    leaf->page_cover[page] = id;
}

/* False: a leaf is missing and may not be made, as several workers are at it. */
static bool cover_pages(struct blocks *blocks, block_id id, bool may_make)
{
  const struct block *block = blocks_entry(blocks, id);
  if (block->size_bytes == 0)
    return true;
  const uint64_t last = (end_of(block) - 1) >> PAGE_BITS;
  for (uint64_t page = (block->start >> PAGE_BITS) + 1; page <= last;) {
    uint64_t leaf_last = page | (LEAF_PAGES - 1), stop = last < leaf_last ? last : leaf_last;
    if (!may_make && !blocks_leaf_of(blocks, page << PAGE_BITS))
      return false;
    cover_in_leaf(blocks_make_leaf(blocks, page << PAGE_BITS), id, page & (LEAF_PAGES - 1), stop & (LEAF_PAGES - 1));
    page = stop + 1;
  }
  return true;
}

/* --- blocks from malloc --- */

/* Of a granule's blocks from malloc, live or quarantined, the one with the highest start up to the address; 0: none. */
static block_id last_heap_in_chain(const struct blocks *blocks, block_id id, uint64_t address)
{
  block_id last = 0;
  uint64_t last_start = 0;
  const struct block *block;
  for (; id; id = block->next) {
    block = blocks_entry(blocks, id);
    if (block->kind == BLOCK_HEAP && block->start <= address && (!last || block->start > last_start)) {
      last = id;
      last_start = block->start;
    }
  }
  return last;
}

static bool is_live_and_holds(const struct blocks *blocks, block_id id, uint64_t address)
{
  const struct block *block = blocks_entry(blocks, id);
  return id && block->state == BLOCK_LIVE && block->kind == BLOCK_HEAP && holds(block, address);
}

/* The live block from malloc that holds the address; 0: none. */
static block_id heap_find(const struct blocks *blocks, uint64_t address)
{
  const struct blocks_leaf *leaf = blocks_leaf_of(blocks, address);
  if (!leaf)
    return 0;
  const uint32_t granule = blocks_granule_in_leaf(address), page = granule >> (PAGE_BITS - GRANULE_BITS);
  for (uint32_t at = granule + 1; at-- > page << (PAGE_BITS - GRANULE_BITS);) {
    block_id last = leaf->first[at] ? last_heap_in_chain(blocks, leaf->first[at], address) : 0;
    if (last)
      return is_live_and_holds(blocks, last, address) ? last : 0;
  }
  if (is_live_and_holds(blocks, leaf->page_cover[page], address))
    return leaf->page_cover[page];
  return is_live_and_holds(blocks, leaf->cover, address) ? leaf->cover : 0;
}

/* --- custom and pool blocks --- */

static bool custom_is_before(const void *a, const void *b, const void *context)
{
  const struct block *one = blocks_entry(context, *(const block_id *)a);
  const struct block *other = blocks_entry(context, *(const block_id *)b);
  if (one->start != other->start)
    return one->start < other->start;
  if (one->size_bytes != other->size_bytes)
    return one->size_bytes > other->size_bytes;
  return one->kind < other->kind;
}

/* Blocks come by ascending start, so those around a start are blocks before it that have not ended yet. */
static void link_enclosing(struct leak_index *index)
{
  for (uint32_t at = 0; at < index->custom_count; at++) {
    uint64_t start = blocks_entry(index->blocks, index->customs[at])->start;
    uint32_t before = at;
    while (before && end_of(blocks_entry(index->blocks, index->customs[before - 1])) <= start)
      before = index->enclosing[before - 1];
    index->enclosing[at] = before;
  }
}

static void collect_customs(struct leak_index *index)
{
  index->customs = env_map_pages(index->custom_count * sizeof *index->customs);
  index->enclosing = env_map_pages(index->custom_count * sizeof *index->enclosing);
  uint32_t count = 0;
  for (block_id id = 1; id < blocks_limit(index->blocks); id++) {
    const struct block *block = blocks_entry(index->blocks, id);
    if (block->state == BLOCK_LIVE && block->kind != BLOCK_HEAP)
      index->customs[count++] = id;
  }
  heapsort_items(index->customs, count, sizeof *index->customs, custom_is_before, index->blocks);
  link_enclosing(index);
}

/* The number, counted from 1, of the last custom block that starts at or before the address; 0: none. */
static uint32_t last_custom_before(const struct leak_index *index, uint64_t address)
{
  uint32_t low = 0, high = index->custom_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (blocks_entry(index->blocks, index->customs[middle])->start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static block_id custom_find(const struct leak_index *index, uint64_t address)
{
  for (uint32_t at = last_custom_before(index, address); at; at = index->enclosing[at - 1]) {
    const struct block *block = blocks_entry(index->blocks, index->customs[at - 1]);
    if (index->marks[index->customs[at - 1]].kind && holds(block, address))
      return index->customs[at - 1];
  }
  return 0;
}

/* --- which blocks take part --- */

/* Does nothing for 0, which has no mark. */
static void hide(struct leak_index *index, block_id id)
{
  if (index->marks[id].kind) {
    index->marks[id].kind = 0;
    index->block_count--;
  }
}

/* A custom block hides the block from malloc that holds all of it; a pool block hides those that hold either of its
 * ends. */
static void hide_heap_around(struct leak_index *index, const struct block *inner)
{
  block_id outer = heap_find(index->blocks, inner->start);
  if (inner->kind != BLOCK_CUSTOM) {
    hide(index, outer);
    if (inner->size_bytes > 1)
      hide(index, heap_find(index->blocks, end_of(inner) - 1));
  } else if (outer && end_of(inner) <= end_of(blocks_entry(index->blocks, outer))) {
    hide(index, outer);
  }
}

/* A pool's block hides the custom blocks around it. A METAPOOL's does not, as it is made to be carved up itself. */
static void hide_customs_around(struct leak_index *index, uint32_t at)
{
  const struct block *inner = blocks_entry(index->blocks, index->customs[at]);
  if (inner->kind != BLOCK_POOL)
    return;
  for (uint32_t around = index->enclosing[at]; around; around = index->enclosing[around - 1]) {
    const struct block *outer = blocks_entry(index->blocks, index->customs[around - 1]);
    if (outer->kind == BLOCK_CUSTOM && holds(outer, inner->start))
      hide(index, index->customs[around - 1]);
  }
}

static void hide_carved_up(struct leak_index *index)
{
  for (uint32_t at = 0; at < index->custom_count; at++) {
    hide_heap_around(index, blocks_entry(index->blocks, index->customs[at]));
    hide_customs_around(index, at);
  }
}

/* As Memcheck does, see no heap at all where there are only pool blocks: then their memory is not from malloc. */
static void hide_pools(struct leak_index *index)
{
  for (uint32_t at = 0; at < index->custom_count; at++)
    hide(index, index->customs[at]);
}

static struct leak_mark first_mark(const struct block *block)
{
  struct leak_mark mark = {.kind = RECORD_LEAK_DEFINITE};
  mark.is_irregular = block->start % 16 != 0 || block->next;
  mark.offset = block->start / 16 & 3;
  mark.words = block->size_bytes / 8 < MARK_WORDS_MANY ? block->size_bytes / 8 & MARK_WORDS_MANY : MARK_WORDS_MANY;
  return mark;
}

static void note_lacking(struct leak_index_part *part, block_id id)
{
  if (part->lacking_end == 0)
    part->lacking_first = id;
  part->lacking_end = id + 1;
}

static void enter_block(struct leak_index *index, block_id id, const struct block *block, struct leak_index_part *part)
{
  index->marks[id] = first_mark(block);
  part->block_count++;
  if (block->kind != BLOCK_HEAP)
    part->custom_count++;
  else if (!cover_pages(index->blocks, id, false))
    note_lacking(part, id);
  part->pool_count += (BLOCK_KINDS_POOL >> block->kind) & 1;
  if (block->start < part->start)
    part->start = block->start;
  uint64_t end = end_of(block) + 1;
  if (end > part->end)
    part->end = end;
}

void leak_index_enter(struct leak_index *index, unsigned worker, block_id first, block_id end)
{
  struct leak_index_part part = index->parts[worker]; /* a local copy, so that workers do not write to one cache line */
  for (block_id id = first; id < end; id++) {
    const struct block *block = blocks_entry(index->blocks, id);
    if (block->state == BLOCK_LIVE)
      enter_block(index, id, block, &part);
    else if (block->next) /* a live block may follow it in its chain */
      index->marks[id].is_irregular = true;
  }
  index->parts[worker] = part;
}

static void add_part(struct leak_index *index, const struct leak_index_part *part)
{
  index->block_count += part->block_count;
  index->custom_count += part->custom_count;
  index->pool_count += part->pool_count;
  if (part->start < index->start)
    index->start = part->start;
  if (part->end > index->end)
    index->end = part->end;
  for (block_id id = part->lacking_first; id < part->lacking_end; id++)
    if (index->marks[id].kind && blocks_entry(index->blocks, id)->kind == BLOCK_HEAP)
      cover_pages(index->blocks, id, true);
}

void leak_index_begin(struct leak_index *index, struct blocks *blocks)
{
  memset(index, 0, sizeof *index);
  index->blocks = blocks;
  index->mark_limit = blocks_limit(blocks);
  index->marks = env_map_pages(index->mark_limit * sizeof *index->marks);
  env_prefer_large_pages(index->marks, index->mark_limit * sizeof *index->marks);
  index->start = UINT64_MAX;
  for (unsigned i = 0; i < ENV_WORKERS_MAX; i++)
    index->parts[i].start = UINT64_MAX;
}

void leak_index_end(struct leak_index *index)
{
  for (unsigned i = 0; i < ENV_WORKERS_MAX; i++)
    add_part(index, &index->parts[i]);
  const bool are_all_pools = index->pool_count == index->block_count;
  if (index->custom_count) {
    collect_customs(index);
    hide_carved_up(index);
  }
  if (are_all_pools)
    hide_pools(index);
  if (index->block_count == 0)
    index->start = index->end = 0;
}

void leak_index_build(struct leak_index *index, struct blocks *blocks)
{
  leak_index_begin(index, blocks);
  leak_index_enter(index, 0, 1, index->mark_limit);
  leak_index_end(index);
}

void leak_index_release(struct leak_index *index)
{
  env_unmap_pages(index->marks, index->mark_limit * sizeof *index->marks);
  if (index->customs) {
    env_unmap_pages(index->customs, index->custom_count * sizeof *index->customs);
    env_unmap_pages(index->enclosing, index->custom_count * sizeof *index->enclosing);
  }
}

/* --- asking --- */

/* The live array of new[] that has no elements, but room for their number, and ends at the address; 0: none. A pointer
 * to its elements is one past it. */
static block_id empty_array_find(const struct blocks *blocks, uint64_t address)
{
  const struct blocks_leaf *leaf = blocks_leaf_of(blocks, address);
  block_id id = leaf ? leaf->first[blocks_granule_in_leaf(address)] : 0;
  id = id ? last_heap_in_chain(blocks, id, address) : 0;
  const struct block *block = blocks_entry(blocks, id);
  return id && block->state == BLOCK_LIVE && block->allocator == RECORD_ALLOCATOR_NEW_ARRAY &&
         block->size_bytes == sizeof(uint64_t) && end_of(block) == address ? id : 0;
}

block_id leak_index_find_interior(const struct leak_index *index, uint64_t address)
{
  if (index->custom_count) {
    block_id custom = custom_find(index, address);
    if (custom)
      return custom;
  }
  block_id id = heap_find(index->blocks, address);
  if (id == 0)
    id = empty_array_find(index->blocks, address);
  return index->marks[id].kind ? id : 0;
}

/* The lowest start of a granule's blocks that is not below `from`; UINT64_MAX: none. */
static uint64_t lowest_start(const struct leak_index *index, block_id id, uint64_t from)
{
  uint64_t lowest = UINT64_MAX;
  const struct block *block;
  for (; id; id = block->next) {
    block = blocks_entry(index->blocks, id);
    if (index->marks[id].kind && block->start >= from && block->start < lowest)
      lowest = block->start;
  }
  return lowest;
}

static void walk_chain(const struct leak_index *index, block_id first, void (*visit)(void *context, block_id id),
                       void *context)
{
  uint64_t start = 0;
  while ((start = lowest_start(index, first, start)) != UINT64_MAX) {
    const struct block *block;
    for (block_id id = first; id; id = block->next) {
      block = blocks_entry(index->blocks, id);
      if (index->marks[id].kind && block->start == start)
        visit(context, id);
    }
    start++;
  }
}

static void walk_granule(const struct leak_index *index, block_id first, void (*visit)(void *context, block_id id),
                         void *context)
{
  if (index->marks[first].is_irregular)
    walk_chain(index, first, visit, context);
  else if (index->marks[first].kind)
    visit(context, first);
}

void leak_index_walk(const struct leak_index *index, void (*visit)(void *context, block_id id), void *context)
{
  for (uint64_t granule = index->start >> GRANULE_BITS; granule << GRANULE_BITS < index->end; granule++) {
    const struct blocks_leaf *leaf = blocks_leaf_of(index->blocks, granule << GRANULE_BITS);
    block_id first = leaf ? leaf->first[granule & (LEAF_GRANULES - 1)] : 0;
    if (!leaf)
      granule |= LEAF_GRANULES - 1;
    else if (first)
      walk_granule(index, first, visit, context);
  }
}
