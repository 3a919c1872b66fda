/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of direct code there are, and the jumps between them. A jump to a constant address leads out of direct code at first; the
 * block it goes to is made then, and the jump leads there from then on.
 *
 * When code of the guest changes, its blocks go, and jumps to them lead out again. Blocks lie in segments that are filled one
 * after the other. When all are full, the oldest is emptied: what is still used of it is made again in microseconds, and what
 * is not is gone. Both is done from outside of direct code only. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/allocator_marks.h"
#include "memcheck/shadow/shadow.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

enum { BLOCK_CODE_MAX = 60000, CODE_ALIGNMENT = 16, REFUSED_MAX = 1 << 12, HASH_WAYS = 1 << 16,
       REGION_BITS = 16, CODE_REGIONS = SHADOW_NEAR_LIMIT >> REGION_BITS };

struct segment {
  struct code_block **blocks; /* by their places */
  UInt count, max;
};

static struct {
  struct code_block *by_address[HASH_WAYS];
  struct code_block *calls[HASH_WAYS]; /* by the address to which they return */
  struct segment segments[CODE_SEGMENTS];
  UInt segment;      /* that is filled */
  code_offset at, cold; /* what is free there */
  Addr refused[REFUSED_MAX]; /* addresses that have no block, as far as they are remembered */
  ULong code_regions[CODE_REGIONS / 64]; /* a bit for each 64 KiB that may have code, or an address that was found to have none */
  UInt losses;
} blocks;

UInt code_blocks_losses(void)
{
  return blocks.losses;
}

/* --- by address --- */

static UInt hash_of(Addr address)
{
  return (address ^ address >> 16) % HASH_WAYS;
}

static struct code_block *look_up(Addr address)
{
  struct code_block *block = blocks.by_address[hash_of(address)];
  while (block && block->address != address)
    block = block->next;
  return block;
}

static const struct code_block *call_before(Addr address)
{
  const struct code_block *block = blocks.calls[hash_of(address)];
  while (block && block->returns_to != address)
    block = block->next_call;
  return block;
}

static void add(struct code_block *block)
{
  struct code_block **const ways = &blocks.by_address[hash_of(block->address)];
  block->next = *ways;
  *ways = block;
  if (!block->landing)
    return;
  struct code_block **const calls = &blocks.calls[hash_of(block->returns_to)];
  block->next_call = *calls;
  *calls = block;
}

static void take_out(const struct code_block *block)
{
  struct code_block **way = &blocks.by_address[hash_of(block->address)];
  while (*way != block)
    way = &(*way)->next;
  *way = block->next;
  if (!block->landing)
    return;
  for (way = &blocks.calls[hash_of(block->returns_to)]; *way != block;)
    way = &(*way)->next_call;
  *way = block->next_call;
}

static Addr *refusal_of(Addr address)
{
  return &blocks.refused[(address ^ address >> 12) % REFUSED_MAX];
}

/* --- by place --- */

static const struct code_block *find_by_place(code_offset place)
{
  const struct segment *segment = &blocks.segments[place / CODE_SEGMENT_BYTES];
  UInt low = 0, high = segment->count;
  while (high - low > 1) {
    const UInt middle = (low + high) / 2;
    if (segment->blocks[middle]->code <= place)
      low = middle;
    else
      high = middle;
  }
  return low < high && place >= segment->blocks[low]->code && place < segment->blocks[low]->end ? segment->blocks[low] : NULL;
}

const struct code_block *code_blocks_find_by_host(Addr host)
{
  code_offset place;
  return code_space_find(host, &place) ? find_by_place(place) : NULL;
}

static void append(struct segment *segment, struct code_block *block)
{
  if (segment->count == segment->max) {
    segment->max = 2 * segment->max + 64;
    segment->blocks = VG_(realloc)("seep.direct", segment->blocks, segment->max * sizeof *segment->blocks);
  }
  segment->blocks[segment->count++] = block;
}

/* --- jumps --- */

static void set_distance(const struct code_exit *exit, code_offset target)
{
  const Int value = (Int)(target - (exit->distance + sizeof(Int)));
  VG_(memcpy)(code_space_at(exit->distance), &value, sizeof value);
}

static code_offset target_of(const struct code_exit *exit)
{
  Int value;
  VG_(memcpy)(&value, code_space_at(exit->distance), sizeof value);
  return exit->distance + (code_offset)sizeof value + (code_offset)value;
}

static void forget_way(ULong guest, const struct code_block *block)
{
  struct direct_way *const way = &direct_table[guest % DIRECT_TABLE_WAYS];
  if (way->guest == guest && way->host >= code_space_runs_at(block->code) && way->host < code_space_runs_at(block->end))
    *way = (struct direct_way){0, 0};
  direct_table[0].guest |= direct_table[0].guest == 0; /* nothing is at address zero */
}

static void forget(const struct code_block *block)
{
  take_out(block);
  forget_way(block->address, block);
  if (block->landing)
    forget_way(DIRECT_RETURN_KEY(block->returns_to), block);
}

/* --- losing blocks --- */

typedef Bool block_test(const struct code_block *block, Addr start, Addr end);

static Bool is_in_code(const struct code_block *block, Addr start, Addr end)
{
  return (block->seen_start < end && block->seen_end > start) || (block->address >= start && block->address < end);
}

static Bool is_any(const struct code_block *block, Addr start, Addr end)
{
  return True;
}

/* Where jumps lead to blocks that go: a bit for each few bytes of code, which are of one block. */
struct dying {
  UChar bits[CODE_SPACE_BYTES / CODE_ALIGNMENT / 8];
};

static void mark(struct dying *dying, code_offset place)
{
  dying->bits[place / CODE_ALIGNMENT / 8] |= (UChar)(1 << place / CODE_ALIGNMENT % 8);
}

static UInt mark_dying(struct segment *segment, block_test *test, Addr start, Addr end, struct dying *dying)
{
  UInt count = 0;
  for (UInt i = 0; i < segment->count; i++) {
    struct code_block *block = segment->blocks[i];
    if (!test(block, start, end))
      continue;
    block->is_dying = True;
    mark(dying, block->code);
    mark(dying, block->tested);
    mark(dying, block->inner);
    forget(block);
    count++;
  }
  return count;
}

static void unlink_jumps(const struct code_block *block, const struct dying *dying)
{
  for (UInt i = 0; i < block->exits; i++) {
    const struct code_exit *exit = &block->exit[i];
    const code_offset target = target_of(exit) / CODE_ALIGNMENT;
    if (dying->bits[target / 8] >> target % 8 & 1)
      set_distance(exit, exit->stub);
  }
}

static void sweep(struct segment *segment, const struct dying *dying)
{
  UInt kept = 0;
  for (UInt i = 0; i < segment->count; i++) {
    struct code_block *block = segment->blocks[i];
    if (block->is_dying) {
      VG_(free)(block);
    } else {
      unlink_jumps(block, dying);
      segment->blocks[kept++] = block;
    }
  }
  segment->count = kept;
}

/* Beyond them there may be code everywhere. */
static void note_regions(Addr start, Addr end)
{
  for (Addr region = start >> REGION_BITS; region <= (end - 1) >> REGION_BITS && region < CODE_REGIONS; region++)
    blocks.code_regions[region / 64] |= 1ULL << region % 64;
}

static Bool may_have_code(Addr start, Addr end)
{
  const Addr last = (end - 1) >> REGION_BITS;
  Addr region = start >> REGION_BITS;
  while (region <= last && region < CODE_REGIONS && !(blocks.code_regions[region / 64] >> region % 64 & 1))
    region += region % 64 == 0 && blocks.code_regions[region / 64] == 0 ? 64 : 1;
  return region <= last;
}

static void note_loss(void)
{
  VG_(memset)(blocks.refused, 0, sizeof blocks.refused);
  blocks.losses++;
}

static Bool any_is(UInt first, UInt last, block_test *test, Addr start, Addr end)
{
  for (UInt i = first; i < last; i++)
    for (UInt k = 0; k < blocks.segments[i].count; k++)
      if (test(blocks.segments[i].blocks[k], start, end))
        return True;
  return False;
}

/* Of segments [first, last). */
static void lose(UInt first, UInt last, block_test *test, Addr start, Addr end)
{
  note_loss();
  if (!any_is(first, last, test, start, end))
    return;
  struct dying *dying = VG_(calloc)("seep.direct", 1, sizeof *dying);
  UInt count = 0;
  for (UInt i = first; i < last; i++)
    count += mark_dying(&blocks.segments[i], test, start, end, dying);
  for (UInt i = 0; i < CODE_SEGMENTS && count > 0; i++)
    sweep(&blocks.segments[i], dying);
  VG_(free)(dying);
}

void direct_code_changed(Addr start, SizeT bytes)
{
  const Addr end = start + bytes < start ? ~(Addr)0 : start + bytes;
  if (direct_policy.is_on && bytes > 0 && may_have_code(start, end))
    lose(0, CODE_SEGMENTS, is_in_code, start, end);
}

void __wrap_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who)
{
  direct_code_changed(start, bytes);
  __real_vgPlain_discard_translations(start, bytes, who);
}

/* The oldest segment is the next one. */
static void begin_segment(void)
{
  blocks.segment = (blocks.segment + 1) % CODE_SEGMENTS;
  blocks.at = blocks.segment * CODE_SEGMENT_BYTES;
  blocks.cold = blocks.at + COLD_PART;
  if (blocks.segments[blocks.segment].count > 0)
    lose(blocks.segment, blocks.segment + 1, is_any, 0, 0);
}

static void begin(void)
{
  blocks.segment = 0;
  blocks.at = CODE_ALIGNMENT; /* no place is 0 */
  blocks.cold = COLD_PART;
}

/* Large tables are cleared by their entries, as most have few. */
static void lose_all(void)
{
  for (UInt i = 0; i < CODE_SEGMENTS; i++) {
    for (UInt k = 0; k < blocks.segments[i].count; k++) {
      forget(blocks.segments[i].blocks[k]);
      VG_(free)(blocks.segments[i].blocks[k]);
    }
    blocks.segments[i].count = 0;
  }
  begin();
  note_loss();
}

Bool code_blocks_init(void)
{
  direct_table[0].guest = 1; /* nothing is at address zero */
  begin();
  return code_space_get();
}

/* --- making --- */

static void note_code(const struct code_block *block)
{
  const VexGuestExtents extents = {.base = {block->start}, .len = {(UShort)block->guest_bytes}, .n_used = 1};
  allocator_marks_note_code(&extents);
  note_regions(block->seen_start, block->seen_end);
  note_regions(block->address, block->address + 1);
}

static void keep_exits(const struct direct_block *made, struct code_block *ret)
{
  for (UInt i = 0; i < made->exits; i++) {
    const struct direct_exit *exit = &made->exit[i];
    const code_offset name = code_space_offset(exit->distance);
    ret->exit[i] =
      (struct code_exit){.target = exit->target, .distance = name, .stub = code_space_offset(exit->stub), .links = exit->links,
                         .known = exit->known};
    VG_(memcpy)(exit->name, &name, sizeof name);
  }
  ret->exits = (UShort)made->exits;
}

static struct code_block *keep(const struct direct_block *made, Addr address)
{
  static UChar places[DIRECT_PLACES_BYTES_MAX];
  const UInt places_bytes = direct_places_pack(made, places);
  struct code_block *block =
    VG_(malloc)("seep.direct", sizeof *block + made->exits * sizeof(struct code_exit) + places_bytes);
  *block = (struct code_block){
    .address = address,
    .start = made->address,
    .guest_bytes = made->guest_bytes,
    .needs_flags = made->needs_flags,
    .code = code_space_offset(made->start),
    .end = code_space_offset(made->end),
    .tests = made->tests,
    .tested = code_space_offset(made->tested),
    .inner = code_space_offset(made->inner),
    .returns_to = made->returns_to,
    .landing = made->landing ? code_space_offset(made->landing) : 0,
  };
  guest_view_seen(&block->seen_start, &block->seen_end);
  keep_exits(made, block);
  block->places = VG_(memcpy)(&block->exit[made->exits], places, places_bytes);
  append(&blocks.segments[blocks.segment], block);
  add(block);
  return block;
}

struct room {
  struct direct_code hot, cold;
};

static struct direct_code room_from(code_offset start, code_offset end)
{
  const code_offset most = end - start < BLOCK_CODE_MAX ? end : start + BLOCK_CODE_MAX;
  return (struct direct_code){code_space_at(start), code_space_at(start), code_space_at(most), false};
}

/* To what is left of the segment, or else to the next one. */
static Bool translate_to_segment(const struct direct_guest *guest, Addr start, struct room *room, struct direct_block *ret)
{
  const code_offset segment = blocks.segment * CODE_SEGMENT_BYTES, hot_end = segment + COLD_PART, end = segment + CODE_SEGMENT_BYTES;
  const Bool has_room = hot_end - blocks.at >= BLOCK_CODE_MAX && end - blocks.cold >= BLOCK_CODE_MAX;
  *room = (struct room){room_from(blocks.at, hot_end), room_from(blocks.cold, end)};
  if (direct_translate(guest, start, &room->hot, &room->cold, ret))
    return True;
  if (has_room || (!room->hot.is_full && !room->cold.is_full))
    return False;
  begin_segment();
  return translate_to_segment(guest, start, room, ret);
}

static struct code_block *make(Addr address)
{
  static struct direct_block made;
  struct room room;
  const Addr start = guest_view_redirected(address);
  if (!translate_to_segment(guest_view(start), start, &room, &made))
    return NULL;
  struct code_block *block = keep(&made, address);
  blocks.at = VG_ROUNDUP(code_space_offset(room.hot.at), CODE_ALIGNMENT);
  blocks.cold = code_space_offset(room.cold.at);
  note_code(block);
  return block;
}

/* --- finding --- */

/* Is there memory to work with? A process that was forked begins anew. */
static Bool has_space(void)
{
  if (code_space_is_own())
    return True;
  lose_all();
  return code_space_get();
}

static void refuse(Addr address)
{
  *refusal_of(address) = address;
  note_regions(address, address + 1);
}

const struct code_block *code_blocks_find(Addr address)
{
  if (debugger_was_here() || !has_space())
    return NULL;
  const struct code_block *block = look_up(address);
  if (block || *refusal_of(address) == address)
    return block;
  block = make(address);
  if (!block)
    refuse(address);
  return block;
}

static Addr note_way(ULong guest, code_offset place)
{
  const Addr way = code_space_runs_at(place);
  direct_table[guest % DIRECT_TABLE_WAYS] = (struct direct_way){guest, way};
  return way;
}

Addr code_blocks_find_way(Addr address)
{
  const struct code_block *const block = code_blocks_find(address);
  return block ? note_way(address, block->code) : 0;
}

Addr code_blocks_find_return(Addr address)
{
  const struct code_block *const call = code_blocks_find(address) ? call_before(address) : NULL;
  return call ? note_way(DIRECT_RETURN_KEY(address), call->landing) : 0;
}

Bool direct_prepare(Addr address, UInt *ret_bytes)
{
  const struct code_block *block = direct_policy.is_on ? code_blocks_find(address) : NULL;
  if (block)
    *ret_bytes = block->guest_bytes;
  return block != NULL;
}

static const struct code_exit *exit_of(UInt name)
{
  const struct code_block *block = find_by_place(name);
  UInt i = 0;
  while (block->exit[i].distance != name)
    i++;
  return &block->exit[i];
}

/* Finding the target may be where the block of the exit goes. */
const struct code_block *code_blocks_link(UInt name, Addr *ret_target)
{
  const struct code_exit *const exit = exit_of(name);
  *ret_target = exit->target;
  if (exit->links == DIRECT_LINKS_NOT)
    return NULL;
  const UInt losses = blocks.losses;
  const struct code_block *block = code_blocks_find(exit->target);
  if (block && blocks.losses == losses)
    set_distance(exit, code_block_entry(block, exit->links, exit->known));
  return block;
}
