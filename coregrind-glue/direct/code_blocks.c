/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of direct code there are, and the jumps between them. A jump to a constant address leads out of direct
 * code at first; the block it goes to is made then, and the jump leads there from then on.
 *
 * When code of the guest changes, its blocks go, and jumps to them lead out again. Blocks lie in segments that are
 * filled one after the other. When all are full, the oldest is emptied: what is still used of it is made again in
 * microseconds, and what is not is gone. Both is done from outside of direct code only. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/code/watched_pages.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/vex/sse_exact.h"
#include "coregrind-glue/modules/allocator_marks.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

enum { BLOCK_CODE_MAX = 60000, CODE_ALIGNMENT = 16, REFUSED_MAX = 1 << 12, HASH_WAYS = 1 << 16 };

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

static struct code_block *find_by_place(code_offset place)
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
  return low < high && place >= segment->blocks[low]->code && place < segment->blocks[low]->end ? segment->blocks[low]
                                                                                                : NULL;
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

static void unlink_exit(struct code_exit *exit)
{
  if (!exit->here)
    return;
  *exit->here = exit->next;
  if (exit->next)
    exit->next->here = exit->here;
  exit->here = NULL;
}

static void link_exit(struct code_exit *exit, struct code_block *target)
{
  unlink_exit(exit);
  set_distance(exit, code_block_entry(target, exit->links, exit->known));
  exit->next = target->incoming;
  exit->here = &target->incoming;
  target->incoming = exit;
  if (exit->next)
    exit->next->here = &exit->next;
}

/* Jumps to the block lead out again, and its own are no more. */
static void unlink_jumps(struct code_block *block)
{
  while (block->incoming) {
    set_distance(block->incoming, block->incoming->stub);
    unlink_exit(block->incoming);
  }
  for (UInt i = 0; i < block->exits; i++)
    unlink_exit(&block->exit[i]);
}

static void forget_way(ULong guest, const struct code_block *block)
{
  struct direct_way *const way = &direct_table[guest % DIRECT_TABLE_WAYS];
  if (way->guest == guest && way->host >= code_space_runs_at(block->code) && way->host < code_space_runs_at(block->end))
    *way = (struct direct_way){0, 0};
  direct_table[0].guest |= direct_table[0].guest == 0; /* nothing is at address zero */
}

static void forget(struct code_block *block)
{
  take_out(block);
  code_regions_take_out(block);
  forget_way(block->address, block);
  if (block->landing)
    forget_way(DIRECT_RETURN_KEY(block->returns_to), block);
}

/* --- losing blocks --- */

static void sweep(struct segment *segment)
{
  UInt kept = 0;
  for (UInt i = 0; i < segment->count; i++) {
    if (segment->blocks[i]->is_dying)
      VG_(free)(segment->blocks[i]);
    else
      segment->blocks[kept++] = segment->blocks[i];
  }
  segment->count = kept;
}

/* A list, by next_dying. */
static void lose(struct code_block *dying)
{
  Bool is_changed[CODE_SEGMENTS] = {False};
  if (!dying)
    return;
  blocks.losses++;
  for (; dying; dying = dying->next_dying) {
    forget(dying);
    unlink_jumps(dying);
    is_changed[dying->code / CODE_SEGMENT_BYTES] = True;
  }
  for (UInt i = 0; i < CODE_SEGMENTS; i++)
    if (is_changed[i])
      sweep(&blocks.segments[i]);
}

static void lose_segment(const struct segment *segment)
{
  struct code_block *dying = NULL;
  for (UInt i = 0; i < segment->count; i++) {
    segment->blocks[i]->is_dying = True;
    segment->blocks[i]->next_dying = dying;
    dying = segment->blocks[i];
  }
  lose(dying);
}

/* Addresses whose first instruction lies there may be asked about again. */
static void forget_refusals(Addr start, Addr end)
{
  const Addr first = start < DIRECT_INSTRUCTION_BYTES_MAX ? 0 : start - DIRECT_INSTRUCTION_BYTES_MAX;
  for (UInt i = 0; i < REFUSED_MAX; i++)
    if (blocks.refused[i] >= first && blocks.refused[i] < end)
      blocks.refused[i] = 0;
}

void direct_code_changed(Addr start, SizeT bytes)
{
  const Addr end = start + bytes < start ? ~(Addr)0 : start + bytes;
  if (!direct_policy.is_on || bytes == 0)
    return;
  forget_refusals(start, end);
  lose(code_regions_in(start, end));
}

void __wrap_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who)
{
  watched_pages_forget(start, bytes);
  direct_code_changed(start, bytes);
  __real_vgPlain_discard_translations(start, bytes, who);
}

/* The oldest segment is the next one. */
static void begin_segment(void)
{
  blocks.segment = (blocks.segment + 1) % CODE_SEGMENTS;
  blocks.at = blocks.segment * CODE_SEGMENT_BYTES;
  blocks.cold = blocks.at + COLD_PART;
  VG_(memset)(blocks.refused, 0, sizeof blocks.refused);
  lose_segment(&blocks.segments[blocks.segment]);
}

static void begin(void)
{
  blocks.segment = 0;
  blocks.at = CODE_ALIGNMENT; /* no place is 0 */
  blocks.cold = COLD_PART;
}

/* Large tables are cleared by their entries, as most have few. Code itself is left alone, as it may be another
 * process's. */
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
  VG_(memset)(blocks.refused, 0, sizeof blocks.refused);
  blocks.losses++;
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
}

static void keep_exits(const struct direct_block *made, struct code_block *ret)
{
  for (UInt i = 0; i < made->exits; i++) {
    const struct direct_exit *exit = &made->exit[i];
    const code_offset name = code_space_offset(exit->distance);
    ret->exit[i] = (struct code_exit){.target = exit->target,
                                      .distance = name,
                                      .stub = code_space_offset(exit->stub),
                                      .links = exit->links,
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
  code_regions_add(block, guest_view_seen());
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
static Bool translate_to_segment(const struct direct_guest *guest, Addr start, struct room *room,
                                 struct direct_block *ret)
{
  const code_offset segment = blocks.segment * CODE_SEGMENT_BYTES, hot_end = segment + COLD_PART,
                    end = segment + CODE_SEGMENT_BYTES;
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
  if (made.stores_modes)
    sse_exact_begin();
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
}

struct code_block *code_blocks_find(Addr address)
{
  if (debugger_was_here() || !has_space())
    return NULL;
  struct code_block *block = look_up(address);
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

static struct code_exit *exit_of(UInt name)
{
  struct code_block *block = find_by_place(name);
  UInt i = 0;
  while (block->exit[i].distance != name)
    i++;
  return &block->exit[i];
}

Addr code_blocks_target(UInt name)
{
  return exit_of(name)->target;
}

/* Finding the target may be where the block of the exit goes. */
const struct code_block *code_blocks_link(UInt name, Addr *ret_target)
{
  struct code_exit *const exit = exit_of(name);
  *ret_target = exit->target;
  if (exit->links == DIRECT_LINKS_NOT)
    return NULL;
  const UInt losses = blocks.losses;
  struct code_block *block = code_blocks_find(exit->target);
  if (block && blocks.losses == losses)
    link_exit(exit, block);
  return block;
}
