/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where does an undefined value come from? A tag in memory says so (origins.h); without one, it comes from the place
 * where it lies: a heap block, or the stack frame of some function. Nothing is written down when memory becomes
 * undefined, so all of this happens when an undefined value is loaded, which some programs do a million times a second:
 * it is remembered (checks_origin_cache.h). */
#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/runtime/checks_origin_cache.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/stack_origins.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/value_paths.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

enum { FRAMES_MAX = 500 };

/* --- heap blocks --- */

const struct block *checks_blocks[SIZE_CLASSES][BLOCKS_CACHED];

static void remember_block(const struct block *block, Addr address)
{
  static const SizeT bytes_end[SIZE_CLASSES] = {4096, 1 << 20, ~(SizeT)0};
  unsigned size_class = 0;
  while (block->size_bytes >= bytes_end[size_class])
    size_class++;
  *checks_block_slot(size_class, address) = block;
}

static const struct block *block_searched(Addr address)
{
  block_id id = blocks_find_containing_kinds(guest.blocks, address, 0, BLOCK_LIVE, BLOCK_KINDS_ALL);
  if (id == 0)
    return NULL;
  const struct block *block = blocks_at(guest.blocks, id);
  if (!blocks_have_custom(guest.blocks)) /* else there may be others in it */
    remember_block(block, address);
  return block;
}

/* --- past the end of a block --- */

/* Tags have no room for another kind of origin. So they are of none, with the stack that has allocated the block, and
 * it is noted of these stacks that they are meant so: nothing else that has no kind comes from where blocks are
 * allocated. */
static UChar *is_past_end;
static stack_id is_past_end_count;

static void note_past_end(stack_id stack)
{
  if (stack >= is_past_end_count) {
    const stack_id count = 2 * stack + 64;
    UChar *larger = env_allocate("past ends", count);
    memset(larger, False, count);
    if (is_past_end != NULL)
      memcpy(larger, is_past_end, is_past_end_count);
    env_free(is_past_end);
    is_past_end = larger;
    is_past_end_count = count;
  }
  is_past_end[stack] = True;
}

origin_tag checks_origin_past_end(Addr last_inside)
{
  const struct block *block = block_searched(last_inside);
  if (guest.origins == NULL || block == NULL || block->alloc_stack_id == 0)
    return 0;
  if (block->start + block->size_bytes != last_inside + 1)
    return 0;
  note_past_end(block->alloc_stack_id);
  return checks_make_tag(block->alloc_stack_id, RECORD_ORIGIN_NONE);
}

static enum record_origin origin_of_tag(origin_tag tag)
{
  const stack_id stack = tag / 4;
  const Bool is_past = tag % 4 == RECORD_ORIGIN_NONE && stack < is_past_end_count && is_past_end[stack];
  return is_past ? RECORD_ORIGIN_PAST_END : tag % 4;
}

/* --- frames by unwinding --- */

struct checks_frame checks_frames[FRAMES_CACHED];

struct frames {
  UInt count;
  Addr ips[FRAMES_MAX], sps[FRAMES_MAX], fps[FRAMES_MAX];
};

static struct frames frames;

/* May the stack have more frames than were asked for? */
static Bool may_have_more(UInt wanted)
{
  return frames.count + UNWINDER_LEFT_OUT_MAX >= wanted;
}

/* The number of the frame that holds the address; frames.count: none. The outermost has no upper end. */
static UInt frame_around(Addr address, UInt wanted)
{
  for (UInt i = 0; i + 1 < frames.count; i++)
    if (address < frames.sps[i + 1])
      return i;
  return !may_have_more(wanted) && frames.count > 0 ? frames.count - 1 : frames.count;
}

static UWord word_below(Addr end)
{
  uint64_t word = 0; /* as good as any when it cannot be read: then the frame is not recognised */
  (void)guarded_load((const uint64_t *)(end - CHECKS_WORD_BYTES), &word);
  return word;
}

static void remember_frame(UInt i, Addr address, const struct stack_origins_place *piece, origin_tag tag)
{
  struct checks_frame seen = {.end = frames.sps[i + 1], .tag = tag, .epoch = modules_epoch()};
  if (i == 0) {
    seen.start = frames.sps[0] - VG_STACK_REDZONE_SZB;
    seen.ip = frames.ips[0];
    seen.sp = frames.sps[0];
  } else {
    seen.start = frames.sps[i];
    seen.below = word_below(seen.start);
  }
  seen.above = word_below(seen.end);
  seen.piece_start = piece->start > seen.start ? piece->start : seen.start;
  seen.piece_end = piece->end < seen.end ? piece->end : seen.end;
  *checks_frame_slot(address, seen.ip) = seen;
}

/* Does remember_frame() read words of the stack only? */
static Bool has_stack_words(UInt i)
{
  return i + 1 < frames.count && frames.sps[i] < frames.sps[i + 1] &&
         frames.sps[i] % CHECKS_WORD_BYTES == 0 && frames.sps[i + 1] % CHECKS_WORD_BYTES == 0 &&
         shadow_is_addressable(guest.shadow, frames.sps[i] - CHECKS_WORD_BYTES) &&
         shadow_is_addressable(guest.shadow, frames.sps[i + 1] - CHECKS_WORD_BYTES);
}

/* 0: it lies in no frame of this thread. */
static origin_tag tag_of_frame(ThreadId tid, Addr address)
{
  static const UInt depths[] = {3, 16, 100, FRAMES_MAX};
  UInt i = 0;
  for (unsigned step = 0; step < sizeof depths / sizeof *depths; step++) {
    frames.count = VG_(get_StackTrace)(tid, frames.ips, depths[step], frames.sps, frames.fps, 0);
    i = frame_around(address, depths[step]);
    if (i < frames.count)
      break;
    if (!may_have_more(depths[step]))
      return 0;
  }
  if (i >= frames.count)
    return 0;
  const struct stack_origins_frame frame = {frames.ips[i], frames.sps[i], i + 1 < frames.count ? frames.sps[i + 1] : 0};
  const struct stack_origins_place piece = stack_origins_find(&frame, address);
  uint64_t ip = piece.ip;
  origin_tag tag = checks_make_tag(traces_intern(&ip, 1), RECORD_ORIGIN_STACK);
  if (has_stack_words(i))
    remember_frame(i, address, &piece, tag);
  return tag;
}

static Bool is_same_segment(Addr a, Addr b)
{
  const NSegment *segment = VG_(am_find_nsegment)(a);
  return segment != NULL && segment->start <= b && b <= segment->end;
}

/* May the address lie on the stack that the pointer points to? */
static Bool may_be_on_stack(Addr address, Addr sp)
{
  return address >= sp - VG_STACK_REDZONE_SZB && is_same_segment(address, sp);
}

static origin_tag tag_of_other_stack(ThreadId running, Addr address)
{
  ThreadId tid;
  Addr lowest, highest;
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &lowest, &highest))
    if (tid != running && address >= lowest - VG_STACK_REDZONE_SZB && address <= highest)
      return tag_of_frame(tid, address);
  return 0;
}

/* --- putting it together --- */

/* Places end at words; more is not said here. */
static struct checks_place place_of_word(Addr address, origin_tag tag)
{
  return (struct checks_place){address, (address | (CHECKS_WORD_BYTES - 1)) + 1, tag};
}

static __attribute__((noinline)) struct checks_place search_place(ThreadId tid, Addr address, Addr sp)
{
  origin_tag tag = may_be_on_stack(address, sp) ? tag_of_frame(tid, address) : 0;
  if (tag != 0)
    return place_of_word(address, tag);
  const struct block *block = block_searched(address);
  if (block != NULL)
    return checks_place_of_block(block);
  return place_of_word(address, tag_of_other_stack(tid, address));
}

static struct checks_place place_of(ThreadId tid, Addr address, Addr ip, Addr sp)
{
  struct checks_place place;
  return checks_place_cached(address, ip, sp, &place) ? place : search_place(tid, address, sp);
}

static origin_tag origin_of(ThreadId tid, Addr address, Addr ip, Addr sp)
{
  const struct origins *origins = guest.origins;
  if (origins == NULL || address >= SHADOW_LIMIT)
    return 0;
  origin_tag tag = origins_get(origins, address);
  return tag != 0 ? tag : place_of(tid, address, ip, sp).tag;
}

origin_tag checks_origin_of_memory(ThreadId tid, Addr address)
{
  return origin_of(tid, address, VG_(get_IP)(tid), VG_(get_SP)(tid));
}

origin_tag checks_origin_now(const VexGuestAMD64State *state, Addr address)
{
  return origin_of(VG_(get_running_tid)(), address, state->guest_RIP, state->guest_RSP);
}

origin_tag checks_origin_of_register(ThreadId tid, PtrdiffT offset, SizeT bytes)
{
  for (PtrdiffT at = offset; guest.origins != NULL && at < offset + (PtrdiffT)bytes; at++) {
    UChar v_bits;
    UInt tag;
    VG_(get_shadow_regs_area)(tid, &v_bits, 1, at, sizeof v_bits);
    VG_(get_shadow_regs_area)(tid, (UChar *)&tag, 2, at & ~(PtrdiffT)(CHECKS_WORD_BYTES - 1), sizeof tag);
    if (v_bits != 0)
      return tag;
  }
  return 0;
}

void checks_note_carved(ThreadId tid, const struct block *block)
{
  if (guest.origins != NULL && may_be_on_stack(block->start, VG_(get_SP)(tid)))
    stack_tags_set_range(block->start, block->size_bytes, checks_place_of_block(block).tag);
}

void checks_set_origin(struct record_error *error, origin_tag tag)
{
  error->trail_id = value_paths_send(tag);
  tag = value_paths_origin(tag);
  if (tag / 4 == 0)
    return;
  error->origin = origin_of_tag(tag);
  error->origin_stack_id = tag / 4;
  traces_send(tag / 4);
}

/* --- copies --- */

/* What has no tag of its own in [to, to + bytes) gets this one. */
static void fill_tags(struct origins *origins, Addr to, SizeT bytes, origin_tag tag)
{
  if (origins_lowest_in(origins, to, to + bytes) == UINT64_MAX) {
    origins_set(origins, to, bytes, tag);
    return;
  }
  for (Addr at = to; at < to + bytes; at = (at | (ORIGINS_GROUP_BYTES - 1)) + 1)
    if (origins_get(origins, at) == 0)
      origins_set(origins, at, 1, tag);
}

enum { COPIED_AT_ONCE = 1024 };

static Addr lowest_of(Addr a, Addr b)
{
  return a < b ? a : b;
}

/* Tags for what follows `at` and comes from one place; returns its end. Where the place it is in now says the same,
 * none is needed: so it is with a block that one call resizes again and again. */
static Addr copied_piece(struct origins *origins, ThreadId tid, Addr at, Addr end, Addr from)
{
  const struct checks_place place = place_of(tid, from, VG_(get_IP)(tid), VG_(get_SP)(tid));
  const struct checks_place here = place_of(tid, at, VG_(get_IP)(tid), VG_(get_SP)(tid));
  const Addr place_end = lowest_of(at + (place.end - from), end);
  if (place.tag != 0 && place.tag == here.tag)
    return lowest_of(place_end, here.end);
  const Addr next = lowest_of((at | (COPIED_AT_ONCE - 1)) + 1, place_end);
  fill_tags(origins, at, next - at, place.tag != 0 ? place.tag : CHECKS_ORIGIN_UNKNOWN);
  return next;
}

/* Tags go along with the data; and what had none had its place, which is another one now. It does no harm that defined
 * bytes between undefined ones get tags as well. */
void checks_copy_origins(Addr to, Addr from, SizeT bytes)
{
  struct origins *origins = guest.origins;
  uint64_t at = to, end = to + bytes, stop;
  bool is_addressable;
  if (origins == NULL)
    return;
  origins_copy(origins, to, from, bytes);
  stack_tags_note(to, bytes);
  while (at < end && shadow_find_undefined(guest.shadow, at, end - at, &at, &is_addressable)) {
    if (is_addressable)
      at = copied_piece(origins, VG_(get_running_tid)(), at, end, from + (at - to));
    else if (!shadow_next_addressable(guest.shadow, at, end, &at, &stop))
      break;
  }
  value_paths_copied(to, bytes);
}

/* What has no tag in a mapping has no place there either, unless the program has described blocks: all of it, which may
 * be huge, need not be looked at. */
void checks_move_origins(Addr to, Addr from, SizeT bytes)
{
  if (blocks_have_custom(guest.blocks)) {
    checks_copy_origins(to, from, bytes);
  } else if (guest.origins != NULL) {
    origins_copy(guest.origins, to, from, bytes);
    stack_tags_note(to, bytes);
    value_paths_copied(to, bytes);
  }
}
