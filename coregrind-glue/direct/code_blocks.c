/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of direct code there are, and the jumps between them. A jump to a constant address leads out of direct code at first; the
 * block it goes to is made then, and the jump leads there from then on.
 *
 * When code of the guest changes, or there is no room left, all direct code is dropped: making it again takes microseconds a block. That
 * is done from outside of direct code only. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/allocator_marks.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* Functions of libcoregrind that no header for tools has. */
extern SysRes VG_(am_mmap_anon_float_valgrind)(SizeT bytes); /* readable, writable and executable */
extern SysRes VG_(am_munmap_valgrind)(Addr start, SizeT bytes);
extern void VG_(am_set_segment_hasT)(Addr address); /* so that the core discards code that vanishes */

enum { ROOM_AT_FIRST = 2 << 20, ROOM_MAX = 32 << 20, BLOCK_CODE_MAX = 60000, EXITS_AT_FIRST = 1 << 12, CODE_ALIGNMENT = 16 };

static struct {
  UChar *start, *at; /* host code */
  SizeT room;        /* bytes */
  VgHashTable *by_address; /* struct code_block */
  struct {
    Addr target;
    UChar *distance; /* of the jump; NULL: it is not linked */
  } *exits;
  UInt exit_count, exits_max;
  UInt times_dropped;
  Addr lowest, highest; /* guest code */
} blocks;

/* --- dropping --- */

static void forget_table(void)
{
  VG_(memset)(direct_table, 0, sizeof direct_table);
  direct_table[0].guest = 1; /* nothing is at address zero */
}

static void drop_all(void)
{
  VG_(HT_destruct)(blocks.by_address, VG_(free));
  blocks.by_address = VG_(HT_construct)("seep.direct");
  blocks.at = blocks.start;
  blocks.exit_count = 0;
  blocks.times_dropped++;
  blocks.lowest = ~(Addr)0;
  blocks.highest = 0;
  forget_table();
}

static Bool get_room(SizeT bytes)
{
  const SysRes room = VG_(am_mmap_anon_float_valgrind)(bytes);
  if (sr_isError(room))
    return False;
  blocks.start = (UChar *)sr_Res(room);
  blocks.room = bytes;
  return True;
}

/* With more room, if there is any. */
static void begin_again(void)
{
  UChar *const old = blocks.start;
  const SizeT old_room = blocks.room;
  if (old_room < ROOM_MAX && get_room(2 * old_room))
    VG_(am_munmap_valgrind)((Addr)old, old_room);
  drop_all();
}

Bool code_blocks_init(void)
{
  if (!get_room(ROOM_AT_FIRST))
    return False;
  blocks.by_address = VG_(HT_construct)("seep.direct");
  drop_all();
  return True;
}

void direct_code_changed(Addr start, SizeT bytes)
{
  if (direct_policy.is_on && start < blocks.highest && start + bytes > blocks.lowest)
    drop_all();
}

void __wrap_vgPlain_discard_translations(Addr start, ULong bytes, const HChar *who)
{
  direct_code_changed(start, bytes);
  __real_vgPlain_discard_translations(start, bytes, who);
}

/* --- making --- */

static void add_way(Addr guest, Addr host)
{
  direct_table[guest % DIRECT_TABLE_WAYS] = (struct direct_way){guest, host};
}

/* Where a call's code goes on foresees the return, so it comes before the block for that address. */
static void add_ways(const struct direct_block *made, Addr address)
{
  if (direct_table[address % DIRECT_TABLE_WAYS].guest != address)
    add_way(address, (Addr)made->start);
  if (made->landing)
    add_way(made->returns_to, (Addr)made->landing);
}

static void note_exits(const struct direct_block *made)
{
  if (blocks.exit_count + made->exits > blocks.exits_max) {
    blocks.exits_max = 2 * blocks.exits_max + EXITS_AT_FIRST;
    blocks.exits = VG_(realloc)("seep.direct", blocks.exits, blocks.exits_max * sizeof *blocks.exits);
  }
  for (UInt i = 0; i < made->exits; i++, blocks.exit_count++) {
    const struct direct_exit *exit = &made->exit[i];
    blocks.exits[blocks.exit_count].target = exit->target;
    blocks.exits[blocks.exit_count].distance = exit->is_linked ? exit->distance : NULL;
    VG_(memcpy)(exit->index, &blocks.exit_count, sizeof(UInt));
  }
}

static void note_range(Addr start, Addr end)
{
  if (start < blocks.lowest)
    blocks.lowest = start;
  if (end > blocks.highest)
    blocks.highest = end;
}

static void note_code(const struct direct_block *made, Addr address)
{
  const VexGuestExtents extents = {.base = {made->address}, .len = {(UShort)made->guest_bytes}, .n_used = 1};
  allocator_marks_note_code(&extents);
  VG_(am_set_segment_hasT)(made->address);
  note_range(made->address, made->address + made->guest_bytes);
  note_range(address, address + 1);
}

static const struct code_block *keep(const struct direct_block *made, Addr address)
{
  const SizeT of_addresses = made->steps * sizeof(Addr), of_pending = made->steps * sizeof(Int),
              of_marks = made->marks * sizeof(struct direct_mark);
  struct code_block *block = VG_(malloc)("seep.direct", sizeof *block + of_addresses + of_pending + of_marks);
  *block = (struct code_block){
    .address = address, .guest_bytes = made->guest_bytes, .needs_flags = made->needs_flags, .start = (Addr)made->start,
    .end = (Addr)made->end, .marks = made->marks};
  block->addresses = (Addr *)(block + 1);
  block->pending = (Int *)(block->addresses + made->steps);
  block->mark = (struct direct_mark *)(block->pending + made->steps);
  VG_(memcpy)(block->addresses, made->addresses, of_addresses);
  VG_(memcpy)(block->pending, made->pending, of_pending);
  VG_(memcpy)(block->mark, made->mark, of_marks);
  VG_(HT_add_node)(blocks.by_address, block);
  return block;
}

static Bool translate(Addr start, struct direct_code *code, struct direct_block *ret)
{
  const struct direct_guest *guest = guest_view(start);
  *code = (struct direct_code){blocks.at, blocks.at, blocks.at + BLOCK_CODE_MAX, false};
  if (!direct_translate(guest, start, code, ret))
    return False;
  if (!ret->landing || guest->returns_keep_flags || !direct_reads_flags_at(guest, ret->returns_to))
    return True;
  guest_view_keep_flags();
  drop_all();
  return translate(start, code, ret);
}

static const struct code_block *make(Addr address)
{
  static struct direct_block made;
  struct direct_code code;
  if (!translate(guest_view_redirected(address), &code, &made))
    return NULL;
  blocks.at = (UChar *)VG_ROUNDUP(code.at, CODE_ALIGNMENT);
  note_exits(&made);
  note_code(&made, address);
  add_ways(&made, address);
  return keep(&made, address);
}

/* --- finding --- */

static Bool has_room(void)
{
  return blocks.at + BLOCK_CODE_MAX <= blocks.start + blocks.room;
}

const struct code_block *code_blocks_find(Addr address)
{
  if (debugger_was_here())
    return NULL;
  const struct code_block *block = VG_(HT_lookup)(blocks.by_address, address);
  if (block)
    return block;
  if (!has_room())
    begin_again();
  return make(address);
}

Bool direct_prepare(Addr address, UInt *ret_bytes)
{
  const struct code_block *block = direct_policy.is_on ? code_blocks_find(address) : NULL;
  if (block)
    *ret_bytes = block->guest_bytes;
  return block != NULL;
}

Addr code_blocks_target_of(UInt exit)
{
  return blocks.exits[exit].target;
}

/* Finding the target may drop all code, that of the exit, too. */
const struct code_block *code_blocks_link(UInt exit)
{
  const Addr target = blocks.exits[exit].target;
  UChar *const distance = blocks.exits[exit].distance;
  if (!distance)
    return NULL;
  const UInt times_dropped = blocks.times_dropped;
  const struct code_block *block = code_blocks_find(target);
  if (block && blocks.times_dropped == times_dropped) {
    const Int value = (Int)(block->start - (Addr)(distance + sizeof(Int)));
    VG_(memcpy)(distance, &value, sizeof value);
  }
  return block;
}

const struct code_block *code_blocks_find_by_host(Addr host)
{
  if (host < (Addr)blocks.start || host >= (Addr)blocks.at)
    return NULL;
  VG_(HT_ResetIter)(blocks.by_address);
  for (const struct code_block *block; (block = VG_(HT_Next)(blocks.by_address)) != NULL;)
    if (host >= block->start && host < block->end)
      return block;
  return NULL;
}
