/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Most accesses are to the stack and to variables, and must quickly be told from those to blocks. So there is a bit for
 * each page that has ever held a part of a heap block, and a small cache of the blocks found last, by page. Otherwise
 * the table of blocks is searched: as heap blocks do not overlap, the nearest one that starts before the address
 * decides, unless the address lies in a very large one, which the table keeps apart.
 *
 * Custom and pool blocks lie inside others. Once there is one, none of this holds, and the whole table is searched. */
#include "memcheck/runtime/accesses.h"

#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/blocks/block_sites.h"
#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/pure/blocks/touched_bytes.h"

enum {
  COARSE_BITS = 12,
  GROUP_BITS = 15, /* pages of a group */
  GROUPS = 1 << (BLOCKS_ADDRESS_BITS - COARSE_BITS - GROUP_BITS),
  RECENT = 1 << 12, /* pages whose last block is known */
};

struct page_group {
  UChar has_blocks[1 << (GROUP_BITS - 3)]; /* a bit for each page */
};

/* A block, and where accesses to it are counted. */
struct target {
  const struct block *block; /* NULL: none */
  uint64_t birth, size_bytes;
  uint64_t *bits;            /* of touched_bytes.h */
  struct site_accesses *site;
};

static struct touched *touched;
static struct page_group **groups;
static struct target *recent; /* by the low bits of the page */

Bool accesses_begun;

void accesses_begin(void)
{
  if (!settings.heap_access)
    return;
  accesses_begun = True;
  touched = touched_create();
  groups = env_map_pages(GROUPS * sizeof *groups);
  recent = env_map_pages(RECENT * sizeof *recent);
}

/* --- pages --- */

void accesses_note_block(Addr start, SizeT bytes)
{
  if (bytes == 0 || start + bytes > (Addr)1 << BLOCKS_ADDRESS_BITS)
    return;
  for (Addr page = start >> COARSE_BITS; page <= (start + bytes - 1) >> COARSE_BITS; page++) {
    struct page_group **group = &groups[page >> GROUP_BITS];
    if (!*group)
      *group = env_map_pages(sizeof **group);
    const Addr in_group = page & ((1 << GROUP_BITS) - 1);
    (*group)->has_blocks[in_group / 8] |= (UChar)(1 << in_group % 8);
  }
}

void accesses_note_resized(Addr start, SizeT bytes)
{
  accesses_note_block(start, bytes);
  memset(recent, 0, RECENT * sizeof *recent); /* the cache may point to bits that have moved */
}

static bool had_blocks(Addr address)
{
  const Addr page = address >> COARSE_BITS;
  const struct page_group *group = address >> BLOCKS_ADDRESS_BITS == 0 ? groups[page >> GROUP_BITS] : NULL;
  const Addr in_group = page & ((1 << GROUP_BITS) - 1);
  return group && (group->has_blocks[in_group / 8] >> in_group % 8 & 1);
}

/* --- blocks --- */

struct search {
  Addr address;
  block_id found;
  bool is_past; /* a block that starts before the address does not hold it */
};

static bool holds(const struct block *block, Addr address)
{
  return block->state == BLOCK_LIVE && address - block->start < block->size_bytes;
}

/* Granules come in descending order, the blocks of one granule in any order. Very large blocks come once more at the
 * end, unless the search has stopped before. */
static bool visit_block(void *context, block_id id)
{
  struct search *search = context;
  const struct block *block = blocks_at(guest.blocks, id);
  if (holds(block, search->address))
    search->found = id;
  else if (block->start <= search->address && block->size_bytes < 1 << LARGE_BITS)
    search->is_past = true;
  return search->found != 0 || (search->is_past && !block->next);
}

static struct touched_block as_touched(block_id id)
{
  const struct block *block = blocks_at(guest.blocks, id);
  return (struct touched_block){id, block->birth, block->size_bytes};
}

static struct target target_of(block_id id)
{
  const struct block *block = blocks_at(guest.blocks, id);
  return (struct target){
    .block = block, .birth = block->birth, .size_bytes = block->size_bytes,
    .bits = touched_bits(touched, as_touched(id)),
    .site = block_sites_accesses(guest.sites, block->alloc_stack_id)};
}

/* The block may have been freed since, and its entry be another block's: no two have the same birth. */
static bool is_hit(const struct target *target, Addr address)
{
  const struct block *block = target->block;
  return block && holds(block, address) && block->birth == target->birth;
}

static const struct target *find_in_heap(Addr address)
{
  struct target *last = &recent[(address >> COARSE_BITS) & (RECENT - 1)];
  if (is_hit(last, address))
    return last;
  struct search search = {.address = address};
  blocks_visit_near(guest.blocks, address, 0, visit_block, &search);
  if (search.found == 0)
    return NULL;
  *last = target_of(search.found);
  return last;
}

/* Valid until the next call. */
static const struct target *find_target(Addr address)
{
  static struct target innermost;
  if (!blocks_have_custom(guest.blocks))
    return had_blocks(address) ? find_in_heap(address) : NULL;
  const block_id id = blocks_find_containing_kinds(guest.blocks, address, 0, BLOCK_LIVE, BLOCK_KINDS_ALL);
  if (id == 0)
    return NULL;
  innermost = target_of(id);
  return &innermost;
}

/* Returns how many bytes of the access lie in the block, for the counter that the caller chooses. */
static inline uint64_t count_bytes(const struct target *target, Addr start, ULong bytes)
{
  const uint64_t offset = start - target->block->start, left = target->size_bytes - offset;
  const uint64_t inside = bytes < left ? bytes : left;
  target->site->touched_bytes += touched_mark(target->bits, offset, inside);
  return inside;
}

void accesses_read(Addr start, ULong bytes)
{
  const struct target *target = find_target(start);
  if (target)
    target->site->read_bytes += count_bytes(target, start, bytes);
}

void accesses_written(Addr start, ULong bytes)
{
  const struct target *target = find_target(start);
  if (target)
    target->site->written_bytes += count_bytes(target, start, bytes);
}

void accesses_note_moved(Addr to, Addr from)
{
  const block_id new = blocks_find(guest.blocks, to), old = blocks_find(guest.blocks, from);
  if (new == 0 || old == 0 || new == old)
    return;
  const struct touched_block a = as_touched(new), b = as_touched(old);
  const uint64_t bytes = a.size_bytes < b.size_bytes ? a.size_bytes : b.size_bytes;
  block_sites_accesses(guest.sites, blocks_at(guest.blocks, new)->alloc_stack_id)->touched_bytes +=
    touched_copy(touched, a, b, bytes);
}
